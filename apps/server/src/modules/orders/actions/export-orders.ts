import type { Language } from "@homeroom/contract/language";
import { type OrderFilters, orders } from "@homeroom/contract/orders";
import { recordChange } from "#modules/audit/public";
import { branchesOf, timeZoneOf } from "#modules/organizations/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { minuteOf, today } from "#platform/clock/days";
import { readingFromReplica } from "#platform/db/replica";
import type { Scope } from "#platform/db/scope";
import { inTransaction } from "#platform/db/transaction";
import type { Download } from "#platform/http/download";
import { everyRow, placeAfter } from "#platform/paging/every-row";
import { createRateLimit } from "#platform/rate-limit/rate-limit";
import type { Platform } from "#platform/server-module";
import { tableFile } from "#platform/tables/table-file";
import type { TableCell } from "#platform/tables/write-csv";
import { paidByOf, presentOrders, refundedByOf } from "../present.ts";
import { ordersMatching } from "../queries/order-conditions.ts";
import { ordersAfter, sumOrders } from "../queries/order-list.ts";
import { type ExportedOrder, type ExportWords, exportColumns, exportName } from "../rules/export-columns.ts";

/** Limit of a person's exports in ten minutes: each reads everything that they may see. */
const limit = { name: "order-export", points: 20, seconds: 600 };
const atOnce = 500;

interface ExportForm extends OrderFilters {
  format: "xlsx" | "csv";
}

/**
 * The orders that match the filters, as a file that is written while it is sent, in batches. The audit log records the export,
 * with their number, before the first byte is sent. Throws TOO_MANY_REQUESTS.
 */
export async function exportOrders(
  platform: Pick<Platform, "db" | "replica" | "settings">,
  actor: Actor,
  { form, language }: { form: ExportForm; language: Language },
): Promise<Download> {
  requireAccess(actor, orders.export);
  await createRateLimit(platform, limit).take(actor.accountId);
  const { db } = platform;
  const scope = scopeOf(actor, "crm:lead:all");
  const { format, ...filters } = form;
  // Ids mean nothing to readers of the log.
  const { leadId: _lead, productID: _product, branchID: _branch, ...told } = filters;
  const { timeZone, zones } = await inTransaction(db, scope, async (tx) => {
    const count = (await sumOrders(tx, scope, filters)).reduce((all, sums) => all + sums.count, 0);
    await recordChange(tx, actor, {
      module: "order",
      action: "exported",
      subject: { type: "order", id: "", name: "" },
      before: {},
      after: { count, ...(Object.keys(told).length > 0 && { filter: told }) },
    });
    return {
      timeZone: await timeZoneOf(tx, scope, actor.branchId),
      zones: new Map((await branchesOf(tx, scope)).map((branch) => [branch.branchId, branch.timeZone])),
    };
  });
  const words: ExportWords = {
    language,
    time: (moment, branchId) => minuteOf(new Date(moment), zones.get(branchId) ?? timeZone),
  };
  const headings = exportColumns.map(({ labels }) => labels[language]);
  const rows = cellsOf(rowsOf(platform, scope, filters), words);
  const name = exportName[language];
  const fileName = `${name} ${today(timeZone)}`;
  return tableFile({ format, fileName, sheet: name, columns: headings, rows });
}

async function* cellsOf(orders: AsyncIterable<ExportedOrder>, words: ExportWords): AsyncGenerator<TableCell[]> {
  for await (const order of orders) yield exportColumns.map(({ cell }) => cell(order, words));
}

function rowsOf(
  platform: Pick<Platform, "db" | "replica">,
  scope: Scope,
  filters: OrderFilters,
): AsyncGenerator<ExportedOrder> {
  return everyRow<ExportedOrder, string>((after) =>
    readingFromReplica(platform, scope, async (tx) => {
      const found = await ordersAfter(tx, ordersMatching(scope, filters, "scanned"), { after, limit: atOnce });
      const refundedBy = await refundedByOf(tx, scope, found);
      const paidBy = await paidByOf(tx, scope, found);
      const shown = await presentOrders(tx, scope, found);
      const rows = shown.map((order) => ({
        ...order,
        paidBy: paidBy.get(order.recordID) ?? [],
        refundedBy: refundedBy.get(order.recordID) ?? [],
      }));
      return { rows, next: placeAfter(rows, atOnce, ({ recordID }) => recordID) };
    }),
  );
}
