// A report on one page: the name of who did it is the last tap, and folds the row. Without script all stay open.
(() => {
  "use strict";
  const form = document.getElementById("report");
  if (!form) return;
  const rows = () => [...form.querySelectorAll(".report-side .line")].filter((row) => row.querySelector(".tick-red"));
  const said = (input) => input.parentNode.textContent.replace(/\s+/g, " ").trim();
  const title = (row) => row.querySelector("label.line-title").textContent.replace(/\s+/g, " ").trim();
  const isOut = (row) => row.querySelector(".tick-red").checked;
  const killer = (row) => row.querySelector('[name^="by:"]:checked');

  function fold(row, folded) {
    const told = row.querySelector(".folded-how"), by = killer(row);
    folded = folded && isOut(row) && Boolean(by);
    row.classList.toggle("is-folded", folded);
    told.hidden = !folded;
    if (!folded) return;
    const how = [...row.querySelectorAll(".when-out [type=checkbox]:checked")].map(said);
    const who = by.value ? told.dataset.by.replace("%n", () => said(by)) : said(by);
    told.textContent = [who, ...how].join(", ");
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
  function count() {
    form.querySelectorAll(".report-side").forEach(weigh);
    const open = rows().filter((row) => isOut(row) && !killer(row));
    const note = document.querySelector("[data-open-one]");
    if (note) { // facts of a past mission are corrected without a bar
      const { openOne, openMany } = note.dataset;
      const one = open.length === 1 ? openOne.replace("%n", () => title(open[0])) : openMany.replace("%n", open.length);
      note.textContent = open.length ? one : "";
    }
    form.querySelectorAll(".report-side").forEach((side) => {
      const all = rows().filter((row) => side.contains(row)), sum = side.querySelector("[data-out-of]");
      const out = all.filter(isOut).length;
      if (sum) sum.textContent = out ? sum.dataset.outOf.replace("%n", out).replace("%m", all.length) : "";
    });
  }
  // One row is open at a time: whoever goes on with another has said what there was to say.
  form.addEventListener("change", ({ target }) => {
    const row = target.closest(".report-side .line");
    if (row && row.querySelector(".tick-red")) {
      rows().filter((one) => one !== row).forEach((one) => fold(one, true));
      fold(row, target.name.startsWith("by:"));
    }
    count();
  });
  form.addEventListener("click", (event) => {
    const row = event.target.closest(".report-side .line.is-folded");
    if (!row || !event.target.closest(".line-text")) return;
    event.preventDefault(); // the name of a folded row opens it; only its box takes it out of the list
    rows().forEach((one) => fold(one, one !== row));
    killer(row).focus();
  });
  rows().forEach((row) => fold(row, true));
  count();
})();
