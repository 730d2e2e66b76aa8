import { fromMinor } from "@homeroom/contract/money";
import type { ProofMatch, ProofRow } from "@homeroom/contract/transfer-proofs";
import { peopleByIds } from "#modules/accounts/public";
import { fileAddresses } from "#modules/files/public";
import { branchNames } from "#modules/organizations/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import type { Platform } from "#platform/server-module";
import { linesOf } from "../queries/order-parts.ts";
import { figuresOf } from "../rules/order-state.ts";
import { stateOf } from "../writes/change-order.ts";
import type { MatchingOrder } from "./queries/matches.ts";
import type { ListedProof } from "./queries/proofs.ts";

/** Proofs with everything that they refer to, in a fixed number of queries. */
export async function presentProofs(
  platform: Platform,
  tx: Tx,
  { scope, proofs }: { scope: Scope; proofs: readonly ListedProof[] },
): Promise<ProofRow[]> {
  const files = proofs.flatMap(({ file_id: id }) => id ?? []);
  const urls = await fileAddresses(platform)(tx, scope, files);
  const branches = await branchNames(tx, scope);
  const people = await peopleByIds(tx, scope, [
    ...new Set(proofs.flatMap((one) => [one.created_by, one.decided_by]).filter((id) => id !== null)),
  ]);
  const name = (id: ListedProof["created_by"]) => (id && people.get(id)?.nickname) ?? "";
  return proofs.map((proof): ProofRow => {
    const { file_id: fileID, twin_id: twinID, currency, amount_minor: minor } = proof;
    const url = fileID && urls.get(fileID);
    return {
      recordID: proof.proof_id,
      state: proof.state,
      source: proof.source,
      picture: fileID && url ? { fileID, url } : null,
      leadId: proof.lead_id,
      leadName: proof.lead_name,
      branchID: proof.branch_id,
      branchName: branches.get(proof.branch_id) ?? "",
      orderID: proof.order_number,
      amount: minor !== null && currency ? fromMinor(minor, currency) : null,
      currency,
      payer: proof.payer,
      reference: proof.reference,
      note: proof.note,
      twin:
        twinID && proof.twin_state && proof.twin_at
          ? {
              recordID: twinID,
              orderID: proof.twin_order_number,
              state: proof.twin_state,
              createTime: proof.twin_at.toISOString(),
            }
          : null,
      createTime: proof.created_at.toISOString(),
      decideTime: proof.decided_at?.toISOString() ?? null,
      creator: name(proof.created_by),
      decider: name(proof.decided_by),
      version: proof.version,
    };
  });
}

export async function presentMatches(tx: Tx, scope: Scope, orders: readonly MatchingOrder[]): Promise<ProofMatch[]> {
  const ids = orders.map(({ order_id: id }) => id);
  const lines = Map.groupBy(await linesOf(tx, scope, ids), ({ order_id: id }) => id);
  return orders.map((order) => ({
    orderID: order.order_number,
    leadId: order.lead_id,
    leadName: order.lead_name,
    productName: (lines.get(order.order_id) ?? []).map((line) => line.name).join("、"),
    status: order.status,
    total: fromMinor(order.total_minor, order.currency),
    open: fromMinor(figuresOf(stateOf(order)).openMinor, order.currency),
    due: fromMinor(order.due_minor, order.currency),
    currency: order.currency,
    createTime: order.created_at.toISOString(),
    isShownFor: order.is_shown_for,
    isSameLead: order.is_same_lead,
    isSameAmount: order.is_same_amount,
    isSameName: order.is_same_name,
  }));
}
