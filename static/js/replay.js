// A past round, one step after another: at a tap without another page, or by itself until the round is over.
// Without script every step is a link.
(() => {
  const walk = document.getElementById("walk"), play = document.getElementById("play");
  const PACE = 1500;  // milliseconds for a step
  let playing = false, timer = 0, latest = 0;
  const part = (name, within = document) => within.querySelector(`[data-part="${name}"]`);

  // The map drawn anew keeps its place on the screen and how close one looks.
  const keepView = (fresh) => {
    const old = walk.querySelector("svg.map"), svg = fresh.querySelector("svg.map");
    svg.dataset.whole = svg.getAttribute("viewBox");
    if (svg.dataset.whole === old.dataset.whole) svg.setAttribute("viewBox", old.getAttribute("viewBox"));
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
    if (!fresh || fresh.dataset.round !== walk.dataset.round) return location.assign(address);
    keepView(fresh);
    for (const name of ["words", "count", "map", "sizes"]) part(name).replaceChildren(...part(name, fresh).childNodes);
    for (const name of ["before", "after"]) turnTo(part(name), part(name, fresh));
    walk.dataset.then = fresh.dataset.then;
    history.replaceState(null, "", address);
    mark(address);
  };

  const show = (on) => {
    playing = on;
    clearTimeout(timer);
    play.querySelectorAll("[data-while]").forEach((one) => { one.hidden = (one.dataset.while === "playing") !== on; });
  };
  const wait = () => { if (playing) timer = setTimeout(next, PACE); };
  const next = async () => {
    if (document.hidden) return wait();
    try {
      await go(walk.dataset.then || walk.dataset.first);
    } catch { return show(false); }
    if (walk.dataset.then) wait(); else show(false);
  };
  play.addEventListener("click", () => {
    show(!playing);
    if (playing) next();
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest("#walk a[data-part][href], [data-steps] a");
    if (!link || event.metaKey || event.ctrlKey) return;
    event.preventDefault();
    show(false);
    go(link.getAttribute("href")).catch(() => location.assign(link.href));
  });
})();
