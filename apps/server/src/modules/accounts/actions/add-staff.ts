import { AccountId } from "@homeroom/contract/ids";
import {
  type AddStaffForm,
  type InitialPasswordKind,
  type SentStaffForm,
  staffStatuses,
} from "@homeroom/contract/staff";
import { v7 } from "uuid";
import { organizationOf } from "#modules/organizations/public";
import { requireRoom } from "#modules/plan-limits/public";
import { withRightsLock } from "#modules/sign-in/public";
import type { Actor } from "#platform/auth/actor";
import { hashPassword } from "#platform/auth/passwords";
import { peopleScope, sharedScope } from "#platform/auth/scopes";
import type { Scope } from "#platform/db/scope";
import { refusingTakenId, takenId } from "#platform/db/taken-ids";
import { inTransaction, type Tx } from "#platform/db/transaction";
import { refuseFaults } from "#platform/errors/refuse-faults";
import { postMail } from "#platform/mail/mail";
import type { Platform } from "#platform/server-module";
import { emitStaffChanged } from "../events.ts";
import { invitationMail } from "../mails/account-mails.ts";
import { requireReach } from "../policy.ts";
import { loadPerson } from "../queries/load-person.ts";
import { newPasswordKind, rolesOf } from "../queries/staff-choices.ts";
import { firstPasswordOf, fixedPasswordOf } from "../rules/initial-password.ts";
import { auditedFields, columnsOf } from "../rules/staff-row.ts";
import { checkStaffForm } from "../rules/staff-rules.ts";
import { recordAccountChange } from "../writes.ts";
import { addressed } from "./addressed.ts";
import { checkPlaces, noPlaces } from "./check-places.ts";
import { findTaken, refusingTaken } from "./refuse-taken.ts";
import { writePlaces } from "./write-places.ts";

export type StaffMaker = Pick<Platform, "db" | "settings" | "secrets">;

/**
 * Creates an account and returns its initial password. Invites the person by mail unless that is switched off.
 * Idempotent by the proposed id. Throws the specified staff errors, with every wrong field.
 */
export async function addStaff(
  platform: StaffMaker,
  caller: Actor,
  form: SentStaffForm,
): Promise<{ recordsn: AccountId; initialPassword: string; passwordKind: InitialPasswordKind }> {
  requireReach(caller, "add");
  const scope = peopleScope(caller);
  const recordsn = form.recordsn ?? AccountId.parse(v7());
  const before = await inTransaction(platform.db, scope, async (tx) => ({
    made: form.recordsn ? await madeBefore(tx, scope, form.recordsn) : null,
    kind: await newPasswordKind(tx, scope, platform),
  }));
  const passwordKind = before.made ?? (form.randomPassword ? "random" : before.kind);
  const initialPassword =
    passwordKind === "random" ? firstPasswordOf(platform, recordsn) : fixedPasswordOf(platform, scope.organizationId);
  const answer = { recordsn, initialPassword, passwordKind };
  if (before.made) return answer;
  const issued = { kind: passwordKind, hash: await hashPassword(initialPassword) };
  const signInAddress = signInAddressOf(platform);
  await refusingTaken(() =>
    refusingTakenId(takenId("recordsn"), () =>
      withRightsLock(platform.db, caller, async (tx, actor) => {
        if (form.recordsn && (await madeBefore(tx, scope, form.recordsn))) return;
        await insertStaff(tx, peopleScope(actor), {
          actor,
          form: { ...form, recordsn, branchIDs: form.branchIDs ?? [actor.branchId] },
          issued,
          signInAddress,
        });
      }),
    ),
  );
  return answer;
}

/** Where people sign in, for mails. */
export function signInAddressOf({ settings }: Pick<Platform, "settings">): string {
  return `${settings.PUBLIC_URL ?? `http://${settings.HOST}:${settings.PORT}`}/login`.replace(/(?<!:)\/\//, "/");
}

/** A new account's initial password. `hash`: accounts made together may share one; an empty one matches no password. */
export interface IssuedPassword {
  kind: InitialPasswordKind;
  hash: string;
}

/** A new account to write, from a form that the contract has checked. */
export interface NewStaff {
  actor: Actor;
  form: AddStaffForm & { recordsn: AccountId };
  issued: IssuedPassword;
  signInAddress: string;
}

/** Checks and writes one new account in the caller's transaction, with its invitation, audit entry and event. */
export async function insertStaff(tx: Tx, scope: Scope, made: NewStaff): Promise<void> {
  const { actor, form, issued } = made;
  const reach = requireReach(actor, "add");
  const accountId = form.recordsn;
  const checked = checkStaffForm(form, { status: form.status, isOwner: false });
  const roles = await rolesOf(tx, scope, form.roleIds);
  refuseFaults([
    ...checked.faults,
    ...(await checkPlaces(tx, scope, { actor, form, reach, roles, before: noPlaces })),
    ...(await findTaken(tx, scope, { accountId, email: form.email, staffID: form.staffID })),
  ]);
  if (form.status === staffStatuses.active) await requireRoom(tx, scope, "staff");
  const organization = await organizationOf(tx, scope);
  const inserted = await tx
    .insertInto("account")
    .values({
      ...columnsOf(form, checked),
      organization_id: scope.organizationId,
      account_id: accountId,
      password_hash: issued.hash,
      initial_password: issued.kind,
      status: form.status,
      left_at: form.status === 2 ? new Date() : null,
      locale: organization?.locale ?? "zh-tw",
      created_by: actor.accountId,
      updated_by: actor.accountId,
    })
    .onConflict((conflict) => conflict.columns(["organization_id", "account_id"]).doNothing())
    .executeTakeFirst();
  // The same create was sent twice at once: the other call has done the rest.
  if (inserted.numInsertedOrUpdatedRows === 0n) return;
  await writePlaces(tx, scope, { accountId, roleIds: form.roleIds, branchIds: form.branchIDs });
  await announceNew(tx, scope, made);
}

/** The password kind if this create has already made the account; null for a new one. Refuses an id of somebody else. */
async function madeBefore(tx: Tx, scope: Scope, accountId: AccountId): Promise<InitialPasswordKind | null> {
  const found = await tx
    .selectFrom("account")
    .select(["created_by", "initial_password"])
    .where("organization_id", "=", scope.organizationId)
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  if (found && found.created_by !== scope.accountId) refuseFaults([{ field: "recordsn", name: "FIELD_INVALID" }]);
  return found?.initial_password ?? null;
}

async function announceNew(tx: Tx, scope: Scope, { actor, form, issued, signInAddress }: NewStaff): Promise<void> {
  const person = await loadPerson(tx, sharedScope(actor), form.recordsn, "everyone");
  await recordAccountChange(tx, actor, "created", {
    id: form.recordsn,
    name: form.nickname,
    after: auditedFields(person),
  });
  await emitStaffChanged(tx, scope, form.recordsn);
  if (!form.invite || form.status !== 1) return;
  const password = issued.hash === "" ? "none" : issued.kind;
  await postMail(tx, invitationMail(await addressed(tx, scope, person), { password, signInAddress }));
}
