import i18next from "i18next";

/**
 * Starts the service worker and gives it the offline page in the current language. Browsers and private windows without
 * service workers do without.
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
    // Refused, or storage is full: the browser's own page is shown instead.
  }
}

interface Words {
  lang: string;
  title: string;
  detail: string;
  again: string;
}

/** Seconds between checks whether the server can be reached. */
const againAfterSeconds = 20;

/** The page that is shown while the server cannot be reached: it loads no other files. */
export function offlinePage({ lang, title, detail, again }: Words): string {
  const [heading, text, link] = [title, detail, again].map(escaped);
  return `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="${againAfterSeconds}">
<title>${heading} - Homeroom</title>
<style>
  body { display: grid; place-content: center; gap: 12px; min-height: 100vh; margin: 0; padding: 24px; box-sizing: border-box;
    background: #f5f6f8; color: #1f2329; font: 16px/1.6 system-ui, "PingFang TC", "Noto Sans TC", sans-serif; text-align: center; }
  h1, p { margin: 0; }
  h1 { font-size: 20px; }
  a { justify-self: center; padding: 12px 24px; border-radius: 8px; background: #0b6bcb; color: #fff; text-decoration: none; }
  @media (prefers-color-scheme: dark) { body { background: #0f1115; color: #e6e8ec; } }
</style>
</head>
<body><h1>${heading}</h1><p>${text}</p><a href="">${link}</a></body>
</html>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
