// A report on one page: one taps who did it, then everything it took out. What is tapped is written into the rows
// below, which are what is sent; without script they stand open, each with its own list of who did it.
(() => {
  "use strict";
  const form = document.querySelector(".report-form");
  if (!form) return;
  const rows = new Map([...form.querySelectorAll(".report-side .tick-red")].map((tick) => [tick.id.slice(4), tick.closest(".line")]));
  const cards = [...form.querySelectorAll(".sweep-side")], how = form.querySelector(".shows-how");
  const title = (row) => row.querySelector("label.line-title").textContent.replace(/\s+/g, " ").trim();
  const tick = (row) => row.querySelector(".tick-red");
  const isOut = (row) => tick(row).checked;
  const killers = (row) => [...row.querySelectorAll('[name^="by:"]')];
  const killer = (row) => killers(row).find((one) => one.checked);
  const stays = (id) => Boolean(rows.get(id) && rows.get(id).querySelector('[name^="home:"]:checked'));
  const chosen = (card) => card.querySelector(".as-killer :checked");
  const names = new Map([...form.querySelectorAll(".as-killer input")].map((one) => [one.value, one.dataset.name]));

  function tap(card, id) {
    const row = rows.get(id), did = chosen(card), was = killer(row);
    const by = did && killers(row).find((one) => one.value === did.value);
    const undone = isOut(row) && (!did || was === by);
    tick(row).checked = !undone;
    if (was) was.checked = false;
    if (by && !undone) by.checked = true;
  }
  function drawVictim(card, chip) {
    const row = rows.get(chip.value), by = killer(row), did = chosen(card), small = chip.querySelector("small");
    const hit = isOut(row) && Boolean(by && did) && by.value === did.value, before = isOut(row) && !hit;
    chip.classList.toggle("is-hit", hit);
    chip.classList.toggle("is-before", before);
    chip.setAttribute("aria-pressed", String(isOut(row)));
    chip.hidden = stays(chip.value);
    const { out, by: words, byNobody, byWhom } = card.dataset;
    const told = !by ? byWhom : by.value ? words.replace("%n", () => names.get(by.value) || "") : byNobody;
    small.textContent = hit ? `✕ ${out}` : before ? told : "";
  }
  function drawKiller(card, input) {
    const label = input.closest(".as-killer"), mark = label.querySelector(".tally-of");
    label.hidden = stays(input.value);
    if (!mark) return;
    const taken = [...rows.values()].filter((row) => isOut(row) && killer(row) && killer(row).value === input.value).length;
    mark.textContent = taken ? String(taken) : "";
    input.setAttribute("aria-label", label.title + (taken ? `, ${card.dataset.tally.replace("%n", taken)}` : ""));
  }
  function drawCard(card) {
    const did = chosen(card), { took, nobody, first } = card.dataset, sum = card.querySelector("[data-out-of]");
    card.querySelector(".sweep-say > span").textContent =
      !did ? first : did.value ? took.replace("%n", () => did.dataset.name) : nobody;
    card.querySelectorAll(".as-killer input").forEach((input) => drawKiller(card, input));
    const victims = [...card.querySelectorAll(".as-victim")];
    victims.forEach((chip) => drawVictim(card, chip));
    const out = victims.filter((chip) => isOut(rows.get(chip.value))).length;
    sum.textContent = sum.dataset.outOf.replace("%n", out).replace("%m", victims.filter((chip) => !chip.hidden).length);
  }
  // What a side is over the limit by, as long as it is.
  function weigh(side) {
    const note = side.querySelector("[data-cap]");
    if (!note) return;
    const there = [...side.querySelectorAll("[data-points]")].filter((home) => !home.checked);
    const over = there.reduce((total, home) => total + Number(home.dataset.points), 0) - Number(note.dataset.cap);
    note.hidden = over <= 0;
    if (over > 0) note.firstChild.textContent = note.firstChild.textContent.replace(/\d+/, over);
  }
  function draw() {
    cards.forEach(drawCard);
    form.querySelectorAll(".report-side").forEach(weigh);
    const note = document.querySelector("[data-open-one]");
    if (!note) return; // facts of a past mission are corrected without a bar
    const open = [...rows.values()].filter((row) => isOut(row) && !killer(row)), { openOne, openMany } = note.dataset;
    const one = open.length === 1 ? openOne.replace("%n", () => title(open[0])) : openMany.replace("%n", open.length);
    note.textContent = open.length ? one : "";
  }
  form.addEventListener("click", ({ target }) => {
    const chip = target.closest(".as-victim");
    if (!chip) return;
    tap(chip.closest(".sweep-side"), chip.value);
    draw();
  });
  form.addEventListener("change", draw);
  how.addEventListener("click", () => how.setAttribute("aria-expanded", String(form.classList.toggle("is-telling-how"))));
  addEventListener("pageshow", draw); // a page that is gone back to still has its ticks
  form.classList.add("is-swept");
  [...cards, how].forEach((one) => { one.hidden = false; });
  draw();
})();
