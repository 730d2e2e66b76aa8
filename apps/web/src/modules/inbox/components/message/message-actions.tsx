import { createContext, lazy, type ReactNode, Suspense, useMemo, useState } from "react";
import { useCan } from "#platform/access.ts";
import type { ShownMessage } from "../../rules/shown-message.ts";

const ForwardDialog = lazy(() =>
  import("./forward-dialog.tsx").then(({ ForwardDialog }) => ({ default: ForwardDialog })),
);

interface MessageActionsValue {
  /** Our reactions reach this conversation's customer. */
  mayReact: boolean;
  /** Null for who may not. */
  forward: ((message: ShownMessage) => void) | null;
}

/** What can be done with the messages of a conversation, for their menus. */
export const MessageActions = createContext<MessageActionsValue>({ mayReact: false, forward: null });

interface MessageActionsProviderProps {
  mayReact: boolean;
  children: ReactNode;
}

/** Holds what menus of messages open: a message may leave the screen while its dialogue stands. */
export function MessageActionsProvider({ mayReact, children }: MessageActionsProviderProps) {
  const can = useCan();
  const mayForward = can("chat:message:forward");
  const [forwarded, setForwarded] = useState<ShownMessage | null>(null);
  const value = useMemo(() => ({ mayReact, forward: mayForward ? setForwarded : null }), [mayReact, mayForward]);
  return (
    <MessageActions value={value}>
      {children}
      {forwarded && (
        <Suspense>
          <ForwardDialog message={forwarded} onClose={() => setForwarded(null)} />
        </Suspense>
      )}
    </MessageActions>
  );
}
