// The time zone of this device, proposed as a clock; without script the list of zones stands there.
(() => {
  "use strict";
  const list = document.querySelector("select[data-zone]");
  const told = document.getElementById("clock");
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!list || !told || document.querySelector(".start [aria-invalid]") || ![...list.options].some((one) => one.value === zone)) return;
  list.value = zone;
  const words = told.querySelector("[data-words]");
  const time = new Intl.DateTimeFormat(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: zone }).format(new Date());
  const place = zone.split("/").pop().replaceAll("_", " ");
  const [before, between, after] = words.dataset.words.split(/<b>\{time\}<\/b>|\{place\}/);
  const hour = document.createElement("b");
  hour.textContent = time;
  words.append(before, hour, between, place, after);
  told.hidden = false;
  list.hidden = true;
  told.querySelector("button").addEventListener("click", () => {
    told.hidden = true;
    list.hidden = false;
    list.focus();
  });
})();
