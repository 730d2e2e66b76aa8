import type { AccountId, RecordId } from "@homeroom/contract/ids";
import type { ProofListRequest, ProofState } from "@homeroom/contract/transfer-proofs";
import type { Schema } from "@homeroom/database/schema";
import { type RawBuilder, type Selectable, type SqlBool, sql } from "kysely";
import { visibleRows } from "#platform/db/row-filter";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { cutPage, readCursor } from "#platform/paging/cursor";

export type Proof = Selectable<Schema["transfer_proof"]>;

/** A proof with the additional values of its row. */
export type ListedProof = Omit<Proof, "picture_bits" | "picture_areas"> & {
  lead_name: string;
  sales_id: AccountId | null;
  tutor_id: AccountId | null;
  order_number: string | null;
  twin_order_number: string | null;
  twin_state: ProofState | null;
  twin_at: Date | null;
  moment: string;
};

/** The proof with the same picture that was booked, otherwise the earlier one. */
const twinId = sql`coalesce((
  select other.proof_id from transfer_proof other where other.organization_id = proof.organization_id
    and other.twin_id in (proof.proof_id, proof.twin_id) and other.proof_id <> proof.proof_id and other.state = 'confirmed'
  limit 1), proof.twin_id)`;

/** Proofs with the owners and the name of their leads: people who see the lead see the proof, at its branch. */
const proofsWithLeads = sql`(
  select proof.organization_id, proof.proof_id, proof.branch_id, proof.lead_id, proof.order_id, proof.message_id,
    proof.source, proof.file_id, twin.proof_id as twin_id, proof.amount_minor, proof.currency, proof.payer, proof.reference,
    proof.state, proof.note, proof.decided_at, proof.decided_by, proof.created_by, proof.created_at, proof.version,
    lead.sales_id, lead.tutor_id, coalesce(nullif(lead.nickname, ''), sold.buyer_name, '') as lead_name,
    sold.order_number, twin.state as twin_state, twin.created_at as twin_at, twin_order.order_number as twin_order_number
  from transfer_proof proof
  left join order_lead lead on lead.organization_id = proof.organization_id and lead.lead_id = proof.lead_id
  left join sale_order sold on sold.organization_id = proof.organization_id and sold.order_id = proof.order_id
  left join transfer_proof twin on twin.organization_id = proof.organization_id and twin.proof_id = ${twinId}
  left join sale_order twin_order on twin_order.organization_id = twin.organization_id
    and twin_order.order_id = twin.order_id) as transfer_proof`;

