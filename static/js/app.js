// What pages gain from script; every one of them works without it.
// No framework: htmx fetches fragments, this file listens, counts and opens.
(() => {
  "use strict";
  const root = document.documentElement;
  const body = document.body;
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  root.classList.add("js");
  if (window.htmx) Object.assign(htmx.config, {
    includeIndicatorStyles: false, allowEval: false, historyCacheSize: 0, scrollBehavior: "auto",
    responseHandling: [
      { code: "204", swap: false }, { code: "[23]..", swap: true }, { code: "409|422", swap: true },
      { code: "[45]..", swap: false, error: true },
    ],
  });

  // Going back to a page that answered a form asks for it again and sends nothing: where the form itself stands, else
  // where it was sent from.
  const answers = "answers" in body.dataset, sentTo = location.href;
  if (answers) {
    const before = document.referrer, own = document.querySelector("form[method=post]:not([action])");
    history.replaceState(null, "", !own && before && new URL(before).origin === location.origin ? before : sentTo);
  }

  // Where text or fields follow the window's height or width beside ledgers, Safari hears that a window has grown
  // or that a tablet was turned, and draws the page as before: a size that changes has it look again.
  ["48em", "56.25em", "62em", "75em", "90em"].forEach((width) => matchMedia(`(min-width: ${width})`).addEventListener("change", () => {
    root.style.fontSize = "100.01%";
    root.getBoundingClientRect();
    root.style.fontSize = "";
  }));

  // The styles are in the browser's cache from now on: the next page may ask for them in its head.
  window.addEventListener("load", () => { document.cookie = "css=1; path=/; max-age=2592000; samesite=lax"; });

  // --- Live: one stream per page; what an event has touched is fetched again, all stale parts in one request ---
  // <body data-live="/live/…">, <section id="news" data-refresh-on="entries" data-from="/l/4/">; "*" means any event.
  // A part with data-version shows what led to that version: my own answer may have brought it already.
  const live = {
    source: null, timer: null, failures: 0, within: 300, watching: 1, lost: false,
    // `touched`: names; without them every part may look different.
    stale(touched, version = Infinity) {
      const names = touched ? touched.split(/\s+/) : ["*"];
      const any = names.includes("*");
      const concerns = (one) => one === "*" || names.includes(one) || names.includes(one.replace(/:.*/, ":*"));
      all("[data-refresh-on]").filter((part) => any || part.dataset.refreshOn.split(/\s+/).some(concerns))
        .forEach((part) => refresh(part, any ? Infinity : version));
    },
    open() {
      if (live.source || document.hidden) return;
      live.source = new EventSource(body.dataset.live);
      live.source.onopen = () => {
        if (live.failures) live.stale();
        live.failures = 0;
        live.timer = clearInterval(live.timer);
        body.classList.add("is-live");
        live.says(false);
      };
      const heard = ({ data }) => {
        const { touched, version, within } = toldBy(data);
        if (within >= 0) live.within = within;
        live.stale(touched, version);
      };
      live.source.onmessage = heard;
      live.source.addEventListener("resync", heard);
      live.source.addEventListener("watching", (event) => live.count(Number(event.data)));
      live.source.onerror = () => {
        live.failures += 1;
        body.classList.remove("is-live");
        const refused = live.source && live.source.readyState === EventSource.CLOSED;
        if (refused) live.close();
        if (refused || live.failures >= 2) live.says(true);
        if ((refused || live.failures >= 2) && !live.timer) live.timer = setInterval(live.poll, 15000);
      };
    },
    count(watching) {
      live.watching = watching;
      live.says(live.lost);
    },
    // "live, 11 watching"; whoever is alone reads "live", whoever is cut off that the page stands still.
    says(lost) {
      live.lost = lost;
      all(".live").forEach((sign) => {
        const { alone = sign.textContent, watching } = sign.dataset;
        sign.dataset.alone = alone;
        const told = watching && live.watching > 1 ? watching.replace("%n", live.watching) : alone;
        sign.textContent = lost ? body.dataset.offline : told;
        sign.classList.toggle("is-lost", lost);
      });
    },
    poll() {
      if (document.hidden) return;
      live.stale();
      live.open();
    },
    close() {
      if (live.source) live.source.close();
      live.source = null;
      body.classList.remove("is-live");
    },
  };

  function toldBy(data) {
    try { return JSON.parse(data); } catch { return {}; }
  }

  // What is stale waits in `wanted`, by id with the version it has to show; one request at a time fetches it.
  const wanted = new Map();
  let planned = null, fetching = false, taps = 0, underWay = 0;
  function refresh(part, version = Infinity) {
    if (Number(part.dataset.version) >= version) return;
    const field = typing();
    if (part.contains(field)) return field.addEventListener("blur", () => refresh(part, version), { once: true });
    wanted.set(part.id, Math.max(wanted.get(part.id) || 0, version));
    part.dataset.refreshing = "1";
    plan();
  }
  function plan() {
    if (!planned && !fetching) planned = setTimeout(fetchStale, Math.random() * live.within);
  }
  async function fetchStale() {
    planned = null;
    const places = new Map();
    for (const [id, version] of [...wanted]) {
      const part = document.getElementById(id);
      if (part && part.dataset.from && (underWay || inUse(part))) continue;
      wanted.delete(id);
      // What has come in its place (the answer to a form) may be newer than what the stream told of.
      if (!part || !part.dataset.from || Number(part.dataset.version) >= version) {
        if (part) delete part.dataset.refreshing;
      } else places.set(part.dataset.from, [...(places.get(part.dataset.from) || []), part]);
    }
    fetching = true;
    for (const [address, parts] of places) await renew(address, parts);
    fetching = false;
    if (wanted.size) setTimeout(plan, places.size ? 0 : 300);
  }
  async function renew(address, parts) {
    const ids = parts.map((part) => part.id), before = taps;
    try {
      const answer = await fetch(address, { headers: { "HX-Request": "true", "HX-Target": ids.join(" "), ...marks(parts) } });
      const led = answer.headers.get("HX-Redirect");
      if (led) return document.getElementById("dialogue") ? leaveDialogue(led) : location.assign(led);
      const text = await answer.text();
      // Since I have tapped the page has more than it said, and what comes may be from before that.
      if (taps !== before) parts.forEach((part) => refresh(part));
      else if (answer.ok && !answer.redirected) { put(text, ids); shows(answer); }
    } catch { /* the server is away; the next event or the poll asks again */ }
    ids.filter((id) => !wanted.has(id)).map((id) => document.getElementById(id))
      .forEach((part) => part && delete part.dataset.refreshing);
  }
  // Some parts are told apart by what they show (data-is): the page says what it has and is sent what it lacks.
  const marks = (parts) => (parts.some((part) => part.dataset.is)
    ? { "X-Has": all("[data-is]").map((part) => `${part.id}=${part.dataset.is}`).join(" ") } : {});
  const versioned = () => all("[data-is][data-version]");
  const versionOf = (answer) => Number(answer.headers.get("X-Version"));
  const shows = (answer) => versioned().forEach((part) => {
    if (versionOf(answer) && !wanted.has(part.id)) part.dataset.version = versionOf(answer);
  });
  // The parts that were asked for, and what an answer brings besides in another place of the page, however deep.
  function put(text, ids) {
    const box = Object.assign(document.createElement("template"), { innerHTML: text });
    const beside = all("[hx-swap-oob]", box.content);
    beside.forEach((fresh) => { fresh.remove(); fresh.removeAttribute("hx-swap-oob"); });
    [...box.content.children].filter((fresh) => ids.includes(fresh.id) || fresh.dataset.is).concat(beside).forEach((fresh) => {
      const part = document.getElementById(fresh.id);
      if (!part) return;
      if (part.dataset.from && (inUse(part) || part.contains(typing()))) return refresh(part);
      exchange(part, fresh);
    });
  }
  function exchange(part, fresh) {
    const before = new Set(rowsOf(part).map((row) => row.textContent));
    const touched = fieldsOf(part).filter(isTouched).map((field) => ({ field, asked: asks(field), form: field.form }));
    const focused = part.contains(document.activeElement) && document.activeElement.id;
    const folded = foldsOf(part).map((one) => [nameOf(one), one.open]);
    part.replaceWith(fresh);
    foldsOf(fresh).forEach((one) => { const was = folded.find(([name]) => name === nameOf(one)); if (was) one.open = was[1]; });
    if (window.htmx) window.htmx.process(fresh);
    giveBack(touched, fresh);
    const again = focused && document.getElementById(focused);
    if (again) again.focus({ preventScroll: true });
    if (part.dataset.from || part.dataset.is) tellChanges(fresh, before);
    fresh.dispatchEvent(new Event("renewed", { bubbles: true }));
  }
  // What somebody has unfolded, or folded, stays so.
  const foldsOf = (part) => (part.matches("details") ? [part] : []).concat(all("details", part));
  const nameOf = (fold) => fold.getAttribute("aria-label") || fold.firstElementChild.textContent.replace(/\s+/g, " ").trim();
  // What goes on by itself says when (data-again, in milliseconds).
  const goOn = (part) => { if (part.dataset.again) setTimeout(() => part.isConnected && refresh(part), part.dataset.again); };
  all("[data-again]").forEach(goOn);
  document.addEventListener("renewed", ({ target }) => goOn(target));
  if (document.querySelector("[data-each-minute]")) setInterval(() => {
    if (!document.hidden) all("[data-each-minute]").forEach((part) => refresh(part));
  }, 60000);

  // While a finger is down or somebody's answer is on its way, the part must stay: what comes is meant for it.
  let finger = 0;
  document.addEventListener("pointerdown", () => { finger = Date.now(); }, true);
  ["pointerup", "pointercancel"].forEach((name) =>
    document.addEventListener(name, () => setTimeout(() => { finger = 0; }, 50), true));
  const inUse = (part) => Date.now() - finger < 2000 || part.querySelector("form[data-sent]");

  // What somebody has ticked or written and not sent yet stays so in the fresh part, if it asks for the same.
  const fieldsOf = (part) => all("form :is(input, textarea, select):not([type=hidden], [type=file], [data-autosubmit])", part);
  const isBox = (field) => ["radio", "checkbox"].includes(field.type);
  const unsaid = ({ options, defaultValue }) => options
    ? ([...options].find((one) => one.defaultSelected) || options[0] || {}).value : defaultValue;
  // A page that answers a form has what was sent in it: that is not said anew by the next part.
  const isSent = ({ form }) => answers && form.action === sentTo;
  const isTouched = (field) => (isBox(field) ? field.checked !== field.defaultChecked : field.value !== unsaid(field))
    || (isSent(field) && (isBox(field) ? field.checked : field.value !== ""));
  const asks = (field) => all("[type=hidden]", field.form).filter((one) => !["csrfmiddlewaretoken", "once"].includes(one.name))
    .concat(field).map((one) => `${one.name} ${isBox(one) || one !== field ? one.value : ""}`).join();
  // A report that somebody fills in (data-keep) is the same one whatever else it sends along by now; where the
  // fresh part has none, it stays with what is in it, and with these words.
  const isSame = ({ field: was, form }, one) => form.dataset.keep && form.action === one.form.action && was.name === one.name
    && (!isBox(was) || was.value === one.value);
  function keep(form, part) {
    if (all("form", part).some((one) => one.action === form.action)) return;
    if (!form.querySelector(".kept")) {
      form.prepend(Object.assign(document.createElement("p"), { className: "kept brass", textContent: form.dataset.keep }));
    }
    part.append(form);
  }
  function giveBack(touched = [], part) {
    touched.forEach((before) => {
      const was = before.field, fields = fieldsOf(part);
      const field = fields.find((one) => asks(one) === before.asked) || fields.find((one) => isSame(before, one));
      if (!field) return before.form.dataset.keep && keep(before.form, part);
      if (isBox(was)) field.checked = was.checked;
      else if (!field.options || [...field.options].some((one) => one.value === was.value)) field.value = was.value;
      ["input", "change"].forEach((name) => field.dispatchEvent(new Event(name, { bubbles: true })));
    });
  }

  // Rows that are new or read differently fade from brass; the first of them is told to a screen reader.
  const rowsOf = (part) => (part ? (part.matches(".line") ? [part] : []).concat(all(".line, tbody tr", part)) : []);
  function tellChanges(part, before) {
    const changed = rowsOf(part).filter((row) => !before.has(row.textContent));
    changed.forEach((row) => row.classList.add("is-changed"));
    if (changed.length) say(changed[0].textContent.replace(/\s+/g, " ").trim(), "visually-hidden");
  }

  function typing() {
    const here = document.activeElement;
    return here && here.matches("input:not([type=radio], [type=checkbox]), textarea, select") ? here : null;
  }

  if (body.dataset.live && window.EventSource) {
    live.open();
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) return live.close();
      live.stale();
      live.open();
    });
    window.addEventListener("pagehide", live.close);
    window.addEventListener("pageshow", (event) => event.persisted && live.open());
  }

  // --- Forms: a second tap on the same button sends nothing ---
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.dataset.inPlace !== undefined) return;
    if (form.dataset.sent) {
      event.preventDefault();
      event.stopImmediatePropagation();
      return;
    }
    form.dataset.sent = "1";
    setTimeout(() => settle(form), 8000);
    const button = event.submitter;
    setTimeout(() => button && button.classList.add("is-busy"));
    if (button && button.name === "roll") all(".die", form).forEach((die) => die.parentNode.classList.add("is-tumbling"));
  }, true);
  const settle = (form) => {
    delete form.dataset.sent;
    all(".is-busy, .is-tumbling", form).forEach((part) => part.classList.remove("is-busy", "is-tumbling"));
  };
  window.addEventListener("pageshow", () => all("form[data-sent]").forEach(settle));
  document.addEventListener("htmx:afterRequest", (event) => {
    const form = event.target.closest && event.target.closest("form");
    if (form) settle(form);
  });
  // A dialogue that is over leads back to the page it began on, so that Back leads on from there, not into what
  // is settled; to any other page in its own place.
  document.addEventListener("htmx:beforeOnLoad", (event) => {
    const to = event.detail.xhr.getResponseHeader("HX-Redirect");
    if (!to || !document.getElementById("dialogue")) return;
    event.preventDefault();
    leaveDialogue(to);
  });
  function leaveDialogue(to) {
    const { href, pathname, search } = new URL(to, location.href);
    const begun = document.referrer && new URL(document.referrer), on = () => location.replace(href);
    if (!begun || begun.origin !== location.origin || begun.pathname !== pathname || begun.search !== search || history.length < 2) return on();
    sessionStorage.setItem("led-back", begun.href);
    history.back();
    setTimeout(on, 1500); // it was another page that came before
  }
  window.addEventListener("pageshow", (event) => {
    if (sessionStorage.getItem("led-back") !== location.href.split("#")[0]) return;
    sessionStorage.removeItem("led-back");
    const [load] = performance.getEntriesByType("navigation");
    if (event.persisted || !load.transferSize) location.reload();
  });
  // Not taken, since somebody signed in again after the page was opened: it says so, and a second tap is taken.
  document.addEventListener("unsent", ({ detail: { token, says } }) => {
    body.setAttribute("hx-headers", JSON.stringify({ "X-CSRFToken": token }));
    all("[name=csrfmiddlewaretoken]").forEach((field) => { field.value = token; });
    say(says, "toast", 12000);
  });

  // --- Taps that the server answers in place: shown at once, sent one after the other, taken back when refused ---
  let sending = Promise.resolve();
  document.addEventListener("submit", (event) => {
    const form = event.target, button = event.submitter;
    if (form.dataset.inPlace === undefined || !button) return;
    event.preventDefault();
    const data = new URLSearchParams(new FormData(form));
    if (button.name) data.append(button.name, button.value);
    const takeBack = showAtOnce(button);
    const sheet = form.closest("dialog");
    if (sheet) { form.reset(); sheet.close(); }
    taps += 1;
    underWay += 1;
    sending = sending.then(() => sendInPlace(form.action, data, takeBack));
  });
  function showAtOnce(button) {
    const { className, textContent, name } = button, { then, thenText, thenClass, shows: shown } = button.dataset;
    const row = document.getElementById(shown), toast = button.closest(".toast");
    if (then) Object.assign(button, { name: then, textContent: thenText, className: thenClass });
    if (row) row.classList.add("is-fallen");
    if (toast) toast.hidden = true;
    return () => {
      if (then) Object.assign(button, { name, textContent, className });
      if (row) row.classList.remove("is-fallen");
      if (toast) toast.hidden = false;
    };
  }
  async function sendInPlace(address, data, takeBack) {
    let answer = null, text = "";
    try {
      const headers = { "HX-Request": "true", ...marks(all("[data-is]")) };
      answer = await fetch(address, { method: "POST", body: data, headers });
      text = await answer.text();
    } catch { /* the server is away */ }
    takeBack();
    underWay -= 1;
    if (!answer) say(body.dataset.offline, "toast");
    else if (answer.redirected) location.assign(answer.url);
    else if (!tellOf(answer) && !answer.headers.get("X-Version")) location.reload();
    else answered(answer, text);
    if (wanted.size) plan();
  }
  // What an answer says of itself, as htmx would hear it.
  function tellOf(answer) {
    const said = JSON.parse(answer.headers.get("HX-Trigger") || "{}");
    Object.entries(said).forEach(([name, detail]) => document.dispatchEvent(new CustomEvent(name, { detail })));
    return Object.keys(said).length;
  }
  function answered(answer, text) {
    const why = document.getElementById("refused");
    if (why) why.replaceChildren();
    put(text, versioned().map((part) => part.id));
    shows(answer);
    const said = document.getElementById("refused");
    if (said && said.firstElementChild) said.scrollIntoView({ block: "center" });
  }

  // What was tapped is gone after the swap: the keyboard and a screen reader go on with the next question, or
  // in the line that was answered.
  document.addEventListener("htmx:afterSettle", ({ detail }) => {
    const { elt: form, target: part } = detail.requestConfig;
    if (document.activeElement !== body || !form.matches("form:not([data-stroke])")) return;
    const here = document.getElementById(part.id);
    const next = here && (here.querySelector("#asked, .question-text") || document.getElementById(form.getAttribute("id")) || here);
    if (!next) return;
    next.tabIndex = -1;
    next.focus({ preventScroll: true });
    if (next.id === "asked") next.scrollIntoView();
    else if (next.matches(".question-text")) next.parentNode.scrollIntoView({ block: "nearest" });
  });

  // --- Answers: tapping a face sends it; the keyboard chooses first and sends with the button ---
  document.addEventListener("click", (event) => {
    const radio = event.target.closest("[data-tap-sends] input[type=radio]");
    if (!radio || event.detail === 0) return;
    radio.checked = true;
    radio.form.requestSubmit(radio.form.querySelector("[data-answer]"));
  });
  document.addEventListener("change", (event) => {
    const input = event.target;
    const form = input.form;
    if (!form) return;
    const button = form.querySelector("[data-answer]");
    if (button && input.dataset.says) button.textContent = input.dataset.says;
    if (input.dataset.autosubmit !== undefined) form.requestSubmit();
  });
  document.addEventListener("input", (event) => {
    const shares = event.target.closest("[data-total]");
    if (shares) countShares(shares);
  });
  function countShares(shares) {
    const sum = all("input[type=number]", shares).reduce((total, input) => total + (Number(input.value) || 0), 0);
    const left = shares.querySelector("[data-left]");
    if (left) left.textContent = String(Number(shares.dataset.total) - sum);
  }

  // --- Small helpers by attribute ---
  document.addEventListener("click", async (event) => {
    const target = event.target.closest("[data-step], [data-open], [data-close], [data-copy], [data-share], [data-print], [data-theme-switch], dialog");
    if (!target) return;
    const data = target.dataset;
    if (data.step) step(target);
    if (data.open) show(document.getElementById(data.open), event);
    if (data.close !== undefined) { event.preventDefault(); target.closest("dialog").close(); }
    if (data.print !== undefined) window.print();
    if (data.themeSwitch !== undefined) switchTheme();
    if (data.copy) copy(data.copy, data.said || body.dataset.copied);
    if (data.share) share(data.share, data.said || body.dataset.copied);
    if (target === event.target && target.matches("dialog")) target.close();
  });

  // What rule codes are was said on one more page; after three it is known (campaigns/shell/rule_hint.py).
  if (document.querySelector(".rule-hint")) {
    const seen = (document.cookie.match(/(?:^|; )hints=(x*)/) || ["", ""])[1];
    document.cookie = `hints=${seen}x; path=/; max-age=63072000; samesite=lax`;
  }

  // A moment on a league's clock: where this device shows another hour then, that clock is named beside it.
  const clocks = () => all("time[data-clock]").forEach((time) => {
    const [, sign, hours, minutes] = time.dateTime.match(/([+-])(\d\d):(\d\d)$/) || [, "+", "0", "0"];
    const there = Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes));
    const at = new Date(time.dateTime);
    if (there === -at.getTimezoneOffset()) return;
    time.classList.add("is-elsewhere");
    time.title = at.toLocaleString(root.lang, { weekday: "long", day: "numeric", month: "long", hour: "numeric", minute: "2-digit" });
  });
  clocks();
  document.addEventListener("htmx:afterSettle", clocks);

  // A field of time zones: the one this device is in, one tap away.
  all("[data-zone-for]").forEach((button) => {
    const input = document.getElementById(button.dataset.zoneFor);
    const zone = (Intl.DateTimeFormat().resolvedOptions().timeZone || "").replaceAll("_", " ");
    if (!input || !zone || input.value === zone) return;
    button.append(` ${zone}`);
    button.hidden = false;
    button.addEventListener("click", () => { input.value = zone; button.hidden = true; });
  });

  function step(button) {
    const input = document.getElementById(button.dataset.for);
    if (Number(button.dataset.step) > 0) input.stepUp(); else input.stepDown();
    ["input", "change"].forEach((name) => input.dispatchEvent(new Event(name, { bubbles: true })));
  }
  function show(dialog, event) {
    if (!dialog || !dialog.showModal) return;
    event.preventDefault();
    dialog.showModal();
  }
  function switchTheme() {
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
    document.cookie = `theme=${root.dataset.theme}; path=/; max-age=31536000; samesite=lax`;
  }
  async function copy(text, said) {
    try {
      await navigator.clipboard.writeText(text);
      toast(said);
    } catch {
      if (copiedAsBefore(text)) toast(said); else byHand(text);
    }
  }
  // On plain http a browser lets nobody write to its clipboard; what is selected it copies on being asked, or not.
  function copiedAsBefore(text) {
    const before = document.activeElement;
    const field = document.createElement("textarea");
    Object.assign(field, { className: "visually-hidden", value: text, readOnly: true });
    (document.querySelector("dialog[open]") || body).append(field);
    field.focus({ preventScroll: true });
    field.setSelectionRange(0, text.length);
    const done = document.execCommand("copy");
    field.remove();
    before.focus({ preventScroll: true });
    return done;
  }
  // Else the text stands in a field, selected.
  function byHand(text) {
    const box = document.createElement("dialog");
    box.className = "sheet";
    box.innerHTML = '<div class="stack"><p class="t-title"></p><p></p><textarea class="form-control" readonly></textarea><button type="button" class="btn btn-block" data-close></button></div>';
    const [title, how, field, close] = box.firstChild.children;
    title.textContent = body.dataset.byHand;
    how.textContent = body.dataset.byHandHow;
    field.setAttribute("aria-label", body.dataset.byHand);
    close.textContent = body.dataset.closeWords;
    field.value = text;
    field.rows = Math.min(10, Math.max(2, text.split("\n").length + 1));
    box.addEventListener("close", () => box.remove());
    body.append(box);
    box.showModal();
    field.focus();
    field.select();
  }
  async function share(url, said) {
    if (!navigator.share) return copy(url, said);
    try { await navigator.share({ url }); } catch { /* closed without sharing */ }
  }
  function toast(text) { say(text, "toast"); }
  function say(text, look, within = 5000) {
    const note = document.createElement("p");
    note.className = look;
    note.textContent = text;
    document.getElementById("toasts").append(note);
    setTimeout(() => note.remove(), within);
  }
  window.addEventListener("offline", () => {
    if (document.querySelector(".live")) live.says(true); else toast(body.dataset.offline);
  });
  window.addEventListener("online", () => live.says(false));

  // A sheet that was opened by its address (?sheet=…) is shown as one at once.
  // Closed, the keyboard goes on where it was asked for.
  all("dialog[data-show]").forEach((dialog) => {
    const from = all("main a, header a").find((link) => link.search === location.search && !dialog.contains(link));
    dialog.addEventListener("close", () => from && from.focus());
    dialog.removeAttribute("open");
    if (dialog.showModal) dialog.showModal();
  });
  document.addEventListener("keydown", (event) => {
    const more = event.key === "Escape" && document.querySelector(".tab-more[open]");
    if (more) { more.open = false; more.firstElementChild.focus(); }
  });
  document.addEventListener("click", (event) => {
    all(".tab-more[open]").forEach((more) => { more.open = more.contains(event.target); });
  });
  all("[data-total]").forEach(countShares);

  // A browser that shows notices may have another address by now, or none: once a visit the office hears of it.
  const renewPush = async () => {
    const told = JSON.parse(localStorage.getItem("push") || "null");
    if (!told || sessionStorage.getItem("push") || Notification.permission !== "granted") return;
    sessionStorage.setItem("push", "1");
    const where = (await navigator.serviceWorker.register(told.worker)).pushManager;
    const wanted = { userVisibleOnly: true, applicationServerKey: told.key };
    const found = (await where.getSubscription()) || (await where.subscribe(wanted));
    if (found.endpoint === told.endpoint) return;
    const { endpoint, keys } = found.toJSON();
    const body = new URLSearchParams({ former: told.endpoint, endpoint, key: keys.p256dh, auth: keys.auth });
    const answer = await fetch("/push/renew/", { method: "POST", body });
    if (answer.ok) localStorage.setItem("push", JSON.stringify({ ...told, endpoint }));
    else localStorage.removeItem("push"); // nobody's any more
  };
  if (window.isSecureContext && "serviceWorker" in navigator && "PushManager" in window) renewPush().catch(() => {});
  if (navigator.standalone) import(body.dataset.installed); // an iPhone's home screen
})();
