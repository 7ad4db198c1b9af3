// On an iPhone's home screen the office has no way back of the browser's: a PDF would take its place for good.
// There a tap on one opens the sheet for sharing, which shows, prints and keeps it. app.js fetches this when needed.
const made = new Map(); // what was drawn already is at hand for a second tap, should the first have come to nothing
const drawn = async (href) => {
  const answer = await fetch(href);
  if (!answer.ok) throw new Error(answer.status);
  const [, name = "musterroll.pdf"] = /filename\*?=(?:utf-8'')?"?([^";]+)/i.exec(answer.headers.get("Content-Disposition")) || [];
  return new File([await answer.blob()], decodeURIComponent(name), { type: "application/pdf" });
};
const share = async (link) => {
  link.classList.add("is-busy");
  try {
    if (!made.has(link.href)) made.set(link.href, await drawn(link.href));
    await navigator.share({ files: [made.get(link.href)] });
    made.delete(link.href);
  } catch { /* closed without sharing, cut off, or it took so long that the phone wants another tap */ }
  link.classList.remove("is-busy");
};
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[type='application/pdf']");
  if (!link || !navigator.canShare) return;
  event.preventDefault();
  share(link);
});
