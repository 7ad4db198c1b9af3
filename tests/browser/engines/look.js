// What a sweep asks of an open page, in every engine alike: by how much it is wider than its window, names that have
// no width, words that break though they are short, icons that are empty, fields an iPhone zooms into or opens letters
// for that want digits, and how large the boxes of its parts are.
() => {
  const name = (one) => [one.tagName.toLowerCase(), ...[...one.classList].filter((part) => !/\d/.test(part)).slice(0, 2)].join(".")
    + (one.matches("input") ? `[${one.type}]` : "");
  const path = (one) => {
    const parts = [];
    for (; one && one !== document.body; one = one.parentElement) {
      if (one.id) { parts.unshift(`#${one.id}`); break; }
      parts.unshift([...one.parentElement.children].indexOf(one));
    }
    return parts.join(">");
  };
  const shows = (one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const box = (one) => one.getBoundingClientRect();
  const ours = [...document.body.querySelectorAll("*:not(svg *, script, style, template, option)")].filter(shows);
  const KIND = "header,main,nav,aside,section,form,fieldset,h1,h2,h3,table,th,td,button,a.btn,input,select,textarea,"
    + "summary,details,dialog,svg,img,li,p,label,.line,.card,.map-frame,.emblem,.who,progress";
  const boxes = {};
  for (const one of ours) {
    const { width, height } = box(one);
    if (one.matches(KIND) && width && height) boxes[path(one)] = [name(one), Math.round(width), Math.round(height)];
  }
  const root = document.documentElement;
  const says = (one) => `${name(one)} “${one.textContent.trim().slice(0, 30)}”`;
  const range = document.createRange();
  const lines = () => new Set([...range.getClientRects()].filter((at) => at.width > 1).map((at) => Math.round(at.top))).size;
  const broken = [];
  for (const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT); walk.nextNode();) {
    const text = walk.currentNode, one = text.parentElement;
    if (!text.data.trim() || one.closest("svg, script, style, option, code, .visually-hidden") || !shows(one)) continue;
    range.selectNodeContents(text);
    if (lines() < 2) continue;
    for (const { 0: word, index } of text.data.matchAll(/[^\s\-–/·…\u00ad]+/g)) {
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      if (word.length < 15 && lines() > 1 && getComputedStyle(one).hyphens !== "auto") broken.push(`“${word}” in ${name(one)}`);
    }
  }
  const typed = ours.filter((one) => one.matches("input:not([type=radio], [type=checkbox], [type=file]), select, textarea"));
  const highest = () => new Map(ours.map((one) => [one, Math.round(box(one).height)]));
  const first = highest();
  document.body.style.width = "calc(100% - 1px)";
  root.getBoundingClientRect();
  document.body.style.width = "";
  const then = highest();
  const jumped = ours.filter((one) => Math.abs(first.get(one) - then.get(one)) > 1);
  return {
    broken,
    jumps: jumped.filter((one) => !jumped.some((other) => other !== one && one.contains(other)))
      .map((one) => `${name(one)} from ${first.get(one)} to ${then.get(one)} px in ${path(one)}`),
    zooms: innerWidth < 500 ? typed.filter((one) => parseFloat(getComputedStyle(one).fontSize) < 16).map(name) : [],
    letters: typed.filter((one) => one.type === "number" && !one.inputMode && !(one.min < 0)).map((one) => one.name),
    wide: root.scrollWidth - root.clientWidth,
    gone: ours.filter((one) => !one.childElementCount && one.textContent.trim() && !box(one).width && !one.closest("bdi"))
      .map(says),
    empty: [...document.querySelectorAll("use:not(pattern *, defs *)")].filter((one) => shows(one.ownerSVGElement) && box(one.ownerSVGElement).width)
      .filter((one) => !(one.getBBox().width || one.getBBox().height)).map((one) => one.getAttribute("href")),
    boxes,
  };
}
