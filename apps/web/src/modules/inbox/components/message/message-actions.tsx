import type { ConversationCard } from "@homeroom/contract/chat";
import { createContext, lazy, type ReactNode, Suspense, useMemo, useState } from "react";
import { useCan } from "#platform/access.ts";
import { useNow } from "#platform/date-view.ts";
import { channelsToReactIn } from "../../rules/composer/channel-choice.ts";
import type { ShownMessage } from "../../rules/shown-message.ts";
import type { Selection } from "./use-selection.ts";

const ForwardDialog = lazy(() =>
  import("./forward-dialog.tsx").then(({ ForwardDialog }) => ({ default: ForwardDialog })),
);

interface MessageActionsValue {
  /** Whether a reaction of ours to this message reaches the customer. */
  mayReact: (message: ShownMessage) => boolean;
  /** Null without the permission. */
  forward: ((messages: readonly ShownMessage[]) => void) | null;
  selection: Selection | null;
  /** The channel of a message, if the customer has several; otherwise null. */
  channelOf: (message: ShownMessage) => ConversationCard["channels"][number] | null;
}

/** The actions on the messages of a conversation, for their menus. */
export const MessageActions = createContext<MessageActionsValue>({
  mayReact: () => false,
  forward: null,
  selection: null,
  channelOf: () => null,
});

interface MessageActionsProviderProps {
  card: ConversationCard | undefined;
  selection: Selection;
  children: ReactNode;
}

/** Mounts the dialogs of message menus: a message may leave the screen while its dialog is open. */
export function MessageActionsProvider({ card, selection, children }: MessageActionsProviderProps) {
  const can = useCan();
  const mayForward = can("chat:message:forward");
  const [forwarded, setForwarded] = useState<readonly ShownMessage[] | null>(null);
  const now = useNow();
  const open = card ? channelsToReactIn(card, now).join(" ") : "";
  const ways = card?.channels;
  const value = useMemo(() => {
    const channels = open.split(" ");
    const mayReact = ({ channelId }: ShownMessage) => channelId !== null && channels.includes(channelId);
    const channelOf = ({ channelId }: ShownMessage) =>
      (ways && ways.length > 1 && ways.find((way) => way.channelId === channelId)) || null;
    const ofMany = { forward: mayForward ? setForwarded : null, selection: mayForward ? selection : null };
    return { mayReact, channelOf, ...ofMany };
  }, [open, ways, mayForward, selection]);
  return (
    <MessageActions value={value}>
      {children}
      {forwarded && (
        <Suspense>
          <ForwardDialog messages={forwarded} onClose={() => setForwarded(null)} onDone={selection.end} />
        </Suspense>
      )}
    </MessageActions>
  );
}
