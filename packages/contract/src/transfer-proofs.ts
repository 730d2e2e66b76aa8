import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { BranchId, FileId, LeadId, MessageId, RecordId } from "./ids.ts";
import { Amount, CurrencyCode } from "./money.ts";
import { OrderName, OrderNumber } from "./order-name.ts";
import { orderStatuses } from "./order-words.ts";
import { orderLimits } from "./orders.ts";
import { PageRequest, pageOf } from "./paging.ts";

export const proofStates = ["waiting", "confirmed", "rejected"] as const;
export type ProofState = (typeof proofStates)[number];

/** Where it came from: a chat, the pay page, or staff on behalf of the customer. */
export const proofSources = ["chat", "customer", "staff"] as const;
export type ProofSource = (typeof proofSources)[number];

/** The length of a name and a reference on bank statements. */
const proofLimits = { payer: 100, reference: 64 } as const;

const text = (max: number) => z.string().trim().max(max);

const ProofRow = z.object({
  recordID: RecordId,
  state: z.enum(proofStates),
  source: z.enum(proofSources),
  /** Null once the file is gone. */
  picture: z.object({ fileID: FileId, url: z.string() }).nullable(),
  leadId: LeadId.nullable(),
  leadName: z.string(),
  branchID: BranchId,
  branchName: z.string(),
  /** The order it was uploaded for, or booked on. */
  orderID: OrderNumber.nullable(),
  /** As staff read them from the picture; null and empty before that. */
  amount: z.number().nullable(),
  currency: CurrencyCode.nullable(),
  payer: z.string(),
  reference: z.string(),
  note: z.string(),
  /** A proof whose picture looks the same: one that was booked, or else an earlier one. */
  twin: z
    .object({ recordID: RecordId, orderID: OrderNumber.nullable(), state: z.enum(proofStates), createTime: z.string() })
    .nullable(),
  createTime: z.string(),
  decideTime: z.string().nullable(),
  /** Empty: the customer. */
  creator: z.string(),
  decider: z.string(),
  version: z.number().int(),
});
export type ProofRow = z.infer<typeof ProofRow>;

/** An order that a transfer may be for, and the evidence. */
const ProofMatch = z.object({
  orderID: OrderNumber,
  leadId: LeadId.nullable(),
  leadName: z.string(),
  productName: z.string(),
  status: z.enum(orderStatuses),
  total: z.number(),
  open: z.number(),
  /** The amount due now: for an order in instalments, the open part of the next one. */
  due: z.number(),
  currency: CurrencyCode,
  createTime: z.string(),
  isShownFor: z.boolean(),
  isSameLead: z.boolean(),
  isSameAmount: z.boolean(),
  isSameName: z.boolean(),
});
export type ProofMatch = z.infer<typeof ProofMatch>;

const recordID = z.object({ recordID: RecordId });
const decision = recordID.extend({ version: z.number().int() });

/**
 * The request of RejectTransfer. Its form imports it from here: imported from the table, it would load the schemas with the
 * shell.
 */
export const RejectedProof = decision.extend({ note: text(orderLimits.reason).default("") });

export const transferProofs = {
  list: endpoint("POST /api_users/Order/TransferList", {
    summary: "Transfer pictures of the leads that the caller can see; those that wait come first.",
    access: "sale:order:query",
    request: PageRequest.extend({
      state: z.enum(proofStates).default("waiting"),
      branchID: BranchId.optional(),
      leadId: LeadId.optional(),
    }),
    response: pageOf(ProofRow),
  }),
  matches: endpoint("POST /api_users/Order/TransferMatches", {
    summary: "The orders that a transfer may pay, most likely first, and whether its reference was already booked.",
    access: "sale:order:query",
    request: recordID.extend({
      amount: Amount.optional(),
      payer: text(proofLimits.payer).default(""),
      reference: text(proofLimits.reference).default(""),
    }),
    response: z.object({
      list: z.array(ProofMatch),
      /** The order on which a transfer with this reference was booked. */
      usedFor: OrderNumber.nullable(),
    }),
  }),
  addFromMessage: endpoint("POST /api_users/Order/AddTransfer", {
    summary: "Puts the picture from a customer's chat message on the transfer desk. Repeating it changes nothing.",
    access: ["sale:order:add", "sale:order:edit", "sale:order:confirm"],
    request: z.object({ messageId: MessageId }),
    response: recordID,
    errors: ["WRONG_FILE_FORMAT"],
  }),
  confirm: endpoint("POST /api_users/Order/ConfirmTransfer", {
    summary:
      "Books a transfer on an order, once. If that pays the order, the customer gets the receipt in the chat. Money for an order that accepts none is kept with it.",
    access: "sale:order:confirm",
    request: decision.extend({
      orderID: OrderName,
      /** In the order's currency. */
      amount: Amount.refine((amount) => amount > 0, { message: "FIELD_INVALID" }),
      payer: text(proofLimits.payer).default(""),
      reference: text(proofLimits.reference).default(""),
      note: text(orderLimits.reason).default(""),
      sendsReceipt: z.boolean().default(true),
      /** Confirms that the person has seen that the picture or the reference was booked before. */
      acceptsDuplicate: z.boolean().default(false),
    }),
    response: z.object({ outcome: z.enum(["counted", "kept"]) }),
    errors: ["STALE_DATA", "TRANSFER_BOOKED_BEFORE"],
  }),
  reject: endpoint("POST /api_users/Order/RejectTransfer", {
    summary:
      "Rejects a picture that shows no payment. With its last waiting picture rejected, the order's time to pay starts again.",
    access: "sale:order:confirm",
    request: RejectedProof,
    response: z.null(),
    errors: ["STALE_DATA"],
  }),
};
export type ProofListRequest = z.output<(typeof transferProofs)["list"]["request"]>;
