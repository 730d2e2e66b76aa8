import type { autoLogin } from "@homeroom/contract/auto-login";
import type { RequestOf } from "@homeroom/contract/endpoint";
import { OrganizationId } from "@homeroom/contract/ids";
import type { SignedIn } from "@homeroom/contract/login";
import { sql } from "kysely";
import { organizationOf } from "#modules/organizations/public";
import { hashToken } from "#platform/auth/tokens";
import { findRow } from "#platform/db/find-row";
import { organizationScope, type Scope } from "#platform/db/scope";
import { type Database, inSystemTransaction, inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { type SignInAccount, signInAccount } from "../queries/accounts.ts";
import type { Origin } from "../rules/networks.ts";
import { enter } from "./enter.ts";
import { holdAccount } from "./hold-account.ts";
import type { SignInLimits } from "./log-on.ts";
import { requireOpenHere } from "./log-refusal.ts";

/**
 * Signs in with a key, which works once; an account with a second step still needs it. A key whose account
 * is closed stays unused.
 */
export async function autoLogOn(
  db: Database,
  limits: SignInLimits,
  form: RequestOf<typeof autoLogin.logOn>,
  origin: Origin,
): Promise<SignedIn> {
  await limits.keys.take(origin.ip);
  const organizationId = OrganizationId.safeParse(form.OrganizationId).data;
  if (!organizationId) throw wrongOrganization();
  const scope = organizationScope(organizationId);
  const keyHash = hashToken(form.Key);
  const { account, isPlace } = await inTransaction(db, scope, async (tx) => ({
    account: await accountOfKey(tx, scope, keyHash),
    isPlace: (await organizationOf(tx, scope)) !== undefined,
  }));
  if (!account) throw !isPlace || (await isKeyElsewhere(db, keyHash)) ? wrongOrganization() : keyInvalid();
  await requireOpenHere(db, account, { byPassword: false });
  const answer = await inTransaction(db, scope, async (tx) => {
    await holdAccount(tx, account, "LOGIN_KEY_INVALID");
    await spendKey(tx, scope, keyHash, origin);
    return enter(tx, account, { means: "key", origin });
  });
  await limits.keys.giveBack(origin.ip);
  return answer;
}

async function accountOfKey(tx: Tx, scope: Scope, keyHash: Buffer): Promise<SignInAccount | null> {
  const key = await findRow(tx, scope, "auto_login_key", { key_hash: keyHash });
  return key ? signInAccount(tx, scope, key.account_id) : null;
}

/** Whether the key belongs to another organisation: then the organisation is wrong, not the key. */
async function isKeyElsewhere(db: Database, keyHash: Buffer): Promise<boolean> {
  const found = await inSystemTransaction(db, (tx) =>
    tx.selectFrom("auto_login_key").select("key_id").where("key_hash", "=", keyHash).executeTakeFirst(),
  );
  return found !== undefined;
}

function keyInvalid(): AppError {
  return new AppError("LOGIN_KEY_INVALID");
}

function wrongOrganization(): AppError {
  const name = "LOGIN_WRONG_ORGANIZATION_ID";
  return new AppError(name, {}, { fields: [{ field: "OrganizationId", name }] });
}

/** Uses up the key: of two calls at once, the second is refused. */
async function spendKey(tx: Tx, scope: Scope, keyHash: Buffer, origin: Origin): Promise<void> {
  const spent = await tx
    .updateTable("auto_login_key")
    .set({ used_at: new Date(), used_address: origin.ip.slice(0, 64) })
    .where("organization_id", "=", scope.organizationId)
    .where("key_hash", "=", keyHash)
    .where("used_at", "is", null)
    .where("revoked_at", "is", null)
    .where("expires_at", ">", sql<Date>`now()`)
    .returning("key_id")
    .execute();
  if (spent.length === 0) throw keyInvalid();
}
