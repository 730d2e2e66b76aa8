import { useEffect } from "react";
import { useNavigate } from "react-router";
import { renewPush } from "#modules/notices/public.ts";
import { usePreference } from "#platform/preferences.ts";

/** Long after the first rows have loaded, since they do not need it. */
const waitMs = 8000;

/**
 * Starts the service worker once the browser is idle: it stores the offline page and shows push notifications, whose pages
 * open here.
 */
export function useServiceWorker(): void {
  const [language] = usePreference("language");
  const navigate = useNavigate();
  useEffect(() => {
    if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return undefined;
    // A failure is retried at the next start.
    const timer = setTimeout(() => void start().catch(() => undefined), waitMs);
    return () => clearTimeout(timer);
    // Stored again in the newly chosen language.
  }, [language]);

  useEffect(() => {
    if (!("serviceWorker" in navigator)) return undefined;
    const workers = navigator.serviceWorker;
    const handleMessage = ({ data }: MessageEvent<{ open?: unknown }>) => {
      const path = data?.open;
      if (typeof path === "string" && /^\/(?!\/)/.test(path)) void navigate(path);
    };
    workers.addEventListener("message", handleMessage);
    return () => workers.removeEventListener("message", handleMessage);
  }, [navigate]);
}

async function start(): Promise<void> {
  const { keepOfflinePage } = await import("./keep-offline-page.ts");
  await keepOfflinePage();
  await renewPush();
}
