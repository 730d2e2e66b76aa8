import { callingCodes } from "@homeroom/contract/countries";
import { AccountId, type RecordId, type RoleId } from "@homeroom/contract/ids";
import { type AddStaffForm, EditStaffForm, staffStatuses } from "@homeroom/contract/staff";
import { sql } from "kysely";
import { v7 } from "uuid";
import type { ImportFault, ImportKind, ImportRequest, WrittenRow } from "#modules/imports/public";
import { branchesOf, organizationOf } from "#modules/organizations/public";
import { lockRights } from "#modules/sign-in/public";
import type { Actor } from "#platform/auth/actor";
import { hashPassword } from "#platform/auth/passwords";
import { peopleScope } from "#platform/auth/scopes";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { mayGiveBranch, mayGiveRole, requireReach } from "../policy.ts";
import type { FindTraces } from "../port.ts";
import { loadPerson } from "../queries/load-person.ts";
import { departmentsOf, newPasswordKind, rolesOf } from "../queries/staff-choices.ts";
import { fixedPasswordOf } from "../rules/initial-password.ts";
import { columnOf, readStaffCells, type StaffPlaces, type StaffRowRead } from "../rules/staff-cells.ts";
import { formOf } from "../rules/staff-row.ts";
import { staffTable } from "../rules/staff-table.ts";
import { type IssuedPassword, insertStaff, type StaffMaker, signInAddressOf } from "./add-staff.ts";
import { changeStaff } from "./edit-staff.ts";
import { handOutPasswords, isAnyoneWaiting } from "./hand-out-passwords.ts";
import { takenByOthers } from "./refuse-taken.ts";
import { staffTemplate } from "./staff-template.ts";
import { undoStaff } from "./undo-staff-import.ts";

/** Staff as a kind of import: the same rules as the form, all new accounts with the fixed initial password. */
export function staffImport(platform: StaffMaker, traces: readonly FindTraces[]): ImportKind {
  return {
    name: "staff",
    permissions: ["hr:staff:import", "sys:user:import"],
    audit: "user",
    fields: staffTable,
    async begin(tx, request) {
      const { actor } = request;
      await requireStillActive(tx, actor);
      const options = optionsOf(request);
      if (requireReach(actor, "add") !== "everyone") throw new AppError("PERMISSION_DENIED");
      if (options.updateExisting) requireReach(actor, "edit");
      if (!mayGiveBranch(actor, request.branchId)) throw new AppError("NOT_FOUND");
      const places = await placesOf(tx, request);
      const issued = await issuedToAll(tx, platform, actor);
      const means = { actor, options, issued, signInAddress: signInAddressOf(platform) };
      return {
        read: (cells) => readStaffCells(cells, places),
        write: (inner, rows) => writeStaff(inner, means, rows as readonly StaffRowRead[]),
      };
    },
    initialPassword: async (tx, scope) =>
      (await newPasswordKind(tx, scope, platform)) === "fixed" ? fixedPasswordOf(platform, scope.organizationId) : null,
    passwords: {
      waiting: (tx, scope, ids) => isAnyoneWaiting(tx, scope, ids.map(accountIdOf)),
      handOut: (actor, { subject, ids }) => handOutPasswords(platform, actor, { subject, ids: ids.map(accountIdOf) }),
    },
    undo: (tx, request, records) => undoStaff(tx, request.actor, { records, traces }),
    template: (tx, request) => staffTemplate(tx, request),
  };
}

const accountIdOf = (id: string) => AccountId.parse(id);

/**
 * The initial password of all new accounts of an import. A random one is hashed when it is issued; until then the person
 * can choose one with a code by "forgot password".
 */
async function issuedToAll(tx: Tx, platform: StaffMaker, actor: Actor): Promise<IssuedPassword> {
  const kind = await newPasswordKind(tx, peopleScope(actor), platform);
  if (kind === "random") return { kind, hash: "" };
  return { kind, hash: await hashPassword(fixedPasswordOf(platform, actor.organizationId)) };
}

interface Options {
  roleIds: RoleId[];
  skipDuplicates: boolean;
  updateExisting: boolean;
  invite: boolean;
  departmentId: RecordId | null;
}

function optionsOf({ options }: ImportRequest): Options {
  const none = { roleIds: [], skipDuplicates: false, updateExisting: false, invite: false, departmentId: null };
  return { ...none, ...(options as Partial<Options>) };
}

/** Throws PERMISSION_DENIED if the author of a running import has left, was disabled, or lost the organisation. */
async function requireStillActive(tx: Tx, actor: Actor): Promise<void> {
  const found = await tx
    .selectFrom("account")
    .select("account_id")
    .where("organization_id", "=", actor.organizationId)
    .where("account_id", "=", actor.accountId)
    .where("status", "=", staffStatuses.active)
    .executeTakeFirst();
  if (!found) throw new AppError("PERMISSION_DENIED");
}

async function placesOf(tx: Tx, request: ImportRequest): Promise<StaffPlaces> {
  const { actor, scope, branchId, language } = request;
  const options = optionsOf(request);
  const roles = await rolesOf(tx, scope);
  for (const id of options.roleIds) {
    const role = roles.find((one) => one.id === id);
    if (!role) throw new AppError("FIELD_INVALID", {}, { fields: [{ field: "roleIds", name: "FIELD_INVALID" }] });
    if (!mayGiveRole(actor, role, "everyone")) throw new AppError("STAFF_ROLE_BEYOND_RIGHTS");
  }
  const departments = await departmentsOf(tx, scope);
  if (options.departmentId && !departments.some(({ id }) => id === options.departmentId))
    throw new AppError("NOT_FOUND");
  const country = (await organizationOf(tx, scope))?.country ?? "";
  const code = Object.hasOwn(callingCodes, country) ? callingCodes[country as keyof typeof callingCodes] : undefined;
  return {
    roles,
    branches: await branchesOf(tx, scope),
    departments,
    defaults: {
      roleIds: options.roleIds,
      branchId,
      departmentId: options.departmentId,
      areaCode: code ? `+${code}` : "",
    },
    language,
    invite: options.invite,
  };
}

