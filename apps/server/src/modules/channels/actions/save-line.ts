import type { RequestOf, ResponseOf } from "@homeroom/contract/endpoint";
import type { RefusalName } from "@homeroom/contract/errors/catalogue";
import type { BranchId, ChannelId } from "@homeroom/contract/ids";
import { type LineForm, line } from "@homeroom/contract/line";
import { recordChange } from "#modules/audit/public";
import {
  changeLineSettings,
  channelsInScope,
  lockLineChannel,
  type MessagingProvider,
  ProviderFailure,
  saveLineChannel,
  storeProviderPicture,
} from "#modules/inbox/public";
import { liffEndpoint } from "#modules/landing-pages/public";
import { branchById } from "#modules/organizations/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { sqlState } from "#platform/db/failures";
import type { Scope } from "#platform/db/scope";
import { inTransaction, type Tx } from "#platform/db/transaction";
import { requireVersion } from "#platform/db/version";
import { AppError } from "#platform/errors/app-error";
import { refuseFaults } from "#platform/errors/refuse-faults";
import type { Platform } from "#platform/server-module";
import type { LineAccount, LineAccounts, LineKeys } from "../port.ts";
import { requireBranch } from "./require-branch.ts";

export interface LineParts {
  platform: Platform;
  accounts: LineAccounts;
  provider: MessagingProvider | undefined;
}

/**
 * Connects a branch with a LINE account, or replaces the connection's keys. LINE checks all of them before
 * anything is saved: throws SETTING_NOT_VERIFIED with the reason for keys that it refuses, or when it does not answer. Throws
 * STALE_DATA when somebody saved after the form's version, or saved keys that were not part of this check.
 */
export async function saveLine(parts: LineParts, actor: Actor, form: LineForm): Promise<void> {
  requireAccess(actor, line.update);
  const { platform, accounts, provider } = parts;
  const scope = scopeOf(actor, "org:line:edit");
  const branchId = form.branchID ?? actor.branchId;
  const keys = await inTransaction(platform.db, scope, async (tx) => {
    await requireBranch(tx, scope, branchId);
    return keysFor(platform, await lockLineChannel(tx, scope, branchId), form);
  });
  const account = await inspectLine(accounts, { channelId: form.channelID, ...keys }, "SETTING_NOT_VERIFIED");
  const address = account.pictureAddress;
  const pictureFileId = address && provider ? await storeProviderPicture(platform, scope, provider, address) : null;
  try {
    await inTransaction(platform.db, scope, (tx) =>
      storeLine(platform, tx, { actor, scope, branchId, form, keys, account, pictureFileId: pictureFileId ?? "" }),
    );
  } catch (error) {
    // Another organisation has connected this account: its row is invisible here but still violates the index.
    if (sqlState(error) === "23505") throw new AppError("LINE_CHANNEL_IN_USE", {}, { cause: error });
    throw error;
  }
}

interface Keys {
  channelSecret: string;
  accessToken: string;
}

/** The given keys; the stored ones replace empty fields. The channel is locked. */
function keysFor(platform: Platform, known: LineRow | undefined, form: LineForm): Keys {
  requireVersion(known ?? { version: 0 }, form.version);
  const kept = known ? platform.secrets.open(known.secrets) : {};
  return {
    channelSecret: form.channelSecret || (kept["channelSecret"] ?? ""),
    accessToken: form.accessToken || (kept["accessToken"] ?? ""),
  };
}

type LineRow = NonNullable<Awaited<ReturnType<typeof lockLineChannel>>>;

/**
 * The keys to store. Somebody may have saved others while LINE was asked: theirs are valid too, and stay where the form gives
 * none. Throws STALE_DATA if that would store a combination of keys that LINE never checked.
 */
function keysToKeep(
  platform: Platform,
  known: LineRow | undefined,
  { form, keys }: Pick<CheckedLine, "form" | "keys">,
): Keys {
  const now = keysFor(platform, known, form);
  const isTested = now.channelSecret === keys.channelSecret && now.accessToken === keys.accessToken;
  const isTheirs = form.channelSecret === "" && form.accessToken === "" && known?.external_id === form.channelID;
  if (!isTested && !isTheirs) throw new AppError("STALE_DATA");
  return now;
}

interface CheckedLine {
  actor: Actor;
  scope: Scope;
  branchId: BranchId;
  form: LineForm;
  /** The keys that LINE checked. */
  keys: Keys;
  account: LineAccount;
  pictureFileId: string;
}

