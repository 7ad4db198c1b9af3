// Orders on the map: a tap goes on to a territory, or takes the banner that stands there in hand. It listens after
// map.js, which keeps what was a drag. Lines of the sequence can be dragged; the arrows do the same.
(() => {
  const board = () => document.getElementById("board");
  let focus = "";
  // With the board comes the bar: it seals what was shown last, and nothing else.
  document.addEventListener("htmx:configRequest", ({ detail: { headers } }) => {
    if (headers["HX-Target"] === "board") headers["HX-Target"] = "board bar";
  });
  const send = (form, name, value) => {
    const input = Object.assign(document.createElement("input"), { type: "hidden", name, value });
    form.append(input);
    form.requestSubmit();
    setTimeout(() => input.remove());
  };
  document.addEventListener("click", (event) => {
    const tap = event.target.closest("#board svg.map a[data-t]");
    if (!tap || event.defaultPrevented || event.metaKey || event.ctrlKey) return;
    const way = document.getElementById("way");
    const on = way && way.querySelector(`button[name="step"][value="${CSS.escape(tap.dataset.t)}"]`);
    const banner = board().querySelector(`[data-banner-at="${CSS.escape(tap.dataset.t)}"]:not(.is-chosen)`);
    event.preventDefault();
    focus = tap.dataset.t;
    if (on || !banner) { if (way) send(way, "step", tap.dataset.t); } else banner.click();
  });
  // The table that does the same is unfolded once for the whole way.
  const table = () => board()?.querySelector("details.ledger");
  let unfolded = false;
  document.addEventListener("htmx:beforeSwap", () => { unfolded = Boolean(table()?.open); });
  document.addEventListener("htmx:afterSettle", () => {
    if (unfolded && table()) table().open = true;
    const again = focus && board()?.querySelector(`a[data-t="${CSS.escape(focus)}"]`);
    focus = "";
    if (again) again.focus({ preventScroll: true });
  });

  // Dragging a line of the sequence
  let held = null;
  document.addEventListener("dragstart", (event) => {
    const line = event.target.closest && event.target.closest("[data-sequence] .line");
    if (!line) return;
    held = line;
    event.dataTransfer.effectAllowed = "move";
  });
  document.addEventListener("dragover", (event) => {
    if (held && event.target.closest("[data-sequence] .line")) event.preventDefault();
  });
  document.addEventListener("drop", (event) => {
    const to = held && event.target.closest("[data-sequence] .line");
    if (!to) return;
    event.preventDefault();
    const lines = [...to.parentNode.children], places = lines.indexOf(to) - lines.indexOf(held);
    const form = held.querySelector("form");
    held = null;
    if (places && form) send(form, "places", String(places));
  });
  document.addEventListener("dragend", () => { held = null; });
  const draggable = () => document.querySelectorAll("[data-sequence] .line:has(form)").forEach((line) => { line.draggable = true; });
  ["DOMContentLoaded", "htmx:afterSettle", "renewed"].forEach((name) => document.addEventListener(name, draggable));
})();
