import type { RequestOf } from "@homeroom/contract/endpoint";
import type { BranchId } from "@homeroom/contract/ids";
import { type LineForm, line } from "@homeroom/contract/line";
import { recordChange } from "#modules/audit/public";
import {
  changeLineSettings,
  lockLineChannel,
  type MessagingProvider,
  saveLineChannel,
  storeProviderPicture,
} from "#modules/inbox/public";
import { branchById } from "#modules/organizations/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { sqlState } from "#platform/db/failures";
import type { Scope } from "#platform/db/scope";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { Platform } from "#platform/server-module";
import type { LineAccount, LineAccounts } from "../port.ts";
import { inspectLine } from "./inspect-line.ts";
import { requireBranch } from "./require-branch.ts";

export interface LineParts {
  platform: Platform;
  accounts: LineAccounts;
  provider: MessagingProvider | undefined;
}

/**
 * Connects a branch with a LINE account, or gives the connection new keys. LINE is asked about all of them before
 * anything is kept: throws SETTING_NOT_VERIFIED with the reason for keys that it refuses, or when it does not answer.
 */
export async function saveLine(parts: LineParts, actor: Actor, form: LineForm): Promise<void> {
  requireAccess(actor, line.update);
  const { platform, accounts, provider } = parts;
  const scope = scopeOf(actor, "org:line:edit");
  const branchId = form.branchID ?? actor.branchId;
  const keys = await inTransaction(platform.db, scope, (tx) => keysFor(platform, tx, { scope, branchId, form }));
  const account = await inspectLine(accounts, { channelId: form.channelID, ...keys }, "SETTING_NOT_VERIFIED");
  const address = account.pictureAddress;
  const pictureFileId = address && provider ? await storeProviderPicture(platform, scope, provider, address) : null;
  try {
    await inTransaction(platform.db, scope, (tx) =>
      keepLine(platform, tx, { actor, scope, branchId, form, keys, account, pictureFileId: pictureFileId ?? "" }),
    );
  } catch (error) {
    // Another organisation has connected this account: its row is out of sight, and in the way all the same.
    if (sqlState(error) === "23505") throw new AppError("LINE_CHANNEL_IN_USE", {}, { cause: error });
    throw error;
  }
}

interface Keys {
  channelSecret: string;
  accessToken: string;
}

/** The keys given, and the kept ones in place of those that were left empty. */
async function keysFor(
  platform: Platform,
  tx: Tx,
  { scope, branchId, form }: { scope: Scope; branchId: BranchId; form: LineForm },
): Promise<Keys> {
  await requireBranch(tx, scope, branchId);
  const known = await lockLineChannel(tx, scope, branchId);
  const kept = known ? platform.secrets.open(known.secrets) : {};
  return {
    channelSecret: form.channelSecret || (kept["channelSecret"] ?? ""),
    accessToken: form.accessToken || (kept["accessToken"] ?? ""),
  };
}

interface Kept {
  actor: Actor;
  scope: Scope;
  branchId: BranchId;
  form: LineForm;
  keys: Keys;
  account: LineAccount;
  pictureFileId: string;
}

async function keepLine(platform: Platform, tx: Tx, of: Kept): Promise<void> {
  const { actor, scope, branchId, form, keys, account } = of;
  const known = await lockLineChannel(tx, scope, branchId);
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
    // That a secret changed is told; never what it is.
    after: { channelID: form.channelID, officialID, secretChanged, tokenChanged },
  });
}

/** Changes the LIFF app of a branch's LINE account. Throws LINE_NOT_CONFIGURED where there is no account. */
export function saveLiff(db: Database, actor: Actor, form: RequestOf<typeof line.updateLiff>): Promise<void> {
  requireAccess(actor, line.updateLiff);
  const scope = scopeOf(actor, "org:line:edit");
  const branchId = form.branchID ?? actor.branchId;
  return inTransaction(db, scope, async (tx) => {
    await requireBranch(tx, scope, branchId);
    const channel = await lockLineChannel(tx, scope, branchId);
    if (!channel) throw new AppError("LINE_NOT_CONFIGURED");
    const { liffID, endpointURL } = form;
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
