// What page.py asks a page by Playwright's own script, `asks`, which stands before it.
const frame = () => new Promise((drawn) => {
  const late = setTimeout(drawn, 120);
  requestAnimationFrame(() => { clearTimeout(late); drawn(); });
});
const inside = (box) => box.top >= 0 && box.bottom <= innerHeight && box.left >= 0 && box.right <= innerWidth;
Object.assign(asks, {
  all: (what) => asks.querySelectorAll(asks.parseSelector(what), document),
  find(what, states) {
    const all = asks.all(what);
    if (all.length > 1) return { strict: asks.strictModeViolationError(asks.parseSelector(what), all).message };
    if (!all.length) return { why: "nothing is there" };
    for (const state of states) {
      const { matches, received } = asks.elementState(all[0], state, true);
      if (!matches) return { why: `it is ${received}` };
    }
    return { one: all[0] };
  },
  gone(what, state) {
    const all = asks.all(what);
    return !all.length || (state === "hidden" && all.every((one) => asks.elementState(one, "hidden", true).matches));
  },
  box(one) {
    const { x, y, width, height } = one.getBoundingClientRect();
    return width || height ? { x, y, width, height } : null;
  },
  async judge(given) {
    const all = asks.all(given.selector), many = given.expression === "to.have.count" || given.expression.endsWith(".array");
    if (!many && all.length > 1)
      return { strict: asks.strictModeViolationError(asks.parseSelector(given.selector), all).message };
    if (!many && !all.length) {
      const hidden = ["to.be.hidden", "to.be.detached"], seen = ["to.be.visible", "to.be.attached", "to.be.in.viewport"];
      if (hidden.includes(given.expression)) return { matches: true };
      return { matches: seen.includes(given.expression) ? false : given.isNot, missing: true };
    }
    const { matches, received } = many ? asks.expectArray(all, given) : await asks.expectSingleElement(all[0], given, true);
    return { matches: Boolean(matches), received: received === undefined ? null : received };
  },
  // Where to click: in the window, at rest, with nothing over it
  async place(one, position, force) {
    for (const block of ["center", "end", "start"]) {
      if (!inside(one.getBoundingClientRect())) one.scrollIntoView({ block, inline: "nearest", behavior: "instant" });
      let box = one.getBoundingClientRect(), last;
      do {
        last = box;
        await frame();
        await frame();
        box = one.getBoundingClientRect();
      } while (last.x !== box.x || last.y !== box.y);
      const first = (!position && one.getClientRects()[0]) || box;
      const x = position ? box.x + position.x : first.x + first.width / 2;
      const y = position ? box.y + position.y : first.y + first.height / 2;
      const hit = document.elementFromPoint(x, y), label = hit && hit.closest("label");
      const within = asks.retarget(one, "button-link");
      if (force || (hit && within.contains(hit)) || (label && (label.control === one || label === one))) return [x, y];
      one.scrollIntoView({ block: block === "center" ? "end" : "start", inline: "nearest", behavior: "instant" });
    }
    return null;
  },
  write(one, text) {
    if (asks.fill(one, text) !== "needsinput") return;
    if (text) document.execCommand("insertText", false, text);
    else document.execCommand("delete");
  },
  choose(one, options) {
    const got = asks.selectOptions(one, options);
    if (typeof got === "string") throw new Error(got);
  },
});
