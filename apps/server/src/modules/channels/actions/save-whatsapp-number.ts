import { randomBytes } from "node:crypto";
import { channels, type WhatsappForm } from "@homeroom/contract/channels";
import { tokenStops } from "@homeroom/contract/failure-reasons";
import { type BranchId, ChannelId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { v7 } from "uuid";
import { recordChange } from "#modules/audit/public";
import {
  addChannel,
  type ChannelAccess,
  changeChannel,
  channelsInScope,
  liftStop,
  lockChannelInScope,
  ProviderFailure,
  resendStopped,
} from "#modules/inbox/public";
import { branchById } from "#modules/organizations/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { sqlState } from "#platform/db/failures";
import type { Scope } from "#platform/db/scope";
import { inTransaction, type Tx } from "#platform/db/transaction";
import { requireVersion } from "#platform/db/version";
import { AppError } from "#platform/errors/app-error";
import type { Platform } from "#platform/server-module";
import type { NumberFacts, WhatsappAccounts, WhatsappValues } from "../port.ts";
import { factsToKeep, valuesToTest } from "../rules.ts";
import { keptNumber } from "./kept-number.ts";

interface SaveRequest {
  platform: Platform;
  accounts: WhatsappAccounts;
  actor: Actor;
  form: WhatsappForm;
}

/** Its number, and a verify token that was created for it now. */
export interface SavedNumber {
  recordID: ChannelId;
  verifyToken?: string;
}

/**
 * Saves a branch's WhatsApp number after testing every value at the provider. A number that was stopped because of its token
 * sends again, beginning with the messages refused meanwhile. Throws SETTING_NOT_VERIFIED at the fields
 * that did not pass, WHATSAPP_NUMBER_IN_USE for a number that is in use, SETTING_LIMIT_REACHED where a branch has several
 * and none is named, or was just given another one, STALE_DATA when somebody saved after the version that the form names.
 */
export async function saveWhatsappNumber(request: SaveRequest): Promise<SavedNumber> {
  const { platform, accounts, actor, form } = request;
  requireAccess(actor, channels.updateWhatsapp);
  const scope = scopeOf(actor, "org:whatsapp:edit");
  const kept = await inTransaction(platform.db, scope, async (tx) => {
    const channelId = await meantNumber(tx, scope, request);
    return channelId ? keptNumber(tx, platform.secrets, { scope, channelId, version: form.version }) : null;
  });
  const catalogueID = form.catalogueID ?? kept?.settings["catalogueId"] ?? "";
  const values = valuesToTest({ ...form, catalogueID }, kept);
  const { fields, number } = await accounts.check(values);
  const wrong = fields.filter(({ ok }) => !ok);
  if (wrong.length > 0 || !number) throw notVerified(wrong.map(({ field }) => field));
  await listenTo(accounts, values);
  try {
    const { stoppedAt, ...saved } = await inTransaction(platform.db, scope, (tx) =>
      save(tx, { ...request, scope, values, number, isFirst: kept === null }),
    );
    if (stoppedAt) await resendStopped(platform.db, scope, { channelId: saved.recordID, stoppedAt });
    return saved;
  } catch (error) {
    if (sqlState(error) !== "23505") throw error;
    const fault = { field: "phoneNumberID", name: "WHATSAPP_NUMBER_IN_USE" as const };
    throw new AppError("WHATSAPP_NUMBER_IN_USE", {}, { fields: [fault] });
  }
}

function notVerified(fields: readonly string[]): AppError {
  const faults = fields.map((field) => ({ field, name: "SETTING_NOT_VERIFIED" as const }));
  return new AppError("SETTING_NOT_VERIFIED", {}, { fields: faults });
}

/** Without this, WhatsApp sends us no events. Idempotent. */
async function listenTo(accounts: WhatsappAccounts, values: WhatsappValues): Promise<void> {
  const access: ChannelAccess = {
    externalId: values.phoneNumberID,
    settings: { businessAccountId: values.businessAccountID },
    secrets: { accessToken: values.accessToken },
  };
  try {
    await accounts.subscribe(access);
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    throw notVerified(["businessAccountID"]);
  }
}

function branchOf(actor: Actor, form: WhatsappForm): BranchId {
  return form.branchID ?? actor.branchId;
}

/** The number that a form changes: the one it names, else its branch's own. Serialises writers of a branch. */
async function meantNumber(tx: Tx, scope: Scope, { actor, form }: SaveRequest): Promise<ChannelId | undefined> {
  if (form.recordID) return form.recordID;
  const branchId = branchOf(actor, form);
  const inReach = scope.branchIds === null || scope.branchIds.includes(branchId);
  if (!inReach || !(await branchById(tx, scope, branchId))) throw new AppError("NOT_FOUND");
  await sql`select pg_advisory_xact_lock(hashtextextended(${`whatsapp number of ${branchId}`}, 0))`.execute(tx);
  const numbers = (await channelsInScope(tx, scope, "whatsapp")).filter((one) => one.branch_id === branchId);
  if (numbers.length > 1) throw new AppError("SETTING_LIMIT_REACHED");
  return numbers[0]?.channel_id;
}

/** With the time of a stop that this save ended. */
type StoredNumber = SavedNumber & { stoppedAt?: Date };

type CheckedNumber = SaveRequest & {
  scope: Scope;
  values: WhatsappValues;
  number: NumberFacts;
  /** The branch had no number when the form was sent. */
  isFirst: boolean;
};

async function save(tx: Tx, of: CheckedNumber): Promise<StoredNumber> {
  const channelId = await meantNumber(tx, of.scope, of);
  return channelId ? change(tx, of, channelId) : add(tx, of);
}

async function add(tx: Tx, of: CheckedNumber): Promise<StoredNumber> {
  const { actor, scope, form, platform, values, number } = of;
  const branchId = branchOf(actor, form);
  const channelId = ChannelId.parse(v7());
  const verifyToken = newVerifyToken();
  const settings = settingsOf(of, {});
  const secrets = platform.secrets.seal({ ...secretsOf(values), verifyToken });
  const name = form.name ?? (number.verifiedName || number.displayPhone);
  const channel = { name, externalId: values.phoneNumberID, settings, secrets };
  const isSandbox = platform.settings.WHATSAPP_TRIAL_NUMBERS?.phoneNumberIDs.includes(values.phoneNumberID) ?? false;
  await addChannel(tx, scope, { ...channel, channelId, branchId, kind: "whatsapp", isSandbox });
  await recordChange(tx, actor, {
    module: "setting",
    action: "created",
    subject: { type: "channel", id: channelId, name },
    after: audited(name, values),
  });
  return { recordID: channelId, verifyToken };
}

async function change(tx: Tx, of: CheckedNumber, channelId: ChannelId): Promise<StoredNumber> {
  const { actor, scope, form, platform, values } = of;
  const channel = await lockChannelInScope(tx, scope, { channelId, kind: "whatsapp" });
  if (!channel) throw new AppError("NOT_FOUND");
  requireVersion(channel, form.version);
  // Somebody else saved another number first; this one must not replace it.
  if (of.isFirst && channel.external_id !== values.phoneNumberID) throw new AppError("SETTING_LIMIT_REACHED");
  const before = platform.secrets.open(channel.secrets);
  const verifyToken = form.renewVerifyToken || !before["verifyToken"] ? newVerifyToken() : undefined;
  const secrets = platform.secrets.seal({ ...before, ...secretsOf(values), ...(verifyToken && { verifyToken }) });
  const settings = settingsOf(of, channel.settings);
  const name = form.name ?? channel.name;
  await changeChannel(tx, scope, channelId, { name, externalId: values.phoneNumberID, settings, secrets });
  // The value that it was stopped for has just passed its test.
  const isLifted = tokenStops.some((one) => one === channel.stopped_reason);
  const stoppedAt = isLifted ? channel.stopped_at : null;
  if (stoppedAt) await liftStop(tx, scope, channelId);
  const kept = { settings: channel.settings, secrets: before, externalId: channel.external_id };
  const catalogueID = channel.settings["catalogueId"] ?? "";
  await recordChange(tx, actor, {
    module: "setting",
    action: "edited",
    subject: { type: "channel", id: channelId, name },
    before: audited(channel.name, { ...valuesToTest(nothingGiven, kept), catalogueID }),
    after: { ...audited(name, values), ...(verifyToken && { verifyToken }) },
  });
  return { recordID: channelId, ...(verifyToken !== undefined && { verifyToken }), ...(stoppedAt && { stoppedAt }) };
}

const nothingGiven: WhatsappValues = {
  appID: "",
  phoneNumberID: "",
  businessAccountID: "",
  catalogueID: "",
  accessToken: "",
  appSecret: "",
};

/** For secrets, the audit log records only that they changed. */
function audited(name: string, values: WhatsappValues): Record<string, unknown> {
  return { name, ...values };
}

function settingsOf({ values, number }: CheckedNumber, kept: Readonly<Record<string, string>>): Record<string, string> {
  return {
    ...kept,
    ...factsToKeep(number, new Date()),
    phoneNumberId: values.phoneNumberID,
    appId: values.appID,
    businessAccountId: values.businessAccountID,
    catalogueId: values.catalogueID,
  };
}

function secretsOf({ accessToken, appSecret }: WhatsappValues): Record<string, string> {
  return { accessToken, appSecret };
}

function newVerifyToken(): string {
  return randomBytes(24).toString("base64url");
}
