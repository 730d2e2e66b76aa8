import { useEffect } from "react";
import { useNavigate } from "react-router";
import { renewPush } from "#modules/notices/public.ts";
import { usePreference } from "#platform/preferences.ts";

/** Long after the first rows are there: nothing of this is needed to show them. */
const waitMs = 8000;

/**
 * Starts the service worker once the browser has nothing better to do: it keeps the page for when there is no connection,
 * and shows push notifications, whose pages open here.
 */
export function useServiceWorker(): void {
  const [language] = usePreference("language");
  const navigate = useNavigate();
  useEffect(() => {
    if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return undefined;
    const timer = setTimeout(() => void start(), waitMs);
    return () => clearTimeout(timer);
    // Kept again in the language that was chosen meanwhile.
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
  // Failing it is tried at the next start; until then the browser stays as it is.
  await renewPush().catch(() => undefined);
}
