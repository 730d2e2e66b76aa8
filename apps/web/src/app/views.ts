import type { ViewRegistry } from "./routes/view-registry.ts";

/** The screens that the server's menu can name. A menu entry whose view is not here is not shown. */
export const views: ViewRegistry = {
  "dashboard/index": {
    load: () => import("#modules/dashboard/screens/dashboard.tsx").then(({ Dashboard }) => Dashboard),
    texts: ["dashboard"],
  },
  "chat/index": {
    load: () => import("#modules/inbox/screens/inbox.tsx").then(({ Inbox }) => Inbox),
    texts: ["inbox"],
  },
};
