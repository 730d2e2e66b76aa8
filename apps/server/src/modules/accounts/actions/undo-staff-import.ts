import { AccountId } from "@homeroom/contract/ids";
import { EditStaffForm } from "@homeroom/contract/staff";
import { sql } from "kysely";
import type { ImportedRecord, UndoneRecord } from "#modules/imports/public";
import { lockRights } from "#modules/sign-in/public";
import type { Actor } from "#platform/auth/actor";
import { peopleScope } from "#platform/auth/scopes";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { requireReach } from "../policy.ts";
import type { FindTraces } from "../port.ts";
import { lockPeople, type StaffPerson } from "../queries/load-person.ts";
import { changeStaff } from "./edit-staff.ts";
import { takenByOthers } from "./refuse-taken.ts";
import { deletePerson } from "./remove-staff.ts";

interface Undo {
  records: readonly ImportedRecord[];
  traces: readonly FindTraces[];
}

/**
 * Undoes an import of staff: deletes people it created who have not signed in or been referenced since, and restores
 * people it changed. People changed since then stay as they are.
 */
export async function undoStaff(tx: Tx, caller: Actor, { records, traces }: Undo): Promise<UndoneRecord[]> {
  const actor = await lockRights(tx, caller);
  const scope = peopleScope(actor);
  const ids = records.map(({ recordId }) => AccountId.parse(recordId));
  const found = await Promise.all(traces.map((find) => find(tx, scope, ids)));
  const named = new Set(found.flat());
  const words: UndoneRecord[] = [];
  for (const record of records) {
    await sql`savepoint staff_undo`.execute(tx);
    try {
      words.push(await undoOne(tx, scope, { actor, record, named }));
      await sql`release savepoint staff_undo`.execute(tx);
    } catch (error) {
      const refusal = takenByOthers(error) ?? error;
      if (!(refusal instanceof AppError)) throw error;
      await sql`rollback to savepoint staff_undo`.execute(tx);
      // No longer reachable, or a rule refuses the earlier values.
      words.push(refusal.code === "NOT_FOUND" ? "gone" : "changed");
    }
  }
  return words;
}

async function undoOne(
  tx: Tx,
  scope: Scope,
  { actor, record, named }: { actor: Actor; record: ImportedRecord; named: ReadonlySet<string> },
): Promise<UndoneRecord> {
  const accountId = AccountId.parse(record.recordId);
  const [person] = await lockPeople(tx, scope, [accountId], "everyone");
  if (!person) return "gone";
  if (record.outcome === "created" && (hasSignedIn(person) || named.has(accountId))) return "used";
  if (person.version !== record.version) return "changed";
  if (record.outcome === "created") {
    await deletePerson(tx, scope, { actor, person });
    return "undone";
  }
  const form = EditStaffForm.parse({ ...record.before, version: person.version });
  await changeStaff(tx, scope, { actor, form, reach: requireReach(actor, "edit") });
  return "undone";
}

function hasSignedIn(person: StaffPerson): boolean {
  return person.signed_in_at !== null || person.password_initialized_at !== null;
}
