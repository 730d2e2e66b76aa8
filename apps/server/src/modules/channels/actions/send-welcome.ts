import type { RequestOf } from "@homeroom/contract/endpoint";
import type { BranchId, ChannelId } from "@homeroom/contract/ids";
import { type WelcomeButton, type WelcomeSegment, welcome } from "@homeroom/contract/welcome";
import { filesByIds } from "#modules/files/public";
import {
  branchOfChannel,
  channelsInScope,
  lockLineChannel,
  lockWelcomeContact,
  queueWelcome,
  requireConversationOf,
  type WelcomePart,
  type WelcomeTo,
} from "#modules/inbox/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { idOfKey } from "#platform/calls/id-of-key";
import { organizationScope, type Scope } from "#platform/db/scope";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { checkPhone } from "#platform/phones/phones";
import { picturesIn, welcomeOf } from "../queries/welcome.ts";
import { hasTooManyParts, partsOf } from "../rules.ts";
import { requireBranch } from "./require-branch.ts";
import { requirePictures } from "./require-pictures.ts";

/** Welcomes a person who has added the branch's account, if automatic welcomes are on; once for each person. */
export async function welcomeFriend(
  db: Database,
  scope: Scope,
  { contactId, branchId }: { contactId: string; branchId: BranchId },
): Promise<void> {
  await inTransaction(db, scope, async (tx) => {
    const saved = await welcomeOf(tx, scope, branchId);
    if (saved?.mode !== "automatic" || saved.status !== 1 || saved.segments.length === 0) return;
    const parts = await partsFor(tx, scope, saved);
    const contact = await lockWelcomeContact(tx, scope, { kind: "line", to: { contactId } });
    if (contact) await queueWelcome(tx, scope, contact, { parts, senderId: null, key: "welcome" });
  });
}

/**
 * Sends the welcome message of the branch whose LINE account a customer has added, at a person's request; once for
 * the same `messageId` or `key`. Throws CHAT_TAKEN_BY_OTHER while another person answers there.
 */
export function sendWelcome(
  db: Database,
  actor: Actor,
  { leadId, messageId }: RequestOf<typeof welcome.send>,
  key?: string,
): Promise<boolean> {
  requireAccess(actor, welcome.send);
  const scope = scopeOf(actor, "chat:message:all");
  return inTransaction(db, scope, async (tx) => {
    await requireConversationOf(tx, scope, leadId);
    const contact = await lockWelcomeContact(tx, scope, { kind: "line", to: { leadId } });
    if (!contact) throw new AppError("LINE_NOT_CONFIGURED");
    const saved = await savedOfChannel(tx, scope, contact.channel_id);
    const parts = await partsFor(tx, scope, saved);
    const { accountId: senderId } = actor;
    const press = messageId ?? idOfKey(actor, "welcome", key);
    return queueWelcome(tx, scope, contact, { parts, senderId, key: press, holder: actor });
  });
}

async function savedOfChannel(tx: Tx, scope: Scope, channelId: ChannelId) {
  const branchId = await branchOfChannel(tx, scope, channelId);
  const saved = branchId && (await welcomeOf(tx, scope, branchId));
  if (!saved || saved.segments.length === 0 || saved.status !== 1) throw new AppError("WELCOME_MESSAGE_MISSING");
  return saved;
}

/** Sends the saved message to a person on LINE known to the branch's account; once for the same `key`. */
export function testLineWelcome(
  db: Database,
  actor: Actor,
  form: RequestOf<typeof welcome.testLine>,
  key?: string,
): Promise<boolean> {
  requireAccess(actor, welcome.testLine);
  const scope = scopeOf(actor, "org:welcome:test");
  const branchId = form.branchID ?? actor.branchId;
  return inTransaction(db, scope, async (tx) => {
    await requireBranch(tx, scope, branchId);
    if (!(await lockLineChannel(tx, scope, branchId))) throw new AppError("LINE_NOT_CONFIGURED");
    const saved = await welcomeOf(tx, scope, branchId);
    if (!saved || saved.segments.length === 0) throw new AppError("WELCOME_MESSAGE_MISSING");
    const to = { userId: form.lineUserId };
    return sendTest(tx, { scope, actor, kind: "line", branchId, to, parts: await partsFor(tx, scope, saved), key });
  });
}

/** Sends segments to a person on WhatsApp who has written to the branch's number; once for the same `key`. */
export function testWhatsappWelcome(
  db: Database,
  actor: Actor,
  form: RequestOf<typeof welcome.testWhatsapp>,
  key?: string,
): Promise<boolean> {
  requireAccess(actor, welcome.testWhatsapp);
  const scope = scopeOf(actor, "org:welcome:test");
  const { segments } = form;
  if (hasTooManyParts(segments, [])) throw new AppError("WELCOME_TOO_MANY_PARTS");
  if (segments.length === 0) throw new AppError("WELCOME_MESSAGE_MISSING");
  const branchId = form.branchID ?? actor.branchId;
  const checked = checkPhone(form.areaCode, form.phone);
  if ("fault" in checked || checked.e164 === null)
    throw new AppError(
      "FIELD_INVALID",
      {},
      { fields: [{ field: "fault" in checked ? checked.fault : "phone", name: "FIELD_INVALID" }] },
    );
  const to = { phone: checked.e164 };
  return inTransaction(db, scope, async (tx) => {
    await requireBranch(tx, scope, branchId);
    await requireNumber(tx, scope, branchId);
    await requirePictures(tx, scope, { actor, branchId, segments });
    const parts = await partsFor(tx, scope, { segments, buttons: [] });
    return sendTest(tx, { scope, actor, kind: "whatsapp", branchId, to, parts, key });
  });
}

async function requireNumber(tx: Tx, scope: Scope, branchId: BranchId): Promise<void> {
  const numbers = await channelsInScope(tx, scope, "whatsapp");
  if (!numbers.some((one) => one.branch_id === branchId)) throw new AppError("FEATURE_NOT_SET_UP");
}

interface Test {
  scope: Scope;
  actor: Actor;
  kind: "whatsapp" | "line";
  branchId: BranchId;
  to: WelcomeTo;
  parts: readonly WelcomePart[];
  key: string | undefined;
}

/** A test recipient must have agreed to receive messages: unknown recipients are refused. */
async function sendTest(tx: Tx, { scope, actor, kind, branchId, to, parts, key }: Test): Promise<boolean> {
  const contact = await lockWelcomeContact(tx, scope, { kind, branchId, to });
  if (!contact) throw new AppError("TEST_IDENTITY_NOT_VERIFIED");
  // The permission to test decides; another person may be handling the conversation.
  const everywhere = organizationScope(scope.organizationId);
  return queueWelcome(tx, everywhere, contact, {
    parts,
    senderId: actor.accountId,
    key: idOfKey(actor, "welcome test", key),
  });
}

async function partsFor(
  tx: Tx,
  scope: Scope,
  { segments, buttons }: { segments: readonly WelcomeSegment[]; buttons: readonly WelcomeButton[] },
): Promise<WelcomePart[]> {
  const files = await filesByIds(tx, scope, picturesIn(segments));
  return partsOf(segments, buttons, new Map([...files.values()].map((file) => [file.file_id, file.name])));
}
