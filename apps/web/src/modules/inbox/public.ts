import { lazy } from "react";

/** The conversation with one lead, for screens that show the lead. */
export const LeadConversation = lazy(() =>
  import("./components/lead-conversation.tsx").then(({ LeadConversation }) => ({ default: LeadConversation })),
);

/** Announces waiting customers and new messages outside the inbox: tab title and icon, tone, desktop notice. Renders nothing. */
export const InboxWatch = lazy(() =>
  import("./components/inbox-watch.tsx").then(({ InboxWatch }) => ({ default: InboxWatch })),
);
