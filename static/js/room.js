// What is for one pair of eyes shuts again by itself: when nobody has touched it for a while, and at once when
// the page goes out of sight. Without script one shuts it by hand.
(() => {
  "use strict";
  const PATIENCE = 20000;  // milliseconds
  const timers = new WeakMap();
  const all = () => document.querySelectorAll("details[data-hides]");
  const shut = (one) => { one.open = false; };
  const wait = (one) => {
    clearTimeout(timers.get(one));
    if (!one.open) return;
    timers.set(one, setTimeout(() => {
      if (one.contains(document.activeElement) && document.activeElement.matches("input, textarea")) wait(one);
      else shut(one);
    }, PATIENCE));
  };
  document.addEventListener("toggle", (event) => { if (event.target.matches("details[data-hides]")) wait(event.target); }, true);
  ["pointerdown", "keydown", "input"].forEach((name) => document.addEventListener(name, (event) => {
    const one = event.target.closest && event.target.closest("details[data-hides]");
    if (one) wait(one);
  }));
  document.addEventListener("visibilitychange", () => { if (document.hidden) all().forEach(shut); });
  window.addEventListener("pagehide", () => all().forEach(shut));
  document.addEventListener("DOMContentLoaded", () => all().forEach(wait));
})();