interface StaffImport {
  actor: Actor;
  options: Options;
  issued: IssuedPassword;
  signInAddress: string;
}

/** The rows one after the other, in the order of the file; a row that is refused leaves nothing behind. */
async function writeStaff(tx: Tx, begun: StaffImport, rows: readonly StaffRowRead[]): Promise<WrittenRow[]> {
  const actor = await lockRights(tx, begun.actor);
  if (requireReach(actor, "add") !== "everyone") throw new AppError("PERMISSION_DENIED");
  const means = { ...begun, actor };
  const scope = peopleScope(actor);
  const known = await knownPeople(tx, scope, rows);
  const written: WrittenRow[] = [];
  for (const row of rows) {
    await sql`savepoint staff_row`.execute(tx);
    try {
      written.push(await writeRow(tx, scope, { means, row, known }));
      await sql`release savepoint staff_row`.execute(tx);
    } catch (error) {
      const faults = faultsOf(error);
      if (!faults) throw error;
      await sql`rollback to savepoint staff_row`.execute(tx);
      written.push({ outcome: "invalid", faults });
    }
  }
  return written;
}

/** The faults of a row's cells from a refusal; null for any other error. */
function faultsOf(error: unknown): ImportFault[] | null {
  const refusal = takenByOthers(error) ?? error;
  if (!(refusal instanceof AppError)) return null;
  if (refusal.fields.length === 0) return [{ field: "", name: refusal.code, data: refusal.data }];
  return refusal.fields.map((fault) => ({ ...fault, field: columnOf(fault.field) }));
}

interface KnownPerson {
  accountId: AccountId;
  email: string;
  staffId: string;
}

/** The people of the organisation with one of the rows' e-mails or numbers, visible or not. */
async function knownPeople(tx: Tx, scope: Scope, rows: readonly StaffRowRead[]): Promise<KnownPerson[]> {
  const emails = rows.map(({ form }) => form.email.toLowerCase());
  const ids = rows.map(({ form }) => form.staffID.toLowerCase()).filter(Boolean);
  const found = await sql<KnownPerson>`
    select account_id as "accountId", email_key as email, coalesce(staff_key, '') as "staffId" from account
    where organization_id = ${scope.organizationId}
      and (email_key = any(${sql.val(emails)}::text[]) or staff_key = any(${sql.val(ids)}::text[]))`.execute(tx);
  return found.rows;
}

async function writeRow(
  tx: Tx,
  scope: Scope,
  { means, row, known }: { means: StaffImport; row: StaffRowRead; known: readonly KnownPerson[] },
): Promise<WrittenRow> {
  const { options, actor } = means;
  const { form } = row;
  const byEmail = known.find(({ email }) => email === form.email.toLowerCase());
  const byNumber = known.find(({ staffId }) => staffId !== "" && staffId === form.staffID.toLowerCase());
  const same = byEmail ?? byNumber;
  if (!same) return createPerson(tx, scope, { means, form });
  if (options.skipDuplicates) return { outcome: "skipped", recordId: same.accountId };
  if (!options.updateExisting) {
    const fault = byEmail ? (["email", "STAFF_EMAIL_EXISTS"] as const) : (["staffID", "STAFF_ID_EXISTS"] as const);
    return { outcome: "invalid", faults: [{ field: fault[0], name: fault[1] }] };
  }
  return updatePerson(tx, scope, { actor, row, accountId: same.accountId });
}

async function createPerson(
  tx: Tx,
  scope: Scope,
  { means, form }: { means: StaffImport; form: AddStaffForm },
): Promise<WrittenRow> {
  const recordsn = AccountId.parse(v7());
  const { actor, issued, signInAddress } = means;
  await insertStaff(tx, scope, { actor, form: { ...form, recordsn }, issued, signInAddress });
  return { outcome: "created", recordId: recordsn, version: 1 };
}

/** The row's values replace the stored ones; empty cells and missing columns change nothing. */
async function updatePerson(
  tx: Tx,
  scope: Scope,
  { actor, row, accountId }: { actor: Actor; row: StaffRowRead; accountId: AccountId },
): Promise<WrittenRow> {
  const reach = requireReach(actor, "edit");
  const person = await loadPerson(tx, scope, accountId, reach);
  const before = formOf(person);
  const given = Object.fromEntries([...row.given].map((field) => [field, row.form[field]])) as Partial<typeof before>;
  const emergencyContact = mergedContact(before.emergencyContact, given.emergencyContact);
  const form = EditStaffForm.parse({ ...before, ...given, emergencyContact });
  await changeStaff(tx, scope, { actor, form, reach });
  const { version } = await loadPerson(tx, scope, accountId, reach);
  if (version === person.version) return { outcome: "skipped", recordId: accountId };
  return { outcome: "updated", recordId: accountId, version, before };
}

function mergedContact(before: AddStaffForm["emergencyContact"], given?: AddStaffForm["emergencyContact"]) {
  if (!given) return before;
  const { name, email, areaCode, phone } = given;
  const number = phone === "" ? { areaCode: before.areaCode, phone: before.phone } : { areaCode, phone };
  return { name: name || before.name, email: email || before.email, ...number };
}
