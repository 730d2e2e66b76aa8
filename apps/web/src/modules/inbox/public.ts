import { lazy } from "react";

/** The conversation with one lead, beside whatever else is shown of them. */
export const LeadConversation = lazy(() =>
  import("./components/lead-conversation.tsx").then(({ LeadConversation }) => ({ default: LeadConversation })),
);

/** Makes waiting customers and new messages known outside the inbox: tab title and icon, tone, desktop notice. Draws nothing. */
export const InboxWatch = lazy(() =>
  import("./components/inbox-watch.tsx").then(({ InboxWatch }) => ({ default: InboxWatch })),
);
