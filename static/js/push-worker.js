// Shows a notice that came for this browser; a tap opens its place. Nothing is kept, and no page waits for it.
self.addEventListener("push", (event) => {
  const { title = "Musterroll", body = "", tag, link } = event.data ? event.data.json() : {};
  event.waitUntil(self.registration.showNotification(title, { body, tag, data: link }));
});
// The browser's maker has given it another address: the office hears of both.
self.addEventListener("pushsubscriptionchange", (event) => {
  const old = event.oldSubscription;
  if (!old) return; // nobody here knows whose it was
  const fresh = event.newSubscription ? Promise.resolve(event.newSubscription) : self.registration.pushManager.subscribe(old.options);
  event.waitUntil(fresh.then((found) => {
    const { endpoint, keys } = found.toJSON();
    const body = new URLSearchParams({ former: old.endpoint, endpoint, key: keys.p256dh, auth: keys.auth });
    return fetch("/push/renew/", { method: "POST", body });
  }));
});
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(self.clients.openWindow(event.notification.data || "/"));
});
