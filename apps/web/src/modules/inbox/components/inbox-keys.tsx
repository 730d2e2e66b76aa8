import type { ConversationCard, ConversationRow } from "@homeroom/contract/chat";
import type { ConversationId } from "@homeroom/contract/ids";
import { lazy, Suspense, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { replayEarlyKeys } from "#ui/keyboard/early-keys.ts";
import { useShortcut } from "#ui/keyboard/use-shortcut.ts";
import { knownCard } from "../api/conversation-card.ts";
import type { LeadField, ShortcutRequest } from "./asked-by-key.ts";
import { focusComposer } from "./composer/focus-composer.ts";
import type { RowsForKeys } from "./list/use-rows.ts";
import { useStateActions } from "./states/state-actions.ts";

const KeyHelp = lazy(() => import("#ui/keyboard/key-help.tsx").then((file) => ({ default: file.KeyHelp })));

interface InboxKeysProps {
  rows: RowsForKeys;
  openId: ConversationId | null;
  /** Opens the conversation if necessary, and requests something in it. */
  onAsk: (asked: ShortcutRequest) => void;
}

const keys = [
  ["search", ["/"]],
  ["rows", ["j", "k", "↑", "↓"]],
  ["open", ["Enter"]],
  ["reply", ["r"]],
  ["note", ["n"]],
  ["assign", ["a"]],
  ["status", ["Shift", "S"]],
  ["nextContact", ["d"]],
  ["leadNote", ["Shift", "N"]],
  ["close", ["e"]],
  ["snooze", ["s"]],
  ["unread", ["u"]],
  ["find", ["f"]],
  ["leave", ["Esc"]],
] as const;

/** The shortcuts of the inbox. They are off while the person types, composes, or has a dialog open. */
export function InboxKeys({ rows, openId, onAsk }: InboxKeysProps) {
  const { t } = useTranslation("inbox");
  const can = useCan();
  const mayLabel = can("chat:message:label");
  const actions = useStateActions();
  const [helps, setHelps] = useState(false);
  const on = (act: (row: ConversationRow | ConversationCard) => void) => () => {
    if (isDialogOpen()) return;
    // The open one may have left the list, for example because it was just answered.
    const row = rows.now()?.active() ?? (openId && knownCard(openId));
    if (row) act(row);
    else rows.act((listed) => listed.active() && act(listed.active() as ConversationRow));
  };
  const step = (by: number) => () => !isDialogOpen() && rows.act((listed) => listed.step(by));
  const free = { enabled: !helps };
  const states = { enabled: !helps && mayLabel && actions !== null };

  useShortcut("j", step(1), free);
  useShortcut("k", step(-1), free);
  // While a conversation is open, the arrow keys scroll the part that was last clicked.
  const walk = { enabled: !helps && openId === null, onlyWhenFree: true };
  useShortcut("ArrowDown", step(1), walk);
  useShortcut("ArrowUp", step(-1), walk);
  useShortcut("Enter", () => !isDialogOpen() && rows.act((listed) => listed.open()), walk);
  useShortcut("r", () => !isDialogOpen() && focusComposer(), free);
  useShortcut(
    "n",
    on(({ conversationId }) => onAsk({ what: "note", conversationId })),
    free,
  );
  const askLead = (lead: LeadField) => on(({ conversationId }) => onAsk({ what: { lead }, conversationId }));
  const mayEditLead = { enabled: !helps && can("crm:lead:edit") };
  useShortcut("a", askLead("sales"), { enabled: !helps && can("crm:lead:assign") });
  useShortcut("shift+s", askLead("status"), mayEditLead);
  useShortcut("d", askLead("nextContactDate"), mayEditLead);
  useShortcut("shift+n", askLead("note"), { enabled: !helps && can("crm:lead:log") });
  useShortcut(
    "e",
    on((row) => row.state !== "closed" && actions?.close(row)),
    states,
  );
  useShortcut(
    "s",
    on((row) => row.state !== "closed" && actions?.snooze(row)),
    states,
  );
  useShortcut(
    "u",
    on((row) => actions?.unread(row)),
    free,
  );
  useShortcut("?", () => setHelps(true), free);
  // After the shortcuts above are registered.
  useEffect(replayEarlyKeys, []);
  if (!helps) return null;
  const lines = keys.map(([name, pressed]) => ({ name, pressed, does: t(`keys.${name}`) }));
  return (
    <Suspense fallback={null}>
      <KeyHelp title={t("keys.title")} single={t("keys.single")} lines={lines} onClose={() => setHelps(false)} />
    </Suspense>
  );
}

function isDialogOpen(): boolean {
  return document.querySelector('[role="dialog"][aria-modal="true"]') !== null;
}
