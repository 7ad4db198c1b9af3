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

  // The styles are in the browser's cache from now on: the next page may ask for them in its head.
  window.addEventListener("load", () => { document.cookie = "css=1; path=/; max-age=2592000; samesite=lax"; });

  // --- Live: one stream per page; what changed is fetched again, piece by piece ---
  // <body data-live="/live/…">, <section data-refresh-on="standings missions" hx-get="…">; "*" means any change.
  // A part with data-version shows what led to that version: my own answer may have brought it already.
  const live = {
    source: null, timer: null, failures: 0,
    stale(what, version = Infinity) {
      const words = what ? what.split(/\s+/) : [];
      all("[data-refresh-on]").forEach((part) => {
        const wanted = part.dataset.refreshOn.split(/\s+/);
        if (!words.length || wanted.includes("*") || words.some((word) => wanted.includes(word))) refresh(part, version);
      });
    },
    open() {
      if (live.source || document.hidden) return;
      live.source = new EventSource(body.dataset.live);
      live.source.onopen = () => {
        if (live.failures) live.stale("");
        live.failures = 0;
        clearInterval(live.timer);
        live.timer = null;
        body.classList.add("is-live");
      };
      live.source.onmessage = (event) => live.stale(...toldBy(event.data));
      live.source.addEventListener("resync", () => live.stale(""));
      live.source.addEventListener("watching", (event) => live.count(Number(event.data)));
      live.source.onerror = () => {
        live.failures += 1;
        body.classList.remove("is-live");
        const refused = live.source && live.source.readyState === EventSource.CLOSED;
        if (refused) live.close();
        if ((refused || live.failures >= 2) && !live.timer) live.timer = setInterval(live.poll, 15000);
      };
    },
    // "live, 11 watching"; whoever is alone reads "live".
    count(watching) {
      all("[data-watching]").forEach((sign) => {
        sign.dataset.alone = sign.dataset.alone || sign.textContent;
        sign.textContent = watching > 1 ? sign.dataset.watching.replace("%n", watching) : sign.dataset.alone;
      });
    },
    poll() {
      if (document.hidden) return;
      live.stale("");
      live.open();
    },
    close() {
      if (live.source) live.source.close();
      live.source = null;
      body.classList.remove("is-live");
    },
  };

  function toldBy(data) {
    try {
      const { what, version } = JSON.parse(data);
      return [String(what || ""), version];
    } catch { return [""]; }
  }

  // Such a part is fetched when it is stale, not when somebody taps it, which is what htmx would do by itself.
  document.addEventListener("htmx:beforeProcessNode", ({ target: part }) => {
    const quiet = part.dataset && part.dataset.refreshOn !== undefined && !part.hasAttribute("hx-trigger");
    if (quiet) part.setAttribute("hx-trigger", "stale");
  });

  function refresh(part, version = Infinity) {
    if (Number(part.dataset.version) >= version) return;
    const field = typing();
    if (part.contains(field)) return field.addEventListener("blur", () => refresh(part, version), { once: true });
    part.wanted = Math.max(part.wanted || 0, version);
    if (part.dataset.refreshing) return;
    part.dataset.refreshing = "1";
    setTimeout(() => {
      delete part.dataset.refreshing;
      if (!window.htmx) return;
      if (!part.isConnected) return replaced(part);
      if (inUse(part)) return refresh(part, part.wanted);
      const swap = part.getAttribute("hx-swap") || "outerHTML";
      const before = new Set(rowsOf(part).map((row) => row.textContent));
      window.htmx.ajax("GET", part.getAttribute("hx-get"), { source: part, target: part, swap })
        .then(() => {
          const fresh = document.getElementById(part.id);
          if (fresh) giveBack(part.touched, fresh);
          tellChanges(fresh, before);
        }, () => {});  // the server is away; the next event or the poll asks again
    }, Math.random() * 300);
  }

  // What has come in its place (the answer to a form) may be older than what the stream told of.
  function replaced({ id, wanted }) {
    const now = document.getElementById(id);
    if (now && Number(now.dataset.version) < wanted) refresh(now, wanted);
  }

  // While a finger is down or somebody's answer is on its way, the part must stay: what comes is meant for it.
  let finger = 0;
  document.addEventListener("pointerdown", () => { finger = Date.now(); }, true);
  ["pointerup", "pointercancel"].forEach((name) =>
    document.addEventListener(name, () => setTimeout(() => { finger = 0; }, 50), true));
  const inUse = (part) => Date.now() - finger < 2000 || part.querySelector("form[data-sent]");
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    const part = detail.target;
    if (detail.requestConfig.elt !== part) return;
    if (!inUse(part)) {
      part.touched = fieldsOf(part).filter(isTouched);
      return;
    }
    detail.shouldSwap = false;
    refresh(part);
  });

  // What somebody has ticked or written and not sent yet stays so in the fresh part, if it asks for the same.
  const fieldsOf = (part) => all("form :is(input, textarea, select):not([type=hidden], [type=file], [data-autosubmit])", part);
  const isBox = (field) => ["radio", "checkbox"].includes(field.type);
  const unsaid = ({ options, defaultValue }) => options
    ? ([...options].find((one) => one.defaultSelected) || options[0] || {}).value : defaultValue;
  const isTouched = (field) => isBox(field) ? field.checked !== field.defaultChecked : field.value !== unsaid(field);
  const asks = (field) => all("[type=hidden]", field.form).filter((one) => !["csrfmiddlewaretoken", "once"].includes(one.name))
    .concat(field).map((one) => `${one.name} ${isBox(one) || one !== field ? one.value : ""}`).join();
  function giveBack(touched = [], part) {
    touched.forEach((was) => {
      const field = fieldsOf(part).find((one) => asks(one) === asks(was));
      if (!field) return;
      if (isBox(was)) field.checked = was.checked;
      else if (!field.options || [...field.options].some((one) => one.value === was.value)) field.value = was.value;
      ["input", "change"].forEach((name) => field.dispatchEvent(new Event(name, { bubbles: true })));
    });
  }

  // Rows that are new or read differently fade from brass; the first of them is told to a screen reader.
  const rowsOf = (part) => (part ? all(".line, tbody tr", part) : []);
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
      live.stale("");
      live.open();
    });
    window.addEventListener("pagehide", live.close);
    window.addEventListener("pageshow", (event) => event.persisted && live.open());
  }

  // --- Forms: a second tap on the same button sends nothing ---
  document.addEventListener("submit", (event) => {
    const form = event.target;
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

  // What was tapped is gone after the swap: the keyboard and a screen reader go on with the next question, or
  // in the line that was answered.
  document.addEventListener("htmx:afterSettle", ({ detail }) => {
    const { elt: form, target: part } = detail.requestConfig;
    if (document.activeElement !== body || !form.matches("form:not([data-stroke])")) return;
    const here = document.getElementById(part.id);
    const next = here && (here.querySelector(".question-text") || document.getElementById(form.getAttribute("id")) || here);
    if (!next) return;
    next.tabIndex = -1;
    next.focus({ preventScroll: true });
    if (next.matches(".question-text")) next.parentNode.scrollIntoView({ block: "nearest" });
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
    if (data.close !== undefined) {
      event.preventDefault();
      target.closest("dialog").close();
    }
    if (data.print !== undefined) window.print();
    if (data.themeSwitch !== undefined) switchTheme();
    if (data.copy) copy(data.copy, data.said || body.dataset.copied);
    if (data.share) share(data.share, data.said || body.dataset.copied);
    if (target === event.target && target.matches("dialog")) target.close();
  });

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
    input.dispatchEvent(new Event("input", { bubbles: true }));
    input.dispatchEvent(new Event("change", { bubbles: true }));
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
      window.prompt("", text);
    }
  }
  async function share(url, said) {
    if (!navigator.share) return copy(url, said);
    try { await navigator.share({ url }); } catch { /* closed without sharing */ }
  }
  function toast(text) { say(text, "toast"); }
  function say(text, look) {
    const note = document.createElement("p");
    note.className = look;
    note.textContent = text;
    document.getElementById("toasts").append(note);
    setTimeout(() => note.remove(), 5000);
  }
  window.addEventListener("offline", () => toast(body.dataset.offline));

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
    if (!more) return;
    more.open = false;
    more.firstElementChild.focus();
  });
  document.addEventListener("click", (event) => {
    all(".tab-more[open]").forEach((more) => { more.open = more.contains(event.target); });
  });
  all("[data-total]").forEach(countShares);
})();