/** One page of the proofs in a state: waiting ones oldest first, others newest first. Counts up to 10,000. */
export async function listProofs(
  tx: Tx,
  scope: Scope,
  request: ProofListRequest,
): Promise<{ proofs: ListedProof[]; total: number; totalIsEstimate: boolean; nextCursor: string | null }> {
  const { state, branchID, leadId, pageSize, pageNum, cursor } = request;
  const parts: RawBuilder<SqlBool>[] = [
    visibleRows(scope, "transfer_proof"),
    sql<SqlBool>`transfer_proof.state = ${state}`,
    ...(branchID ? [sql<SqlBool>`transfer_proof.branch_id = ${branchID}`] : []),
    ...(leadId ? [sql<SqlBool>`transfer_proof.lead_id = ${leadId}`] : []),
  ];
  const matching = sql<SqlBool>`(${sql.join(parts, sql` and `)})`;
  const [direction, sign] = state === "waiting" ? [sql`asc`, sql`>`] : [sql`desc`, sql`<`];
  const { rows } = await sql<ListedProof>`
    select transfer_proof.*, transfer_proof.created_at::text as moment from ${proofsWithLeads}
    where ${matching} and ${beyond(cursor, sign)}
    order by transfer_proof.created_at ${direction}, transfer_proof.proof_id ${direction}
    limit ${pageSize + 1} offset ${cursor ? 0 : (pageNum - 1) * pageSize}`.execute(tx);
  const counted = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from ${proofsWithLeads} where ${matching} limit ${countedTo + 1}) found`.execute(tx);
  const count = counted.rows[0]?.count ?? 0;
  const { rows: proofs, nextCursor } = cutPage(rows, pageSize, (last) => ({ value: last.moment, id: last.proof_id }));
  return {
    proofs,
    total: Math.min(count, countedTo),
    totalIsEstimate: count > countedTo,
    nextCursor,
  };
}

const countedTo = 10_000;

function beyond(cursor: string | undefined, sign: RawBuilder<unknown>): RawBuilder<SqlBool> {
  if (!cursor) return sql<SqlBool>`true`;
  const { value, id } = readCursor(cursor, "moment");
  if (value === null) throw new AppError("DATA_FORMAT_ERROR");
  return sql<SqlBool>`(transfer_proof.created_at, transfer_proof.proof_id) ${sign} (${value}::timestamptz, ${id}::uuid)`;
}

/** A proof that the scope sees. Throws NOT_FOUND. */
export async function loadProof(tx: Tx, scope: Scope, proofId: RecordId): Promise<ListedProof> {
  const { rows } = await sql<ListedProof>`
    select transfer_proof.*, transfer_proof.created_at::text as moment from ${proofsWithLeads}
    where ${visibleRows(scope, "transfer_proof")} and transfer_proof.proof_id = ${proofId}`.execute(tx);
  const [proof] = rows;
  if (!proof) throw new AppError("NOT_FOUND");
  return proof;
}

/**
 * Lets one transaction at a time add or book proofs, so that a later one sees an earlier booking of the same transfer. Taken
 * after the locks on proofs and orders.
 */
export async function lockDesk(tx: Tx, { organizationId }: Scope): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${organizationId} transfer proofs`}, 7061))`.execute(tx);
}

/** A proof that the scope sees, locked for a change. Throws NOT_FOUND. */
export async function lockProof(tx: Tx, scope: Scope, proofId: RecordId): Promise<ListedProof> {
  await loadProof(tx, scope, proofId);
  await tx
    .selectFrom("transfer_proof")
    .select("proof_id")
    .where("organization_id", "=", scope.organizationId)
    .where("proof_id", "=", proofId)
    .forNoKeyUpdate()
    .execute();
  // It may have changed before we got the lock.
  return loadProof(tx, scope, proofId);
}

export type WaitingProof = Pick<Proof, "proof_id" | "file_id" | "version">;

/** The pictures of an order that are waiting to be checked, newest first. */
export function waitingProofs(tx: Tx, scope: Scope, orderId: RecordId): Promise<WaitingProof[]> {
  return tx
    .selectFrom("transfer_proof")
    .select(["proof_id", "file_id", "version"])
    .where("organization_id", "=", scope.organizationId)
    .where("order_id", "=", orderId)
    .where("state", "=", "waiting")
    .orderBy("created_at", "desc")
    .orderBy("proof_id", "desc")
    .execute();
}

/** The newest of them; undefined if none is waiting. */
export async function newestWaiting(tx: Tx, scope: Scope, orderId: RecordId): Promise<WaitingProof | undefined> {
  const [newest] = await waitingProofs(tx, scope, orderId);
  return newest;
}

/** The order on which another transfer with this reference was booked; null when none was. */
export async function bookedWith(
  tx: Tx,
  scope: Scope,
  { proofId, reference }: { proofId: RecordId; reference: string },
): Promise<string | null> {
  if (reference === "") return null;
  const { rows } = await sql<{ number: string }>`
    select sold.order_number as number from transfer_proof proof
    join sale_order sold on sold.organization_id = proof.organization_id and sold.order_id = proof.order_id
    where proof.organization_id = ${scope.organizationId} and proof.reference = ${reference}
      and proof.state = 'confirmed' and proof.proof_id <> ${proofId} limit 1`.execute(tx);
  return rows[0]?.number ?? null;
}
