import { taxInvoices } from "@homeroom/contract/tax-invoices";
import { scopeOf } from "#platform/auth/scopes";
import { inTransaction } from "#platform/db/transaction";
import type { Binder } from "#platform/http/bind";
import type { Platform } from "#platform/server-module";
import { chooseInvoice } from "./actions/choose-invoice.ts";
import { retryTaxInvoice } from "./actions/settle-due.ts";
import { listTaxInvoices } from "./queries.ts";

export function bindTaxInvoiceRoutes(bind: Binder, { db }: Pick<Platform, "db">): void {
  bind(taxInvoices.list, (request, { actor }) => {
    const scope = scopeOf(actor, "crm:lead:all");
    return inTransaction(db, scope, (tx) => listTaxInvoices(tx, scope, request));
  });
  bind(taxInvoices.retry, ({ recordID }, { actor }) => retryTaxInvoice(db, actor, recordID));
  bind(taxInvoices.choose, (form, { actor }) => chooseInvoice(db, actor, form));
}
