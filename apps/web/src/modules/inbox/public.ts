import { lazy } from "react";

/** Makes unread messages known outside the inbox: tab title, tab icon, tone and desktop notice. Draws nothing. */
export const InboxWatch = lazy(() =>
  import("./components/inbox-watch.tsx").then(({ InboxWatch }) => ({ default: InboxWatch })),
);
