import { orders } from "@homeroom/contract/orders";
import { purchases } from "@homeroom/contract/purchases";
import { picture } from "./picture.ts";
import { of, rowless, type Samples } from "./sample.ts";

const items = [{ name: "鋼琴初班", officialPrice: 1200, quantity: 1 }];
const form = { items, currency: "HKD", payMethod: "cash" } as const;

export const purchaseSamples: Samples["purchases"] = {
  list: of(purchases.list, {
    requests: ({ paidOrderNumber, leadId, branchId }) => [
      { pageSize: 100 },
      { keywords: paidOrderNumber },
      { leadId },
      { branchID: branchId },
    ],
    expect: "blank",
    shows: ({ paidOrderNumber }) => paidOrderNumber,
  }),
};

export const orderSamples: Samples["orders"] = {
  list: of(orders.list, {
    requests: ({ orderNumber, leadId, branchId }) => [
      { pageSize: 100 },
      { keywords: orderNumber },
      { leadId },
      { branchID: branchId },
    ],
    expect: "blank",
    shows: ({ orderNumber }) => orderNumber,
  }),
  info: of(orders.info, {
    requests: ({ orderNumber }) => [{ orderID: orderNumber }],
    expect: "missing",
    shows: ({ orderNumber }) => orderNumber,
  }),
  productChoices: rowless(orders.productChoices, {}),
  price: of(orders.price, { requests: () => [form], expect: "blank" }),
  add: of(orders.add, { requests: ({ leadId }) => [{ leadId, ...form }], expect: "missing" }),
  confirm: of(orders.confirm, {
    requests: ({ orderNumber }) => [{ orderID: orderNumber, confirmStatus: "confirmed" as const }],
    expect: "missing",
  }),
  editNote: of(orders.editNote, {
    requests: ({ orderNumber }) => [{ orderID: orderNumber, note: "改到週三", version: 1 }],
    expect: "missing",
  }),
  acceptPayment: of(orders.acceptPayment, {
    requests: ({ orderNumber, latePaymentId }) => [{ orderID: orderNumber, paymentID: latePaymentId }],
    expect: "missing",
    mixed: ({ orderNumber }, { latePaymentId }) => [{ orderID: orderNumber, paymentID: latePaymentId }],
  }),
  refund: of(orders.refund, {
    requests: ({ paidOrderNumber }) => [{ orderID: paidOrderNumber, amount: 1, reason: "退班" }],
    expect: "missing",
    mixed: ({ paidOrderNumber }, { keptPaymentId }) => [
      { orderID: paidOrderNumber, paymentID: keptPaymentId, amount: 1, reason: "退班" },
    ],
  }),
  invoice: of(orders.invoice, {
    requests: ({ paidOrderNumber, receiptId }) => [
      { orderID: paidOrderNumber },
      { orderID: paidOrderNumber, recordID: receiptId },
    ],
    expect: "missing",
    mixed: ({ paidOrderNumber }, { receiptId }) => [{ orderID: paidOrderNumber, recordID: receiptId }],
  }),
  uploadImage: of(orders.uploadImage, {
    requests: ({ orderNumber }) => [{ orderID: orderNumber }],
    expect: "missing",
    file: picture,
  }),
  export: of(orders.export, {
    requests: ({ leadId }) => [{ format: "csv" as const }, { leadId, format: "csv" as const }],
    expect: "blank",
    shows: ({ orderNumber }) => orderNumber,
  }),
  cancel: of(orders.cancel, {
    requests: ({ orderNumber }) => [{ orderID: orderNumber }],
    expect: "missing",
  }),
};
