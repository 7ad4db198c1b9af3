// Maps: drag, pinch, wheel, keys and buttons move the view; a tap marks the territory and its neighbours at
// once and fetches its panel. The board may be swapped at any time: everything listens on the document.
(() => {
  const root = document.documentElement;
  root.classList.add("has-script");
  const svgOf = (node) => node && node.closest && node.closest("[data-map-frame]")?.querySelector("svg.map");
  const views = { now: null };

  // A link's territory stands in its address; neighbours are tiles that touch, and what the map says beside that.
  const keyed = (svg) => svg.querySelectorAll(".m-taps > a:not([data-t], [data-cell])").forEach((link) => {
    link.dataset.t = new URLSearchParams(link.getAttribute("href").replace(/^[^?]*|#.*$/g, "")).get("t");
  });
  const linkOf = (svg, key) => svg.querySelector(`a[data-t="${CSS.escape(key)}"]`);
  const placed = (link) => { const all = link.transform.baseVal; return all.getItem(all.numberOfItems - 1).matrix; };
  const TOUCH = 180;  // units from tile to tile
  const nearOf = (svg, link) => {
    const key = link.dataset.t, here = placed(link), near = new Set();
    if (!svg.classList.contains("m-free-shapes")) {
      svg.querySelectorAll("a[data-t]").forEach((one) => {
        const there = placed(one);
        if (one !== link && Math.hypot(there.e - here.e, there.f - here.f) < TOUCH) near.add(one.dataset.t);
      });
    }
    for (const bond of (svg.dataset.bonds || "").split(" ")) {
      const [a, b] = bond.replace(/^-/, "").split("|");
      if (a === key || b === key) near[bond[0] === "-" ? "delete" : "add"](a === key ? b : a);
    }
    return near;
  };

  const whole = (svg) => {
    if (!svg.dataset.whole) svg.dataset.whole = svg.getAttribute("viewBox");
    const [x, y, w, h] = svg.dataset.whole.split(" ").map(Number);
    return { x, y, w, h };
  };
  const view = (svg) => { const [x, y, w, h] = svg.getAttribute("viewBox").split(" ").map(Number); return { x, y, w, h }; };
  const show = (svg, box) => {
    const all = whole(svg);
    box.w = Math.min(all.w, Math.max(all.w / 8, box.w));
    box.h = (box.w * all.h) / all.w;
    box.x = Math.min(all.x + all.w - box.w, Math.max(all.x, box.x));
    box.y = Math.min(all.y + all.h - box.h, Math.max(all.y, box.y));
    views.now = box.w < all.w ? { ...box } : null;
    svg.setAttribute("viewBox", `${box.x} ${box.y} ${box.w} ${box.h}`);
    detail(svg);
  };
  // From far away labels cannot be read and territories hardly be tapped: labels go, and a tap comes closer.
  const LEGIBLE = 6, ACROSS = 6;  // pixels, territories across the closer view
  const SMALL = 480, LABELS = { small: 45, large: 31 };  // a map so narrow has larger letters, in units of the map
  const label = (svg) => svg.getBoundingClientRect().width > SMALL ? LABELS.large : LABELS.small;
  const detail = (svg) => {
    keyed(svg);
    svg.classList.toggle("is-far", label(svg) / scale(svg) < LEGIBLE);
  };
  const closer = (svg, link) => {
    const at = placed(link), all = whole(svg), w = ACROSS * link.querySelector(".m-tap").getBBox().width, h = (w * all.h) / all.w;
    show(svg, { x: at.e - w / 2, y: at.f - h / 2, w, h });
  };
  const detailAll = () => document.querySelectorAll("[data-map-frame] svg.map").forEach(detail);
  document.addEventListener("DOMContentLoaded", detailAll);
  window.addEventListener("resize", detailAll);
  const scale = (svg) => { const r = svg.getBoundingClientRect(), b = view(svg); return Math.max(b.w / r.width, b.h / r.height); };
  const at = (svg, x, y) => {
    const point = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM().inverse());
    return [point.x, point.y];
  };
  const zoom = (svg, factor, cx, cy) => {
    const box = view(svg), all = whole(svg);
    const w = Math.min(all.w, Math.max(all.w / 8, box.w * factor)), real = w / box.w;
    show(svg, { x: cx - (cx - box.x) * real, y: cy - (cy - box.y) * real, w, h: box.h * real });
  };
  // The first tap closer comes as near as a thumb needs to hit each territory.
  const THUMB = 44;
  const forThumbs = (svg, factor) => {
    if (factor > 1 || view(svg).w < whole(svg).w) return factor;
    const boxes = [...svg.querySelectorAll("a[data-t] .m-tap")].map((one) => one.getBoundingClientRect());
    return Math.min(factor, ...boxes.map(({ width, height }) => Math.min(width, height) / THUMB));
  };
  const middle = (svg) => { const b = view(svg); return [b.x + b.w / 2, b.y + b.h / 2]; };

  // Drag and pinch
  const fingers = new Map();
  let moved = 0, gap = 0, held = null;
  document.addEventListener("pointerdown", (event) => {
    const svg = svgOf(event.target);
    if (!svg || event.button) return;
    if (!fingers.size) moved = 0;
    held = svg;
    fingers.set(event.pointerId, event);
  });
  document.addEventListener("pointermove", (event) => {
    const before = fingers.get(event.pointerId);
    if (!before || !held) return;
    fingers.set(event.pointerId, event);
    const dx = event.clientX - before.clientX, dy = event.clientY - before.clientY;
    if (fingers.size === 1) {
      moved += Math.abs(dx) + Math.abs(dy);
      const box = view(held), s = scale(held);
      if (moved > 8) show(held, { ...box, x: box.x - dx * s, y: box.y - dy * s });
    } else {
      const [a, b] = [...fingers.values()];
      const wide = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
      if (gap) zoom(held, gap / wide, ...at(held, (a.clientX + b.clientX) / 2, (a.clientY + b.clientY) / 2));
      gap = wide;
      moved += 20;
    }
  });
  const up = (event) => { fingers.delete(event.pointerId); gap = 0; };
  document.addEventListener("pointerup", up);
  document.addEventListener("pointercancel", up);
  document.addEventListener("dragstart", (event) => { if (svgOf(event.target)) event.preventDefault(); });
  document.addEventListener("wheel", (event) => {
    const svg = svgOf(event.target);
    if (!svg || !(event.ctrlKey || event.metaKey || views.now)) return;
    event.preventDefault();
    zoom(svg, event.deltaY > 0 ? 1.15 : 0.87, ...at(svg, event.clientX, event.clientY));
  }, { passive: false });
  document.addEventListener("dblclick", (event) => {
    const svg = svgOf(event.target);
    if (svg) { event.preventDefault(); zoom(svg, 0.55, ...at(svg, event.clientX, event.clientY)); }
  });

  // A tap
  const mark = (svg, key) => {
    svg.classList.toggle("has-choice", Boolean(key));
    svg.querySelectorAll("a.is-near, a.is-chosen").forEach((one) => one.classList.remove("is-near", "is-chosen"));
    const chosen = key && linkOf(svg, key);
    if (!chosen) return;
    chosen.classList.add("is-chosen");
    for (const near of nearOf(svg, chosen)) linkOf(svg, near)?.classList.add("is-near");
  };
  // The address says which panel is open; what follows the league is fetched from there.
  const stands = (key, href) => {
    const url = new URL(href, location.href);
    url.hash = "";
    history.replaceState(null, "", url);
    document.querySelectorAll("svg.map").forEach((svg) => mark(svg, key));
    document.querySelectorAll("[data-from]").forEach((part) => { part.dataset.from = url.pathname + url.search; });
    return url;
  };
  const open = (key, href) => {
    const url = stands(key, href);
    if (matchMedia("(max-width: 61.99em)").matches) document.querySelector("[data-map-frame]").scrollIntoView({ block: "start", behavior: "smooth" });
    url.searchParams.set("part", "panel");
    return htmx.ajax("GET", url.pathname + url.search, { target: "#panel", swap: "outerHTML" }).catch(() => {});
  };
  document.addEventListener("click", (event) => {
    const tools = event.target.closest("[data-zoom]");
    if (tools) {
      const svg = svgOf(tools);
      if (tools.dataset.zoom === "whole") show(svg, whole(svg));
      else zoom(svg, forThumbs(svg, Number(tools.dataset.zoom)), ...middle(svg));
      return;
    }
    const tap = event.target.closest("svg.map a[data-t]");
    if (tap && moved > 8) { event.preventDefault(); return; }
    const close = event.target.closest("[data-close-panel]");
    if (close) {
      event.preventDefault();
      document.getElementById("panel").hidden = true;
      stands("", close.getAttribute("href"));
      return;
    }
    const link = tap || event.target.closest("a[data-t-link]");
    if (!link || !document.getElementById("panel") || event.metaKey || event.ctrlKey) return;
    event.preventDefault();
    if (tap && svgOf(tap).classList.contains("is-far")) closer(svgOf(tap), tap);
    open(tap ? tap.dataset.t : link.dataset.tLink, link.getAttribute("href"));
  });

  // Keys on the map: plus, minus, and arrows to the nearest territory that way
  document.addEventListener("keydown", (event) => {
    const svg = svgOf(event.target);
    if (!svg) return;
    if (event.key === "+" || event.key === "-") { zoom(svg, event.key === "+" ? 0.75 : 1.33, ...middle(svg)); event.preventDefault(); }
    const ways = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
    const here = event.target.closest("a[data-t]");
    if (!ways[event.key] || !here) return;
    event.preventDefault();
    const [wx, wy] = ways[event.key], from = placed(here);
    let best = null, least = Infinity;
    for (const one of svg.querySelectorAll("a[data-t]")) {
      const there = placed(one), dx = there.e - from.e, dy = there.f - from.f, along = dx * wx + dy * wy;
      const off = Math.abs(dx * wy) + Math.abs(dy * wx), cost = along + 2 * off;
      if (along > 2 && cost < least) { least = cost; best = one; }
    }
    best?.focus();
  });

  // The board was swapped: keep the view and the mark
  for (const change of ["htmx:afterSwap", "renewed"]) document.addEventListener(change, () => {
    document.querySelectorAll("svg.map").forEach(detail);
    const svg = document.querySelector("#board svg.map, #canvas svg.map");
    if (!svg) return;
    if (views.now && !svg.dataset.whole) { whole(svg); show(svg, { ...views.now }); }
    const panel = document.getElementById("panel");
    if (panel && !panel.hidden) mark(svg, new URLSearchParams(location.search).get("t"));
  });
})();
