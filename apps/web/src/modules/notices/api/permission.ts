import { useSyncExternalStore } from "react";
import { noticePermission } from "#platform/alerts.ts";

/** Whether notifications are allowed, also after a change in the browser's or the phone's settings. */
export function useNoticePermission() {
  return useSyncExternalStore(subscribe, noticePermission);
}

function subscribe(notify: () => void): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  // Safari does not report changes, and people come back from the settings.
  window.addEventListener("focus", notify, { signal });
  document.addEventListener("visibilitychange", notify, { signal });
  void navigator.permissions
    ?.query({ name: "notifications" })
    .then((status) => status.addEventListener("change", notify, { signal }))
    .catch(() => undefined);
  return () => stop.abort();
}
