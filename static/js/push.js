// "Notifications": whether this browser shows notices, and the button that asks it to.
(() => {
  const box = document.getElementById("push"), offer = box && box.querySelector("form[data-state=off]");
  if (!offer) return; // not by https
  const { key, worker, known } = box.dataset;
  const show = (state) => box.querySelectorAll("[data-state]").forEach((one) => { one.hidden = one.dataset.state !== state; });
  const home = navigator.standalone === false; // an iPhone's or iPad's alone: a page in its browser, not from the home screen
  const can = window.isSecureContext && "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  const ready = () => navigator.serviceWorker.register(worker);
  // What the office knows this browser by: app.js renews it when it has become another.
  const remember = (endpoint) => localStorage.setItem("push", JSON.stringify({ endpoint, key, worker }));
  const send = ({ endpoint, keys }) => {
    remember(endpoint);
    Object.entries({ endpoint, key: keys.p256dh, auth: keys.auth }).forEach(([name, value]) => { offer.elements[name].value = value; });
    offer.submit();
  };
  const look = async () => {
    if (!can) return show(home ? "home" : "cannot");
    if (Notification.permission === "denied") return show("denied");
    const kept = await (await ready()).pushManager.getSubscription();
    const ours = kept && btoa(String.fromCharCode(...new Uint8Array(kept.options.applicationServerKey)));
    const fits = ours && ours.replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "") === key; // the office may have another by now
    const on = fits && known.split(" ").includes(kept.endpoint.slice(-24));
    if (on) remember(kept.endpoint);
    return show(on ? "on" : "off");
  };
  const ask = async (event) => {
    event.preventDefault();
    try {
      const where = (await ready()).pushManager;
      const wanted = { userVisibleOnly: true, applicationServerKey: key };
      const old = await where.getSubscription();
      if (old) await old.unsubscribe();
      send((await where.subscribe(wanted)).toJSON());
    } catch {
      show(Notification.permission === "denied" ? "denied" : "cannot");
    }
  };
  offer.addEventListener("submit", ask);
  look().catch(() => show("cannot"));
})();
