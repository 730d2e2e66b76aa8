import type { RequestOf } from "@homeroom/contract/endpoint";
import type { AccountId } from "@homeroom/contract/ids";
import type { Language } from "@homeroom/contract/language";
import type { staff } from "@homeroom/contract/staff";
import { timeZoneOf } from "#modules/organizations/public";
import { type Actor, can } from "#platform/auth/actor";
import { peopleScope } from "#platform/auth/scopes";
import { today } from "#platform/clock/days";
import type { Scope } from "#platform/db/scope";
import { type Database, inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { Download } from "#platform/http/download";
import { tableFile } from "#platform/tables/table-file";
import { peopleWithIds } from "../queries/load-person.ts";
import { staffIds } from "../queries/staff-list.ts";
import { staffCells, staffFileWords, staffTable } from "../rules/staff-table.ts";
import { recordAccountChange } from "../writes.ts";

type ExportRequest = RequestOf<(typeof staff)["exportAll"]>;

const atOnce = 500;

/**
 * The people of the list as a workbook, streamed while it is written. The people are fixed at the start; their fields are
 * read on the way. The audit log records the export before the first byte is sent.
 */
export async function exportStaff(
  db: Database,
  actor: Actor,
  { request, language }: { request: ExportRequest; language: Language },
): Promise<Download> {
  if (!can(actor, "hr:staff:export") && !can(actor, "sys:user:export")) throw new AppError("PERMISSION_DENIED");
  const scope = peopleScope(actor);
  const { ids: wanted, sortBy: _sortBy, sortOrder: _sortOrder, ...filters } = request;
  const { ids, timeZone } = await inTransaction(db, scope, async (tx) => {
    const zone = await timeZoneOf(tx, scope, actor.branchId);
    const all = await staffIds(tx, scope, { request, sought: { teachers: false, timeZone: zone } });
    const chosen = wanted ? all.filter((id) => wanted.includes(id)) : all;
    await recordAccountChange(tx, actor, "exported", {
      id: "",
      name: staffFileWords.export[language],
      before: {},
      after: { ...filters, count: chosen.length },
    });
    return { ids: chosen, timeZone: zone };
  });
  const name = staffFileWords.export[language];
  const { status, createTime, signInTime } = staffFileWords;
  const columns = [...staffTable.map(({ labels }) => labels), status, createTime, signInTime].map(
    (one) => one[language],
  );
  const rows = rowsOf(db, scope, ids, { language, timeZone });
  return tableFile({ format: "xlsx", fileName: `${name} ${today(timeZone)}`, sheet: name, columns, rows });
}

async function* rowsOf(
  db: Database,
  scope: Scope,
  ids: readonly AccountId[],
  as: { language: Language; timeZone: string },
): AsyncGenerator<string[]> {
  for (let from = 0; from < ids.length; from += atOnce) {
    const part = ids.slice(from, from + atOnce);
    const people = await inTransaction(db, scope, (tx) => peopleWithIds(tx, scope, part));
    const byId = new Map(people.map((person) => [person.account_id, person]));
    for (const id of part) {
      const person = byId.get(id);
      if (person) yield staffCells(person, as);
    }
  }
}
