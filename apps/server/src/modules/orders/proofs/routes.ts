import { transferProofs } from "@homeroom/contract/transfer-proofs";
import { scopeOf } from "#platform/auth/scopes";
import { inTransaction } from "#platform/db/transaction";
import type { Binder } from "#platform/http/bind";
import type { Platform } from "#platform/server-module";
import { addFromMessage } from "./actions/add-from-message.ts";
import { confirmTransfer } from "./actions/confirm-transfer.ts";
import { rejectTransfer } from "./actions/reject-transfer.ts";
import { presentMatches, presentProofs } from "./present.ts";
import { matchingOrders } from "./queries/matches.ts";
import { bookedWith, listProofs, loadProof } from "./queries/proofs.ts";
import { plainReference } from "./rules.ts";

export function bindProofRoutes(bind: Binder, platform: Platform): void {
  const { db } = platform;
  bind(transferProofs.list, (request, { actor }) => {
    const scope = scopeOf(actor, "crm:lead:all");
    return inTransaction(db, scope, async (tx) => {
      const { proofs, ...page } = await listProofs(tx, scope, request);
      const list = await presentProofs(platform, tx, { scope, proofs });
      return { list, ...page, pageNum: request.pageNum, pageSize: request.pageSize };
    });
  });
  bind(transferProofs.matches, ({ recordID, amount, payer, reference }, { actor }) => {
    const scope = scopeOf(actor, "crm:lead:all");
    return inTransaction(db, scope, async (tx) => {
      const { order_id: orderId, lead_id: leadId } = await loadProof(tx, scope, recordID);
      const orders = await matchingOrders(tx, scope, { orderId, leadId, amount, payer, reference });
      const usedFor = await bookedWith(tx, scope, { proofId: recordID, reference: plainReference(reference) });
      return { list: await presentMatches(tx, scope, orders), usedFor };
    });
  });
  bind(transferProofs.addFromMessage, ({ messageId }, { actor }) => addFromMessage(platform, actor, messageId));
  bind(transferProofs.confirm, (form, { actor }) => confirmTransfer(db, actor, form));
  bind(transferProofs.reject, (form, { actor }) => rejectTransfer(db, actor, form));
}
