import { consents } from "@homeroom/contract/consents";
import { scopeOf } from "#platform/auth/scopes";
import { inTransaction } from "#platform/db/transaction";
import type { Binder } from "#platform/http/bind";
import type { Platform } from "#platform/server-module";
import { loadLead } from "../../record/queries/load-lead.ts";
import { recordConsent } from "../actions/record-consent.ts";
import { consentsOf } from "../queries/consents.ts";

/** Binds what leads said about being sent news. */
export function bindConsentRoutes(bind: Binder, { db }: Platform): void {
  bind(consents.list, ({ leadId }, { actor }) => {
    const scope = scopeOf(actor, "crm:lead:all");
    return inTransaction(db, scope, async (tx) => {
      await loadLead(tx, scope, leadId);
      return consentsOf(tx, scope, leadId);
    });
  });
  bind(consents.record, (form, { actor }) => recordConsent(db, actor, form));
}
