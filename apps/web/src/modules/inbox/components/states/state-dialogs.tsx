import type { ConversationRow } from "@homeroom/contract/chat";
import type { ConversationId } from "@homeroom/contract/ids";
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useDateView } from "#platform/date-view.ts";
import { minuteText } from "#platform/dates.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { closeAtOnce, markUnread, reopenConversation, snoozeConversation } from "../../api/conversation-states.ts";
import { countScheduled } from "../../api/scheduled.ts";
import { tomorrowMorning } from "../../rules/snooze-times.ts";
import { type StateActions, StateActionsContext } from "./state-actions.ts";

const CloseDialog = lazy(() => import("./close-dialog.tsx").then((file) => ({ default: file.CloseDialog })));
const SnoozeDialog = lazy(() => import("./snooze-dialog.tsx").then((file) => ({ default: file.SnoozeDialog })));

interface StateDialogsProps {
  children: ReactNode;
  /** A conversation has left the visible list: the next one takes its place. */
  onLeave: (row: ConversationRow) => void;
  /** A conversation was marked for later: it is not kept open, which would mark it as read. */
  onUnread: (id: ConversationId) => void;
}

/** Provides the inbox's columns with the actions on a conversation and their dialogs. */
export function StateDialogs({ children, onLeave, onUnread }: StateDialogsProps) {
  const { t } = useTranslation("inbox");
  const view = useDateView();
  const { failed, undoable } = useFeedback();
  const [asked, setAsked] = useState<{ what: "close" | "snooze"; row: ConversationRow } | null>(null);
  // Memoised for the rows of the list: the actions stay the same while other conversations are opened.
  const left = useRef({ onLeave, onUnread });
  useEffect(() => {
    left.current = { onLeave, onUnread };
  });
  const actions = useMemo<StateActions>(() => {
    const reopen = ({ conversationId }: ConversationRow) => void reopenConversation(conversationId).catch(failed);
    const atOnce = (row: ConversationRow, write: Promise<string>) => {
      left.current.onLeave(row);
      const takeBack = () => reopen(row);
      write.then((words) => undoable(words, takeBack, row.conversationId)).catch(failed);
    };
    const finish = async ({ conversationId, nickname: name }: ConversationRow) => {
      // Closing does not cancel scheduled messages, and no dialog has said so.
      const waiting = countScheduled(conversationId);
      await closeAtOnce(conversationId);
      const count = await waiting;
      return count > 0 ? t("states.closedWithScheduled", { name, count }) : t("states.closedNow", { name });
    };
    const postpone = async ({ conversationId, nickname: name }: ConversationRow) => {
      const until = tomorrowMorning(new Date(), view.zone);
      await snoozeConversation(conversationId, until);
      return t("states.snoozedNow", { name, until: minuteText(until, view) });
    };
    return {
      snooze: (row) => setAsked({ what: "snooze", row }),
      close: (row) => setAsked({ what: "close", row }),
      reopen,
      unread: ({ conversationId }) => {
        left.current.onUnread(conversationId);
        markUnread(conversationId).catch(failed);
      },
      finish: (row) => atOnce(row, finish(row)),
      postpone: (row) => atOnce(row, postpone(row)),
    };
  }, [failed, undoable, t, view]);
  const leave = (row: ConversationRow, words: string) => {
    setAsked(null);
    onLeave(row);
    undoable(words, () => actions.reopen(row));
  };

  return (
    <StateActionsContext value={actions}>
      {children}
      <Suspense>
        {asked?.what === "close" && (
          <CloseDialog
            row={asked.row}
            onCancel={() => setAsked(null)}
            onDone={() => leave(asked.row, t("states.closedNow", { name: asked.row.nickname }))}
          />
        )}
        {asked?.what === "snooze" && (
          <SnoozeDialog
            row={asked.row}
            onCancel={() => setAsked(null)}
            onDone={(until) =>
              leave(asked.row, t("states.snoozedNow", { name: asked.row.nickname, until: minuteText(until, view) }))
            }
          />
        )}
      </Suspense>
    </StateActionsContext>
  );
}
