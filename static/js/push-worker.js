// Shows a notice that came for this browser; a tap opens its place. Nothing is kept, and no page waits for it.
self.addEventListener("push", (event) => {
  const { title = "Musterroll", body = "", tag, link } = event.data ? event.data.json() : {};
  event.waitUntil(self.registration.showNotification(title, { body, tag, data: link }));
});
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(self.clients.openWindow(event.notification.data || "/"));
});
