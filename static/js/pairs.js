// The pairs of a night: a name dragged onto another changes places with it. Picking one up with a tap, then tapping
// another, does the same without a mouse or a script.
(() => {
  const plate = (event) => event.target.closest && event.target.closest("#pairs a.plate[data-seat]");
  let held = null;
  const over = (to) => document.querySelectorAll("#pairs .is-target").forEach((one) => one !== to && one.classList.remove("is-target"));
  document.addEventListener("dragstart", (event) => {
    held = plate(event);
    if (held) event.dataTransfer.effectAllowed = "move";
  });
  document.addEventListener("dragover", (event) => {
    const to = held && plate(event);
    over(to);
    if (!to || to === held) return;
    event.preventDefault();
    to.classList.add("is-target");
  });
  document.addEventListener("drop", (event) => {
    const to = held && plate(event);
    if (!to || to === held) return;
    event.preventDefault();
    const form = document.getElementById("pairs");
    [["one", held], ["other", to]].forEach(([name, one]) =>
      form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value: one.dataset.seat })));
    form.requestSubmit();
  });
  document.addEventListener("dragend", () => { held = null; over(null); });
})();
