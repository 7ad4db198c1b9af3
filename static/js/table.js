// Who took out whom, said in a sentence while it is tapped. The page works without.
(() => {
  "use strict";
  const form = document.querySelector(".kill-form");
  const sentence = form && form.querySelector("[data-took]");
  if (!sentence) return;
  const name = (group) => {
    const tapped = form.querySelector(`[name="${group}"]:checked`);
    return tapped ? tapped.dataset.name : "";
  };
  const tell = () => {
    const killer = name("killer"), victim = name("victim");
    if (!victim) return;
    const words = killer ? sentence.dataset.took : sentence.dataset.gone;
    sentence.textContent = words.replace("%k", () => killer).replace("%v", () => victim);
  };
  form.addEventListener("change", (event) => {
    // Another killer on the side of the one that is out: that cannot be, so ask again who is out.
    const victim = form.querySelector("[name=victim]:checked");
    const side = event.target.name === "killer" && event.target.closest(".kill-side");
    if (victim && side && victim.closest(".kill-side") === side) victim.checked = false;
    tell();
  });
  tell();
})();
