// Maps: pan by dragging, zoom by wheel, pinch and buttons; a tap loads the territory's panel in place.
(() => {
  const frame = document.querySelector(".map-frame");
  const svg = frame && frame.querySelector("svg.map");
  if (!svg) return;
  const home = svg.viewBox.baseVal;
  const box = { x: home.x, y: home.y, w: home.width, h: home.height };
  const whole = { ...box };
  const show = () => svg.setAttribute("viewBox", `${box.x} ${box.y} ${box.w} ${box.h}`);
  const zoom = (factor, cx, cy) => {
    const w = Math.min(whole.w, Math.max(whole.w / 6, box.w * factor));
    const real = w / box.w;
    box.x = cx - (cx - box.x) * real;
    box.y = cy - (cy - box.y) * real;
    box.w = w;
    box.h *= real;
    show();
  };
  const at = (event) => {
    const r = svg.getBoundingClientRect();
    return [box.x + ((event.clientX - r.left) / r.width) * box.w, box.y + ((event.clientY - r.top) / r.height) * box.h];
  };
  svg.addEventListener("wheel", (event) => { event.preventDefault(); zoom(event.deltaY > 0 ? 1.15 : 0.87, ...at(event)); }, { passive: false });
  const fingers = new Map();
  let moved = 0, gap = 0;
  svg.addEventListener("pointerdown", (event) => { fingers.set(event.pointerId, event); moved = 0; });
  window.addEventListener("pointermove", (event) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const r = svg.getBoundingClientRect();
    if (fingers.size === 1) {
      box.x -= ((event.clientX - before.clientX) / r.width) * box.w;
      box.y -= ((event.clientY - before.clientY) / r.height) * box.h;
      moved += Math.abs(event.clientX - before.clientX) + Math.abs(event.clientY - before.clientY);
      show();
    }
    fingers.set(event.pointerId, event);
    if (fingers.size === 2) {
      const [a, b] = [...fingers.values()];
      const now = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
      if (gap) zoom(gap / now, ...at({ clientX: (a.clientX + b.clientX) / 2, clientY: (a.clientY + b.clientY) / 2 }));
      gap = now;
      moved += 20;
    }
  });
  const up = (event) => { fingers.delete(event.pointerId); gap = 0; };
  window.addEventListener("pointerup", up);
  window.addEventListener("pointercancel", up);
  svg.addEventListener("click", (event) => { if (moved > 12) event.preventDefault(); }, true);
})();
