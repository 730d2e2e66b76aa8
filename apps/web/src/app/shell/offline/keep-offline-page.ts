import i18next from "i18next";
import { offlinePage } from "./offline-page.ts";

/**
 * Starts the service worker and gives it the page for when there is no connection, in the language that is shown. Browsers
 * and private windows that have no service workers go without.
 */
export async function keepOfflinePage(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  const page = offlinePage({
    lang: document.documentElement.lang,
    title: i18next.t("offlinePage.title", { ns: "shell" }),
    detail: i18next.t("offlinePage.detail", { ns: "shell" }),
    again: i18next.t("offlinePage.again", { ns: "shell" }),
  });
  try {
    await navigator.serviceWorker.register("/service-worker.js");
    const kept = await caches.open("offline");
    await kept.put("/offline-page", new Response(page, { headers: { "Content-Type": "text/html; charset=utf-8" } }));
  } catch {
    // Refused, or no room left: the browser's own page is shown then.
  }
}
