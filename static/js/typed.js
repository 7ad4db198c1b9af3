// A report half filled in stays on this device until it is sent, and is offered again: after a reload, or when a phone
// has dropped the page. It is one person's, for an evening, gone once it is sent or somebody signs out.
(() => {
  "use strict";
  const STORED = "typed:", EVENING = 12 * 3600 * 1000, decided = new Set(), answers = "answers" in document.body.dataset;
  const offers = () => [...document.querySelectorAll("form [data-typed]")];
  const keyOf = (offer) => STORED + offer.dataset.typed;
  const keys = () => Object.keys(localStorage).filter((key) => key.startsWith(STORED));
  const drop = (key) => localStorage.removeItem(key);
  function read(key) {
    try { return JSON.parse(localStorage.getItem(key)); } catch { return null; }
  }
  function write(key, draft) {
    try { localStorage.setItem(key, JSON.stringify(draft)); } catch { /* no room: then it is not kept */ }
  }

  const isBox = ({ type }) => ["radio", "checkbox"].includes(type);
  const asked = (form) => [...form.elements].filter((one) => one.name && one.matches("input:not([type=hidden], [type=file], [type=password]), textarea, select"));
  const said = (form) => asked(form).map((one) => [one.name, one.value, isBox(one) && one.checked]);
  const preset = ({ options, defaultValue }) => options
    ? ([...options].find((one) => one.defaultSelected) || options[0] || {}).value : defaultValue;
  const drawn = (form) => asked(form).map((one) => [one.name, isBox(one) ? one.value : preset(one), isBox(one) && one.defaultChecked]);
  const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
  // What the page asked, and what was known then: the game has changed if that is another by now.
  const stands = (offer) => [offer.dataset.stands, ...drawn(offer.closest("form"))].join()
    .split("").reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) | 0, 7);

  function keep(offer, sent = false) {
    const key = keyOf(offer), form = offer.closest("form"), before = read(key);
    if (!decided.has(key)) return;
    if (!answers && same(said(form), drawn(form))) return drop(key);
    const known = answers && before ? before.stands : stands(offer);
    write(key, { at: before ? before.at : Date.now(), said: said(form), stands: before && !answers ? before.stands : known, sent });
  }
  function giveBack(form, told) {
    asked(form).forEach((one) => {
      const was = told.find(([name, value]) => name === one.name && (!isBox(one) || value === one.value));
      if (!was || (isBox(one) ? one.checked === was[2] : one.value === was[1])) return;
      if (isBox(one)) one.checked = was[2];
      else if (!one.options || [...one.options].some(({ value }) => value === was[1])) one.value = was[1];
      for (let fold = one.closest("details"); fold; fold = fold.parentNode.closest("details")) fold.open = true;
    });
    form.dispatchEvent(new Event("change", { bubbles: true }));
  }
  function offer(one) {
    const key = keyOf(one), draft = read(key), form = one.closest("form");
    if (decided.has(key)) return;
    if (!draft || answers || same(draft.said, said(form))) return decided.add(key), draft && keep(one);
    const begun = one.querySelector("[data-begun]"), fold = form.closest("details");
    const time = new Date(draft.at).toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
    begun.textContent = begun.dataset.begun.replace("%n", time);
    one.querySelector("[data-changed]").hidden = draft.stands === stands(one);
    one.hidden = false;
    if (fold) fold.open = true;
    one.scrollIntoView({ block: "nearest" });
  }
  document.addEventListener("click", ({ target }) => {
    const one = target.closest("[data-typed]"), button = target.closest("[data-go-on], [data-begin-anew]");
    if (!one || !button) return;
    const key = keyOf(one), draft = read(key);
    decided.add(key);
    one.hidden = !("goOn" in button.dataset) || one.querySelector("[data-changed]").hidden;
    one.querySelectorAll("button").forEach((each) => { each.hidden = true; });
    if ("goOn" in button.dataset && draft) giveBack(one.closest("form"), draft.said);
    else drop(key);
  });

  const keepAll = (event) => setTimeout(() => {
    const one = event.target.closest && event.target.closest("form")?.querySelector("[data-typed]");
    if (one) keep(one);
  });
  ["click", "input", "change"].forEach((name) => document.addEventListener(name, keepAll));
  document.addEventListener("submit", ({ target }) => {
    const one = target.querySelector("[data-typed]");
    if (one) decided.add(keyOf(one)), keep(one, true);
  }, true);
  document.addEventListener("renewed", () => offers().forEach(offer));

  function tidy() {
    const here = offers(), [whose] = here.map((one) => one.dataset.typed.split(" ")[0]);
    const forgets = document.querySelector("[data-forgets]");
    keys().forEach((key) => {
      const draft = read(key), one = here.find((each) => keyOf(each) === key);
      const others = whose && !key.startsWith(`${STORED}${whose} `);
      const isSent = draft && draft.sent && !answers && !(one && draft.stands === stands(one));
      if (forgets || others || isSent || !draft || Date.now() - draft.at > EVENING) drop(key);
    });
  }
  addEventListener("pageshow", (event) => {
    if (event.persisted) return;
    tidy();
    offers().forEach(offer);
  });
})();
