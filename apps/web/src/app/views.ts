import type { ViewRegistry } from "./routes/view-registry.ts";

/** The screens that the server's menu can name. A menu entry whose view is not here is not shown. */
export const views: ViewRegistry = {
  "dashboard/index": {
    load: () => import("#modules/dashboard/screens/dashboard.tsx").then(({ Dashboard }) => Dashboard),
    texts: ["dashboard"],
  },
  "lead/index": {
    load: () => import("#modules/leads/screens/lead-list.tsx").then(({ LeadList }) => LeadList),
    texts: ["leads"],
  },
  "lead/edit": {
    load: () => import("#modules/leads/screens/lead-page.tsx").then(({ LeadPage }) => LeadPage),
    texts: ["leads"],
  },
  "chat/index": {
    load: () => import("#modules/inbox/screens/inbox.tsx").then(({ Inbox }) => Inbox),
    texts: ["inbox"],
  },
  "organization/whatsapp/index": {
    load: () => import("#modules/channels/screens/whatsapp-channels.tsx").then((screen) => screen.WhatsappChannels),
    texts: ["channels"],
  },
};