async function storeLine(platform: Platform, tx: Tx, of: CheckedLine): Promise<void> {
  const { actor, scope, branchId, form, account } = of;
  const known = await lockLineChannel(tx, scope, branchId);
  const keys = keysToKeep(platform, known, of);
  const branch = await branchById(tx, scope, branchId);
  const isSameAccount = known?.external_id === form.channelID;
  const keptID = isSameAccount ? known.settings["officialID"] : undefined;
  const officialID = (form.officialID ?? keptID) || account.basicId;
  const name = account.displayName || branch?.name || "LINE";
  const channelId = await saveLineChannel(tx, scope, {
    branchId,
    externalId: form.channelID,
    name,
    settings: {
      ...known?.settings,
      officialID,
      botUserId: account.userId,
      botName: account.displayName,
      botPictureFileId: of.pictureFileId,
    },
    secrets: platform.secrets.seal({ ...keys }),
    isSandbox: new URL(platform.settings.LINE_API_URL).hostname !== "api.line.me",
  });
  const secretChanged = form.channelSecret !== "";
  const tokenChanged = form.accessToken !== "";
  await recordChange(tx, actor, {
    module: "setting",
    action: known ? "edited" : "created",
    subject: { type: "lineChannel", id: channelId, name },
    before: known ? { channelID: known.external_id, officialID: known.settings["officialID"] ?? "" } : {},
    // The log says that a secret changed, never its value.
    after: { channelID: form.channelID, officialID, secretChanged, tokenChanged },
  });
}

/**
 * Changes the LIFF app of a branch's LINE account. Throws LINE_NOT_CONFIGURED if there is no account, and FIELD_INVALID for
 * a page without https that is not ours.
 */
export function saveLiff(
  { db, settings }: Pick<Platform, "db" | "settings">,
  actor: Actor,
  form: RequestOf<typeof line.updateLiff>,
): Promise<void> {
  requireAccess(actor, line.updateLiff);
  const scope = scopeOf(actor, "org:line:edit");
  const branchId = form.branchID ?? actor.branchId;
  return inTransaction(db, scope, async (tx) => {
    await requireBranch(tx, scope, branchId);
    const channel = await lockLineChannel(tx, scope, branchId);
    if (!channel) throw new AppError("LINE_NOT_CONFIGURED");
    const { liffID, endpointURL } = form;
    const isSafe = endpointURL === "" || endpointURL.startsWith("https:");
    if (!isSafe && endpointURL !== liffEndpoint(settings, channel.external_id))
      refuseFaults([{ field: "endpointURL", name: "FIELD_INVALID" }]);
    await changeLineSettings(tx, channel, { liffID, endpointURL });
    await recordChange(tx, actor, {
      module: "setting",
      action: "edited",
      subject: { type: "lineChannel", id: channel.channel_id, name: channel.name },
      before: { liffID: channel.settings["liffID"] ?? "", endpointURL: channel.settings["endpointURL"] ?? "" },
      after: { liffID, endpointURL },
    });
  });
}

/** Has LINE check keys; the stored ones replace empty fields. Throws CHAT_VERIFICATION_FAILED with the reason. */
export async function testLine(
  { platform, accounts }: Pick<LineParts, "platform" | "accounts">,
  actor: Actor,
  form: RequestOf<typeof line.test>,
): Promise<ResponseOf<typeof line.test>> {
  requireAccess(actor, line.test);
  const kept = form.recordID ? await keptKeys({ platform }, actor, form.recordID) : undefined;
  const channelId = form.channelID || (kept?.channelId ?? "");
  // The stored secret is of no use for another channel.
  const keptSecret = kept?.channelId === channelId ? kept.channelSecret : "";
  const channelSecret = form.channelSecret || keptSecret;
  const accessToken = form.accessToken || (kept?.accessToken ?? "");
  const keys = { channelId, accessToken, ...(channelId && channelSecret && { channelSecret }) };
  const account = await inspectLine(accounts, keys, "CHAT_VERIFICATION_FAILED");
  const detail = [account.displayName, account.basicId].filter((part) => part !== "").join(" ");
  return { ok: true, detail, officialID: account.basicId, channelID: account.channelId };
}

async function keptKeys({ platform }: Pick<LineParts, "platform">, actor: Actor, recordID: ChannelId) {
  const scope = scopeOf(actor, "org:line:test");
  const channels = await inTransaction(platform.db, scope, (tx) => channelsInScope(tx, scope, "line"));
  const channel = channels.find((one) => one.channel_id === recordID);
  if (!channel) throw new AppError("NOT_FOUND");
  const { channelSecret = "", accessToken = "" } = platform.secrets.open(channel.secrets);
  return { channelId: channel.external_id, channelSecret, accessToken };
}

/** Has LINE check keys. Throws `refusal` with the reason in its details if LINE refuses them. */
async function inspectLine(
  accounts: LineAccounts,
  keys: LineKeys,
  refusal: Extract<RefusalName, "CHAT_VERIFICATION_FAILED" | "SETTING_NOT_VERIFIED">,
): Promise<LineAccount> {
  try {
    return await accounts.inspect(keys);
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    throw new AppError(refusal, {}, { details: { reason: error.error.reason }, cause: error });
  }
}
