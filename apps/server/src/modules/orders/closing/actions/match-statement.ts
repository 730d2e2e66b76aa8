import { closing, type StatementPayment, statementLimits } from "@homeroom/contract/closing";
import type { ResponseOf } from "@homeroom/contract/endpoint";
import type { BranchId } from "@homeroom/contract/ids";
import { type CurrencyCode, fromMinor } from "@homeroom/contract/money";
import { branchesOf, organizationOf } from "#modules/organizations/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { type Database, inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { Upload } from "#platform/http/upload";
import { openTable } from "#platform/tables/read-table";
import { currencyOfCountry } from "../../rules/currency-of-country.ts";
import { bookedTransfers } from "../queries.ts";
import { branchInReach } from "../rules/branches-in-reach.ts";
import { matchStatement as match, maxDaysApart } from "../rules/match-statement.ts";
import { headingOf, type StatementRow, statementReader } from "../rules/read-statement.ts";

interface StatementFilter {
  branchID?: BranchId | undefined;
  currency?: CurrencyCode | undefined;
}

type StatementMatch = ResponseOf<typeof closing.match>;

/**
 * Compares a bank's statement with the transfers booked at a branch. Throws NOT_FOUND, STATEMENT_NOT_READABLE, and
 * the errors of reading a table.
 */
export async function matchStatement(
  db: Database,
  actor: Actor,
  request: StatementFilter & { upload: Upload },
): Promise<StatementMatch> {
  requireAccess(actor, closing.match);
  const scope = scopeOf(actor, "crm:lead:all");
  const rows = await readRows(request.upload);
  return inTransaction(db, scope, async (tx) => {
    const { branchId } = branchInReach(scope, await branchesOf(tx, scope), request.branchID ?? actor.branchId);
    const currency = request.currency ?? currencyOfCountry((await organizationOf(tx, scope))?.country ?? "");
    const days = rows.map(({ day }) => day).toSorted();
    const [first, last] = [days[0], days.at(-1)];
    if (!first || !last) return { currency, rows: [], missing: [] };
    const span = { from: dayBeside(first, -maxDaysApart), to: dayBeside(last, maxDaysApart) };
    const booked = await bookedTransfers(tx, scope, { branchId, currency, ...span });
    const transfers = booked.map(({ order_number: orderNumber, lead_name: leadName, amount_minor: minor, ...rest }) => {
      return { orderNumber, leadName, amount: fromMinor(minor, currency), ...rest };
    });
    const matched = match(rows, transfers);
    return {
      currency,
      rows: matched.rows.map(({ row, transfer, isSure }) => ({
        ...row,
        payment: transfer && present(transfer),
        isSure,
      })),
      // Transfers at the edges may be in the previous or next statement.
      missing: matched.missing.filter(({ day }) => day >= first && day <= last).map(present),
    };
  });
}

async function readRows(upload: Upload): Promise<StatementRow[]> {
  const table = await openTable(upload.path, { contentType: upload.contentType, heading: headingOf });
  try {
    const read = statementReader(table.columns);
    const found: StatementRow[] = [];
    for await (const row of table.rows) {
      const said = read(row);
      if (said) found.push(said);
      if (found.length > statementLimits.rows)
        throw new AppError("IMPORT_FILE_TOO_MANY_ROWS", { n: statementLimits.rows });
    }
    return found;
  } finally {
    await table.close();
  }
}

function present({
  orderNumber,
  ...transfer
}: Omit<StatementPayment, "orderID"> & { orderNumber: string }): StatementPayment {
  return { orderID: orderNumber, ...transfer };
}

function dayBeside(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}
