import type { AccountId, BranchId, FileId, LeadId, MessageId, RecordId } from "@homeroom/contract/ids";
import type { ProofSource, ProofState } from "@homeroom/contract/transfer-proofs";
import { sql } from "kysely";
import { looksSame, type PictureFingerprint } from "#modules/files/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { emitOrderChange } from "../events.ts";
import type { Order } from "../queries/orders.ts";
import { awaitsCheck, checked } from "../rules/order-state.ts";
import { saveState, stateOf } from "../writes/change-order.ts";
import { lockDesk, newestWaiting } from "./queries/proofs.ts";

export interface NewProof {
  proofId: RecordId;
  branchId: BranchId;
  leadId: LeadId | null;
  orderId: RecordId | null;
  messageId: MessageId | null;
  source: ProofSource;
  fileId: FileId;
  /** Null where the picture could not be read. */
  look: PictureFingerprint | null;
  createdBy: AccountId | null;
}

/** Stores a proof, linked to the earlier one with the same picture. An existing proof of the message stays. */
export async function insertProof(tx: Tx, scope: Scope, proof: NewProof): Promise<void> {
  // If two similar ones are added at once, the second must see the first.
  await lockDesk(tx, scope);
  await tx
    .insertInto("transfer_proof")
    .values({
      organization_id: scope.organizationId,
      proof_id: proof.proofId,
      branch_id: proof.branchId,
      lead_id: proof.leadId,
      order_id: proof.orderId,
      message_id: proof.messageId,
      source: proof.source,
      file_id: proof.fileId,
      picture_bits: proof.look && sql<string>`${proof.look.bits}::bit(256)`,
      picture_areas: proof.look?.areas ?? null,
      twin_id: await twinOf(tx, scope, proof.look),
      created_by: proof.createdBy,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Pictures that look the same differ in fewer bits. Other transfers of the same bank often do too. */
const maxBits = 20;
const maxCandidates = 500;

/**
 * The earliest proof that looks the same. Bits find candidates; comparing every area decides, since two transfers of one
 * bank differ in a few words only.
 */
async function twinOf(tx: Tx, scope: Scope, look: PictureFingerprint | null): Promise<RecordId | null> {
  if (look === null) return null;
  const { rows } = await sql<{ id: RecordId; areas: Buffer }>`
    select proof_id as id, picture_areas as areas from (
      select proof_id, created_at, picture_areas, bit_count(picture_bits # ${look.bits}::bit(256)) as differences
      from transfer_proof
      where organization_id = ${scope.organizationId} and picture_bits is not null
        and created_at > now() - interval '400 days') seen
    where differences <= ${maxBits} order by differences, created_at, proof_id limit ${maxCandidates}`.execute(tx);
  return rows.find(({ areas }) => looksSame(areas, look.areas))?.id ?? null;
}

/** Applies an order's own confirmation or rejection to its waiting proofs. */
export async function decideProofsOf(
  tx: Tx,
  scope: Scope,
  { orderId, state, accountId, note }: { orderId: RecordId; state: ProofState; accountId: AccountId; note: string },
): Promise<void> {
  await tx
    .updateTable("transfer_proof")
    .set({ state, note, decided_at: new Date(), decided_by: accountId, version: sql<number>`version + 1` })
    .where("organization_id", "=", scope.organizationId)
    .where("order_id", "=", orderId)
    .where("state", "=", "waiting")
    .execute();
}

/** Throws TOO_MANY_REQUESTS if ten pictures of an order's customer are waiting: staff must check those first. */
export async function refuseMorePictures(tx: Tx, scope: Scope, orderId: RecordId): Promise<void> {
  const { waiting } = await tx
    .selectFrom("transfer_proof")
    .select(sql<number>`count(*)::int`.as("waiting"))
    .where("organization_id", "=", scope.organizationId)
    .where("order_id", "=", orderId)
    .where("state", "=", "waiting")
    .where("source", "=", "customer")
    .executeTakeFirstOrThrow();
  if (waiting >= maxShown) throw new AppError("TOO_MANY_REQUESTS");
}

const maxShown = 10;

/** Reopens a locked order to payments once all its pictures were checked. */
export async function reopen(
  tx: Tx,
  scope: Scope,
  { order, accountId }: { order: Order; accountId: AccountId },
): Promise<void> {
  const state = stateOf(order);
  if (!awaitsCheck(state) || (await newestWaiting(tx, scope, order.order_id))) return;
  await saveState(tx, order, checked(state, new Date()), { updated_by: accountId });
  await emitOrderChange(tx, scope, order);
}
