import type { Platform } from "#platform/server-module";
import type { InboxTemplates, MessagingProvider, NoticeHandler } from "../port.ts";

/** What the inbox works with: the platform and the providers that are registered, by kind. */
export interface Inbox {
  readonly platform: Platform;
  readonly providers: ReadonlyMap<MessagingProvider["kind"], MessagingProvider>;
  /** Who acts on news of channels. */
  readonly noticeHandlers?: readonly NoticeHandler[];
  /** The module that keeps templates; without it none can be sent. */
  readonly templates?: InboxTemplates;
}

/** The provider of a channel. Throws for a channel whose provider this server was not started with. */
export function providerOf(inbox: Inbox, kind: MessagingProvider["kind"]): MessagingProvider {
  const provider = inbox.providers.get(kind);
  if (!provider) throw new Error(`No messaging provider for ${kind} channels is registered`);
  return provider;
}
