// A past round or a reveal, one step after another: at a tap without another page, or by itself until it is over.
// Where everybody watches together (data-wait: milliseconds until the next step), the page goes along until
// somebody taps. Without script every step is a link.
(() => {
  const walk = () => document.getElementById("walk"), play = () => document.getElementById("play");
  const PACE = 1500;  // milliseconds for a step, unless the page says another
  let playing = false, timer = 0, latest = 0;

  // The map drawn anew keeps its place on the screen and how close one looks.
  const keepView = (fresh) => {
    const old = walk().querySelector("svg.map"), svg = fresh.querySelector("svg.map");
    if (!old || !svg) return;
    svg.dataset.whole = svg.getAttribute("viewBox");
    if (svg.dataset.whole === (old.dataset.whole || old.getAttribute("viewBox"))) svg.setAttribute("viewBox", old.getAttribute("viewBox"));
    svg.setAttribute("class", old.getAttribute("class"));
  };
  const turnTo = (link, fresh) => ["href", "role", "aria-disabled"].forEach((name) => {
    if (fresh.hasAttribute(name)) link.setAttribute(name, fresh.getAttribute(name));
    else link.removeAttribute(name);
  });
  const mark = (address) => document.querySelectorAll("[data-steps] a").forEach((link) => {
    const here = link.getAttribute("href") === address;
    link.closest(".line").classList.toggle("is-waiting", here);
    if (here) link.setAttribute("aria-current", "step"); else link.removeAttribute("aria-current");
  });

  const go = async (address) => {
    const mine = ++latest;
    const answer = await fetch(address, { headers: { "HX-Request": "true", "HX-Target": "walk" } });
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("walk");
    if (mine !== latest) return;
    if (!fresh || fresh.dataset.round !== walk().dataset.round) return location.assign(address);
    keepView(fresh);
    walk().querySelectorAll("[data-part]").forEach((part) => {
      const now = fresh.querySelector(`[data-part="${part.dataset.part}"]`);
      if (part.matches("a")) turnTo(part, now); else part.replaceChildren(...now.childNodes);
    });
    Object.assign(walk().dataset, fresh.dataset);
    if (address === walk().dataset.live) return;
    history.replaceState(null, "", address);
    if (!walk().querySelector("[data-steps]")) mark(address);
  };

  const show = (on) => {
    playing = on;
    clearTimeout(timer);
    play()?.querySelectorAll("[data-while]").forEach((one) => { one.hidden = (one.dataset.while === "playing") !== on; });
  };
  const wait = () => { if (playing) timer = setTimeout(next, Number(walk().dataset.pace) || PACE); };
  const next = async () => {
    if (document.hidden) return wait();
    try {
      await go(walk().dataset.then || walk().dataset.first);
    } catch { return show(false); }
    if (walk().dataset.then) wait(); else show(false);
  };

  // Together with everybody
  const together = () => {
    const soon = Number(walk()?.dataset.wait);
    if (!soon) return;
    show(true);
    timer = setTimeout(() => go(walk().dataset.live).then(() => { if (playing) { show(false); together(); } }, () => show(false)), soon);
  };
  together();
  document.addEventListener("renewed", (event) => { if (event.target.id === "walk") together(); });

  document.addEventListener("click", (event) => {
    if (event.target.closest("#play")) {
      show(!playing);
      if (playing) next();
      return;
    }
    const link = event.target.closest("#walk a[data-part][href], #walk a[data-step][href], [data-steps] a[href]");
    if (!link || event.metaKey || event.ctrlKey) return;
    event.preventDefault();
    show(false);
    go(link.getAttribute("href")).catch(() => location.assign(link.href));
  });
})();
