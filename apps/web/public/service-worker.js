// Keeps one page, for when a page cannot be fetched: never the product's own pages, scripts or answers, so that nobody is
// shown old data or the scripts of another version. src/app/shell/offline/keep-offline-page.ts puts that page here.
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => {
  event.waitUntil(
    Promise.all([
      self.clients.claim(),
      // Pages are asked for while this worker is still starting.
      self.registration.navigationPreload?.enable(),
    ]),
  );
});

self.addEventListener("fetch", (event) => {
  if (event.request.mode !== "navigate") return;
  event.respondWith(fromNetwork(event));
});

async function fromNetwork(event) {
  try {
    return (await event.preloadResponse) || (await fetch(event.request));
  } catch (failure) {
    const kept = await caches.match("/offline-page");
    if (kept) return kept;
    throw failure;
  }
}

// Notifications of the server: `id` of what happened, which shows once however often it comes, a text, and a path to open.
self.addEventListener("push", (event) => {
  const { id, text, path } = event.data?.json() ?? {};
  const shown = { body: text || "", tag: id, icon: "/icon-192.png", badge: "/icon-badge-96.png", data: { path } };
  event.waitUntil(self.registration.showNotification("Homeroom", shown));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.path || "/dashboard"));
});

/** In a window that is there already, which goes to the page itself and so loses nothing; else in a new one. */
async function open(path) {
  const windows = await self.clients.matchAll({ type: "window" });
  const shown = windows.find((one) => one.focused) || windows[0];
  if (!shown) return self.clients.openWindow(path);
  shown.postMessage({ open: path });
  return shown.focus();
}
