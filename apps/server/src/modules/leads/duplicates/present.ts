import type { SimilarLead } from "@homeroom/contract/leads";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { presentLeads } from "../record/present.ts";
import type { ScoredLead } from "./queries/similar-leads.ts";

/** Similar leads, in order. */
export async function presentSimilar(tx: Tx, scope: Scope, alike: readonly ScoredLead[]): Promise<SimilarLead[]> {
  const rows = await presentLeads(
    tx,
    scope,
    alike.map(({ lead }) => lead),
  );
  return rows.map((lead, place) => ({ lead, why: alike[place]?.why ?? [], score: alike[place]?.score ?? 0 }));
}
