import { lazy } from "react";

export { ringFor, wantsNotice } from "./api/ring.ts";
export { useHasNewUpdates } from "./api/seen-updates.ts";
export { Bell } from "./components/bell/bell.tsx";

/** Keeps this browser subscribed to push notifications, if the person switched them on. */
export async function renewPush(): Promise<void> {
  await (await import("./api/push.ts")).renewPush();
}

/** The person's notification settings, for a tab of the account settings. Its texts are in the namespace `notices`. */
export const NotificationPreferences = lazy(() =>
  import("./components/preferences/notification-preferences.tsx").then((preferences) => ({
    default: preferences.NotificationPreferences,
  })),
);

/** What is new in each version of the product, in a drawer. */
export const UpdateLog = lazy(() => import("./components/update-log.tsx").then((log) => ({ default: log.UpdateLog })));
