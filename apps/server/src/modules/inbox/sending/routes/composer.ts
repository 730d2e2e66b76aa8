import { chatComposer, type ScheduledRow } from "@homeroom/contract/chat-composer";
import { chatPlace } from "@homeroom/contract/chat-place";
import { uniqueNames } from "#modules/accounts/public";
import { fileAddress, filesByIds } from "#modules/files/public";
import { addressOfBranch } from "#modules/organizations/public";
import type { Actor } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import type { Scope } from "#platform/db/scope";
import { inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { Binder } from "#platform/http/bind";
import type { Platform } from "#platform/server-module";
import { addNote, deleteNote, editNote } from "../../conversations/actions/write-note.ts";
import { findConversation } from "../../conversations/queries/conversations.ts";
import { mentionable } from "../../conversations/queries/mentionable.ts";
import type { Inbox } from "../../inbox.ts";
import { presentMessage, presentPeople } from "../../present.ts";
import { forwardMessages } from "../actions/forward-messages.ts";
import { reactToMessage } from "../actions/react-to-message.ts";
import { editScheduled, removeScheduled, scheduleMessage } from "../actions/schedule-message.ts";
import { undoSend } from "../actions/undo-send.ts";
import { type ListedScheduledMessage, scheduledOf } from "../queries/scheduled.ts";

const maxColleagues = 50;

/** The calls around sending a message: before, instead of and after it. */
export function bindComposerRoutes(bind: Binder, inbox: Inbox): void {
  const { platform } = inbox;
  const { db } = platform;
  const presentOne = presentMessage(inbox);
  bind(chatComposer.undoSend, async ({ messageId }, { actor }) =>
    presentOne(actor, await undoSend(db, actor, messageId)),
  );
  bind(chatComposer.forward, async (form, { actor, header }) => ({
    results: await forwardMessages(platform, actor, form, header("idempotency-key")),
  }));
  bind(chatComposer.react, async (form, { actor }) => presentOne(actor, await reactToMessage(db, actor, form)));
  bind(chatPlace.ofBranch, ({ leadId }, { actor }) => {
    const scope = scopeOf(actor, "chat:message:all");
    return inTransaction(db, scope, async (tx) => {
      const conversation = await findConversation(tx, scope, { leadId });
      if (!conversation) throw new AppError("NOT_FOUND");
      return (await addressOfBranch(tx, scope, conversation.branch_id)) ?? { name: "", address: "" };
    });
  });
  bindNoteRoutes(bind, inbox);
  bindScheduleRoutes(bind, platform);
}

function bindNoteRoutes(bind: Binder, inbox: Inbox): void {
  const { platform } = inbox;
  const { db } = platform;
  const presentOne = presentMessage(inbox);
  bind(chatComposer.addNote, async (form, { actor }) => presentOne(actor, await addNote(db, actor, form)));
  bind(chatComposer.editNote, async (form, { actor }) => presentOne(actor, await editNote(db, actor, form)));
  bind(chatComposer.deleteNote, async ({ messageId }, { actor }) =>
    presentOne(actor, await deleteNote(db, actor, messageId)),
  );
  bind(chatComposer.mentionOptions, ({ conversationId, keywords }, { actor }) => {
    const scope = scopeOf(actor, "chat:message:all");
    return inTransaction(db, scope, async (tx) => {
      const conversation = await findConversation(tx, scope, { conversationId });
      if (!conversation) throw new AppError("NOT_FOUND");
      const people = await mentionable(tx, scope, conversation, { keywords, limit: maxColleagues });
      const ids = people.map(({ accountId }) => accountId);
      const shown = await presentPeople(platform, tx, { scope, ids });
      const apart = await uniqueNames(tx, scope, people);
      return ids.flatMap((id) => {
        const [person, called] = [shown.get(id), apart.get(id)];
        return person && called ? [{ ...person, ...called }] : [];
      });
    });
  });
}

function bindScheduleRoutes(bind: Binder, platform: Platform): void {
  const { db } = platform;
  const presentOne = (actor: Actor, row: ListedScheduledMessage) => {
    const scope = scopeOf(actor, "chat:message:all");
    return inTransaction(db, scope, async (tx) => {
      const [shown] = await presentScheduled(platform, tx, { scope, rows: [row] });
      if (!shown) throw new AppError("NOT_FOUND");
      return shown;
    });
  };
  bind(chatComposer.schedule, async (form, { actor }) => presentOne(actor, await scheduleMessage(db, actor, form)));
  bind(chatComposer.editScheduled, async (form, { actor }) => presentOne(actor, await editScheduled(db, actor, form)));
  bind(chatComposer.deleteScheduled, ({ scheduledId }, { actor }) => removeScheduled(db, actor, scheduledId));
  bind(chatComposer.scheduledList, ({ conversationId }, { actor }) => {
    const scope = scopeOf(actor, "chat:message:all");
    return inTransaction(db, scope, async (tx) => {
      if (!(await findConversation(tx, scope, { conversationId }))) throw new AppError("NOT_FOUND");
      const rows = await scheduledOf(tx, scope, conversationId);
      return presentScheduled(platform, tx, { scope, rows });
    });
  });
}

async function presentScheduled(
  platform: Platform,
  tx: Tx,
  { scope, rows }: { scope: Scope; rows: readonly ListedScheduledMessage[] },
): Promise<ScheduledRow[]> {
  const files = await filesByIds(
    tx,
    scope,
    rows.flatMap((row) => row.file_id ?? []),
  );
  const people = await presentPeople(platform, tx, { scope, ids: [...new Set(rows.map((row) => row.created_by))] });
  return rows.map((row): ScheduledRow => {
    const file = row.file_id ? files.get(row.file_id) : undefined;
    return {
      scheduledId: row.scheduled_id,
      conversationId: row.conversation_id,
      type: row.kind,
      content: row.text,
      file: file ? { fileID: file.file_id, name: file.name, url: fileAddress(platform, file) } : null,
      channelId: row.channel_id,
      channelName: row.channel_name,
      sendAt: row.send_at.toISOString(),
      author: people.get(row.created_by) ?? null,
      isMine: row.created_by === scope.accountId,
      version: row.version,
    };
  });
}
