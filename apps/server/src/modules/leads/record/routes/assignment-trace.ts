import { leadRules } from "@homeroom/contract/lead-rules";
import { explainLead } from "#modules/lead-rules/public";
import { scopeOf } from "#platform/auth/scopes";
import { inTransaction } from "#platform/db/transaction";
import type { Binder } from "#platform/http/bind";
import type { Platform } from "#platform/server-module";
import { loadLead } from "../queries/load-lead.ts";

/** Binds the call that explains a lead's assignments, for everyone who sees the lead. */
export function bindAssignmentTrace(bind: Binder, { db }: Platform): void {
  bind(leadRules.trace, ({ leadId }, { actor }) => {
    const scope = scopeOf(actor, "crm:lead:all");
    return inTransaction(db, scope, async (tx) => {
      await loadLead(tx, scope, leadId);
      return explainLead(tx, scope, leadId);
    });
  });
}
