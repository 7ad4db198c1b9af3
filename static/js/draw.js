// The editor of maps: what a tap, a stroke, a drag or a key does with the tool in hand. Every stroke is a form the
// page has anyway; the answer brings the drawing and the panel anew. It listens before map.js does and leaves it
// what is not its own: panning, pinching, walking over the map by arrow keys.
(() => {
  const HANDS = ["", "add", "delete", "link", "move", "outline"];
  const STEP = 10, WAIT = 700;
  const canvas = () => document.getElementById("canvas");
  const board = (node) => node && node.closest && node.closest("#canvas svg.map");
  const placeOf = (node) => node && node.closest && node.closest("#canvas svg.map a[data-t]");
  const tool = () => canvas().dataset.tool;
  const paints = () => !HANDS.includes(tool());

  // On a phone the territory's sheet covers the page's lower part: the map goes above it.
  const aboveTheSheet = () => {
    if (matchMedia("(max-width: 61.99em)").matches && document.querySelector(".map-panel")) canvas().querySelector("[data-map-frame]").scrollIntoView({ block: "start" });
  };
  document.addEventListener("DOMContentLoaded", aboveTheSheet);

  // Folded tools lie over the map while they are open: a tap anywhere else closes them.
  const fold = (but) => canvas().querySelectorAll("details.map-brush-group[open]").forEach((one) => { if (!one.contains(but)) one.open = false; });
  document.addEventListener("pointerdown", (event) => fold(event.target), true);
  document.addEventListener("focusin", (event) => fold(event.target));

  // Strokes wait for each other: the next one is sent when the answer to the last is drawn.
  const waiting = [];
  let busy = false, focus = "", corners = [];
  const send = (fields) => { waiting.push(fields); next(); };
  const next = () => {
    if (busy || !waiting.length) return;
    busy = true;
    const form = canvas().querySelector("form[data-stroke]");
    for (const [name, value] of Object.entries(waiting.shift())) {
      const input = document.createElement("input");
      Object.assign(input, { type: "hidden", name, value });
      form.append(input);
    }
    form.requestSubmit();
  };
  const open = (href) => htmx.ajax("GET", href.replace(/#.*$/, ""), { source: canvas().querySelector("form[data-stroke]") }).catch(() => {});
  document.addEventListener("htmx:afterSettle", (event) => {
    if (event.target.id !== "canvas") return;
    busy = false;
    corners = [];
    const tool = canvas().querySelector(".map-brushes [aria-current]");  // its row may be wider than a phone
    if (tool) tool.parentNode.scrollLeft = tool.offsetLeft - tool.parentNode.offsetLeft - tool.offsetWidth;
    aboveTheSheet();
    if (focus) canvas().querySelector(`a[data-t="${CSS.escape(focus)}"]`)?.focus({ preventScroll: true });
    next();
  });
  const failed = () => { busy = false; waiting.length = 0; };
  document.addEventListener("htmx:sendError", failed);
  document.addEventListener("htmx:responseError", failed);

  const spot = (svg, event) => {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    return { x: Math.round(point.x), y: Math.round(point.y) };
  };

  // Corner after corner; the first one again closes the shape
  const NEAR = 24;
  const corner = (svg, event) => {
    const here = spot(svg, event), first = corners[0], reach = NEAR / svg.getScreenCTM().a;
    if (corners.length > 2 && Math.hypot(here.x - first.x, here.y - first.y) <= reach) {
      return send({ act: "outline", t: canvas().dataset.chosen, corners: corners.map((one) => `${one.x},${one.y}`).join(" ") });
    }
    corners.push(here);
    return sketch(svg, reach);
  };
  const sketch = (svg, reach) => {
    svg.querySelectorAll(".m-sketch").forEach((one) => one.remove());
    const part = (kind, values) => {
      const made = document.createElementNS("http://www.w3.org/2000/svg", kind);
      for (const [name, value] of Object.entries({ class: "m-sketch", ...values })) made.setAttribute(name, value);
      svg.append(made);
    };
    if (!corners.length) return;
    part("polyline", { points: corners.map((one) => `${one.x},${one.y}`).join(" ") });
    part("circle", { cx: corners[0].x, cy: corners[0].y, r: reach / 2 });
  };
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !corners.length) return;
    corners = [];
    sketch(canvas().querySelector("svg.map"), 0);
  });

  // A tap on a territory, a free cell or bare ground
  const tapped = (link, svg, event) => {
    const key = link ? link.dataset.t : "", chosen = canvas().dataset.chosen;
    if (tool() === "outline" && chosen && event.detail) return corner(svg, event);
    if (link && link.dataset.cell) return send({ act: "add", cell: link.dataset.cell });
    if (tool() === "add" && !link && canvas().dataset.shape === "graph") return send({ act: "add_point", ...spot(svg, event) });
    if (!link) return undefined;
    if (paints()) return send({ act: "paint", t: key });
    if (tool() === "delete") return send({ act: "delete", t: key });
    if (tool() === "link" && chosen && chosen !== key) return send({ act: "link", t: chosen, other: key });
    if (tool() === "link" && chosen) return open("?brush=link");
    return open(link.getAttribute("href"));
  };

  // Strokes and drags
  const fingers = new Set();
  let stroke = null, drag = null, walked = 0, began = [0, 0], under = null;
  const forget = () => {
    if (stroke) stroke.links.forEach((link) => link.classList.remove("is-painted"));
    if (drag) shift(drag.link, { x: 0, y: 0 });
    stroke = drag = null;
  };
  document.addEventListener("pointerdown", (event) => {
    const svg = board(event.target);
    if (!svg || event.button) return;
    fingers.add(event.pointerId);
    walked = 0;
    began = [event.clientX, event.clientY];
    under = svg;
    if (fingers.size > 1) return forget();
    const link = placeOf(event.target);
    if (paints() && link) stroke = { links: new Set() };
    if (stroke) over(link);
    if (tool() === "move" && link) drag = { link, svg, from: spot(svg, event), id: event.pointerId };
    if (link && (stroke || drag) && event.pointerType !== "mouse") link.releasePointerCapture?.(event.pointerId);
  }, true);
  const over = (link) => {
    if (!link) return;
    stroke.links.add(link);
    link.classList.add("is-painted");
  };
  document.addEventListener("pointermove", (event) => {
    if (!stroke && !drag) {
      if (fingers.size) walked = Math.max(walked, Math.hypot(event.clientX - began[0], event.clientY - began[1]));
      return;
    }
    event.stopPropagation();
    event.preventDefault();
    if (stroke) return over(placeOf(document.elementFromPoint(event.clientX, event.clientY)));
    const now = spot(drag.svg, event);
    drag.by = { x: now.x - drag.from.x, y: now.y - drag.from.y };
    shift(drag.link, drag.by);
  }, true);
  const shift = (link, by) => {
    link.dataset.at ||= link.getAttribute("transform");
    link.setAttribute("transform", `translate(${by.x} ${by.y}) ${link.dataset.at}`);
    link.classList.toggle("is-painted", Boolean(by.x || by.y));
  };
  const put = (link, by) => send({ act: "move", t: link.dataset.t, x: Number(link.dataset.x) + by.x, y: Number(link.dataset.y) + by.y });
  document.addEventListener("pointerup", (event) => {
    fingers.delete(event.pointerId);
    const now = board(event.target);
    // The answer to the stroke before has put a new drawing under the finger: the browser makes no click of that.
    if (now && under && !under.isConnected && !stroke && !drag && walked <= 8) {
      tapped(placeOf(event.target), now, { clientX: event.clientX, clientY: event.clientY, detail: 1 });
    }
    under = null;
    if (stroke) {
      const keys = [...stroke.links].map((link) => link.dataset.t);
      stroke = null;
      walked = Infinity;
      send({ act: "paint", t: keys.join("|") });
    }
    if (drag) {
      const { link, by } = drag;
      drag = null;
      if (by && Math.abs(by.x) + Math.abs(by.y) > 6) { walked = Infinity; put(link, by); } else shift(link, { x: 0, y: 0 });
    }
  }, true);
  document.addEventListener("pointercancel", (event) => { fingers.delete(event.pointerId); forget(); }, true);
  document.addEventListener("dblclick", (event) => { if (board(event.target) && tool()) event.stopPropagation(); }, true);
  document.addEventListener("click", (event) => {
    const svg = board(event.target);
    if (!svg || event.metaKey || event.ctrlKey) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.detail === 0 || walked <= 8) tapped(event.target.closest("a"), svg, event);
    walked = 0;
  }, true);

  // Arrow keys move a territory with the tool "move"; it is sent when the keys rest
  let pushed = null;
  const rest = () => {
    if (!pushed) return;
    const { link, by } = pushed;
    pushed = null;
    focus = link.dataset.t;
    put(link, by);
  };
  document.addEventListener("keydown", (event) => {
    const link = placeOf(event.target);
    const way = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[event.key];
    if (!link || !way || tool() !== "move") return;
    event.preventDefault();
    event.stopPropagation();
    if (!pushed || pushed.link !== link) { rest(); pushed = { link, by: { x: 0, y: 0 } }; }
    const step = event.shiftKey ? 5 * STEP : STEP;
    pushed.by = { x: pushed.by.x + way[0] * step, y: pushed.by.y + way[1] * step };
    shift(link, pushed.by);
    clearTimeout(pushed.timer);
    pushed.timer = setTimeout(rest, WAIT);
  }, true);
  document.addEventListener("focusin", (event) => { focus = placeOf(event.target)?.dataset.t || ""; });
})();
