import type { LeadId } from "@homeroom/contract/ids";
import type { Language } from "@homeroom/contract/language";
import type { LeadExport } from "@homeroom/contract/lead-bulk";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { recordChange } from "#modules/audit/public";
import { timeZoneOf } from "#modules/organizations/public";
import { type Actor, requirePermission } from "#platform/auth/actor";
import { scopeOf, sharedScope } from "#platform/auth/scopes";
import { today } from "#platform/clock/days";
import { readingFromReplica } from "#platform/db/replica";
import type { Scope } from "#platform/db/scope";
import { inTransaction, type Tx } from "#platform/db/transaction";
import type { Download } from "#platform/http/download";
import { everyRow, placeAfter } from "#platform/paging/every-row";
import { createRateLimit } from "#platform/rate-limit/rate-limit";
import type { Platform } from "#platform/server-module";
import { tableFile } from "#platform/tables/table-file";
import type { TableCell } from "#platform/tables/write-csv";
import { leadsMatching } from "../../list/queries/lead-conditions.ts";
import { onlyLeads } from "../../list/queries/lead-list.ts";
import { type Lead, leadRow, nameReferences } from "../../record/queries/load-lead.ts";
import { exportNames } from "../present.ts";
import { chosenColumns, type ExportColumn, exportWords, leadColumns, studentColumns } from "../rules.ts";

const kinds = {
  leads: { permission: "crm:lead:export", columns: leadColumns },
  students: { permission: "crm:student:export", columns: studentColumns },
} as const;

/** Limit of a person's exports in ten minutes: each reads everything that they may see. */
const limit = { name: "lead-export", points: 20, seconds: 600 };
const atOnce = 1000;
/** As in the list: searches with many hits do not use the search indexes. */
const plentifulFrom = 10_000;

interface Order {
  kind: keyof typeof kinds;
  form: LeadExport;
  language: Language;
}

/**
 * The leads or students that a query selects, as a file that is written while it is sent, in constant memory. The export is
 * recorded in the audit log, with their number, before the first byte is sent. Throws TOO_MANY_REQUESTS.
 */
export async function exportLeads(
  platform: Pick<Platform, "db" | "replica" | "settings">,
  actor: Actor,
  { kind, form, language }: Order,
): Promise<Download> {
  requirePermission(actor, kinds[kind].permission);
  await createRateLimit(platform, limit).take(actor.accountId);
  const { db } = platform;
  const scope = scopeOf(actor, "crm:lead:all");
  const name = exportWords[kind][language];
  const { timeZone, matching } = await inTransaction(db, scope, async (tx) => {
    const only = kind === "students" ? onlyLeads.students : onlyLeads.all;
    const keeps = (plentiful: boolean) =>
      sql<SqlBool>`(${leadsMatching(scope, form.query, { plentiful })} and ${only})`;
    const count = await countMatching(tx, keeps(false));
    const { leadIds: _chosen, ...filter } = form.query;
    const named = await nameReferences(tx, sharedScope(actor), [filter]);
    await recordChange(tx, actor, {
      module: "lead",
      action: "exported",
      subject: { type: kind === "leads" ? "leads" : "students", id: "", name: "" },
      before: {},
      after: { count, ...(Object.keys(filter).length > 0 && { filter: named(filter) }) },
    });
    return { timeZone: await timeZoneOf(tx, scope, actor.branchId), matching: keeps(count > plentifulFrom) };
  });
  const columns = chosenColumns(kinds[kind].columns, form.columns);
  const headings = columns.map(({ labels }) => labels[language]);
  const rows = rowsOf(platform, scope, { matching, columns, language });
  const fileName = `${name} ${today(timeZone)}`;
  return tableFile({ format: form.format, fileName, sheet: name, columns: headings, rows });
}

function rowsOf(
  platform: Pick<Platform, "db" | "replica">,
  scope: Scope,
  of: { matching: RawBuilder<SqlBool>; columns: readonly ExportColumn[]; language: Language },
): AsyncGenerator<TableCell[]> {
  return everyRow<TableCell[], LeadId>((after) =>
    readingFromReplica(platform, scope, async (tx) => {
      const leads = await leadsAfter(tx, of.matching, { after, limit: atOnce });
      const names = await exportNames(tx, scope, leads);
      return {
        rows: leads.map((lead) => of.columns.map((column) => column.cell(lead, names, of.language))),
        next: placeAfter(leads, atOnce, ({ lead_id: id }) => id),
      };
    }),
  );
}

/** The exact number of leads that meet a condition. */
async function countMatching(tx: Tx, matching: RawBuilder<SqlBool>): Promise<number> {
  const counted = await sql<{ count: number }>`
    select count(*)::int as count from lead where ${matching}`.execute(tx);
  return counted.rows[0]?.count ?? 0;
}

/** The next leads that meet a condition, in the order of their ids, which is the order of creation. */
async function leadsAfter(
  tx: Tx,
  matching: RawBuilder<SqlBool>,
  { after, limit }: { after: LeadId | null; limit: number },
): Promise<Lead[]> {
  const later = after ? sql<SqlBool>`lead.lead_id > ${after}` : sql<SqlBool>`true`;
  const found = await sql<Lead>`
    select ${leadRow} from lead where ${matching} and ${later} order by lead.lead_id limit ${limit}`.execute(tx);
  return found.rows;
}
