import { carts } from "@homeroom/contract/carts";
import { closing } from "@homeroom/contract/closing";
import { orderDiscounts } from "@homeroom/contract/order-discounts";
import { orderInstalments } from "@homeroom/contract/order-instalments";
import { orderTotals } from "@homeroom/contract/order-totals";
import { orders } from "@homeroom/contract/orders";
import { platformRefunds } from "@homeroom/contract/platform-refunds";
import { purchases } from "@homeroom/contract/purchases";
import { receiptSettings } from "@homeroom/contract/receipt-settings";
import { receipts } from "@homeroom/contract/receipts";
import { taxInvoices } from "@homeroom/contract/tax-invoices";
import { transferProofs } from "@homeroom/contract/transfer-proofs";
import { picture } from "./picture.ts";
import { named, of, rowless, type Samples } from "./sample.ts";

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

export const proofSamples: Samples["transferProofs"] = {
  list: of(transferProofs.list, {
    requests: ({ leadId, branchId }) => [{ pageSize: 100 }, { leadId }, { branchID: branchId }],
    expect: "blank",
    shows: ({ proofId }) => proofId,
  }),
  matches: named(transferProofs.matches, ({ proofId }) => ({ recordID: proofId, amount: 1200 }), {
    shows: ({ orderNumber }) => orderNumber,
  }),
  addFromMessage: named(transferProofs.addFromMessage, ({ pictureMessageId }) => ({ messageId: pictureMessageId })),
  confirm: named(
    transferProofs.confirm,
    ({ proofId, orderNumber }) => ({ recordID: proofId, orderID: orderNumber, amount: 1200, version: 1 }),
    {
      mixed: ({ proofId, orderNumber }, theirs) => [
        { recordID: proofId, orderID: theirs.orderNumber, amount: 1200, version: 1 },
        { recordID: proofId, orderID: theirs.orderId, amount: 1200, version: 1 },
        { recordID: theirs.proofId, orderID: orderNumber, amount: 1200, version: 1 },
      ],
    },
  ),
  reject: named(transferProofs.reject, ({ proofId }) => ({ recordID: proofId, version: 1 })),
};

export const closingSamples: Samples["closing"] = {
  day: named(closing.day, ({ branchId }) => ({ branchID: branchId, day: "2099-01-01" }), {
    walls: ["organization", "branch"],
  }),
  close: named(closing.close, ({ branchId }) => ({ branchID: branchId, day: "2099-01-01" }), {
    walls: ["organization", "branch"],
  }),
  match: named(closing.match, ({ branchId }) => ({ branchID: branchId }), {
    walls: ["organization", "branch"],
    file: {
      name: "statement.csv",
      content: new Blob(["Date,Deposit,Text\n2099-01-01,1200,CHAN\n"], { type: "text/csv" }),
    },
  }),
};

export const cartSamples: Samples["carts"] = {
  order: named(carts.order, ({ cartMessageId }) => ({ messageId: cartMessageId, payMethod: "cash" as const })),
};

export const receiptSamples: Samples["receipts"] = {
  mail: named(
    receipts.mail,
    ({ paidOrderNumber, receiptId }) => ({
      orderID: paidOrderNumber,
      recordID: receiptId,
      email: "family@homeroom.test",
    }),
    {
      mixed: ({ paidOrderNumber }, { receiptId }) => [
        { orderID: paidOrderNumber, recordID: receiptId, email: "family@homeroom.test" },
      ],
    },
  ),
  void: named(
    receipts.void,
    ({ paidOrderNumber, receiptId }) => ({ orderID: paidOrderNumber, recordID: receiptId, reason: "抬頭有誤" }),
    {
      mixed: ({ paidOrderNumber }, { receiptId }) => [
        { orderID: paidOrderNumber, recordID: receiptId, reason: "抬頭有誤" },
      ],
    },
  ),
  send: of(receipts.send, {
    requests: ({ paidOrderNumber, receiptId }) => [
      { orderID: paidOrderNumber },
      { orderID: paidOrderNumber, recordID: receiptId },
    ],
    expect: "missing",
    mixed: ({ paidOrderNumber }, { receiptId }) => [{ orderID: paidOrderNumber, recordID: receiptId }],
  }),
};

const school = {
  kind: "hkSchool" as const,
  schoolName: "Other School",
  schoolNumber: "",
  venue: "Other Road 1",
  supervisor: "Other",
  merchantID: "",
  taxType: "taxable" as const,
};

export const receiptSettingSamples: Samples["receiptSettings"] = {
  read: rowless(receiptSettings.read, {}),
  save: rowless(receiptSettings.save, { ...school, version: 0 }),
};

export const orderDiscountSamples: Samples["orderDiscounts"] = {
  edit: named(orderDiscounts.edit, ({ orderNumber }) => ({
    orderID: orderNumber,
    discount: { kind: "percent" as const, value: 10, reason: "舊生" },
    version: 1,
  })),
};

export const orderInstalmentSamples: Samples["orderInstalments"] = {
  edit: named(orderInstalments.edit, ({ orderNumber }) => ({
    orderID: orderNumber,
    instalments: [{ dueDate: "2099-01-05" }, { dueDate: "2099-02-05" }],
    version: 1,
  })),
};

export const orderTotalSamples: Samples["orderTotals"] = {
  totals: of(orderTotals.totals, {
    requests: ({ orderNumber, leadId, branchId }) => [{ keywords: orderNumber }, { leadId }, { branchID: branchId }],
    expect: "blank",
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
    requests: ({ orderNumber, orderId }) => [{ orderID: orderNumber }, { orderID: orderId }],
    expect: "missing",
    shows: ({ orderNumber }) => orderNumber,
  }),
  productChoices: rowless(orders.productChoices, {}),
  price: of(orders.price, { requests: () => [form], expect: "blank" }),
  add: named(orders.add, ({ leadId }) => ({ leadId, ...form })),
  confirm: named(orders.confirm, ({ orderNumber }) => ({ orderID: orderNumber, confirmStatus: "confirmed" as const })),
  editNote: named(orders.editNote, ({ orderNumber }) => ({ orderID: orderNumber, note: "改到週三", version: 1 })),
  acceptPayment: named(
    orders.acceptPayment,
    ({ orderNumber, latePaymentId }) => ({ orderID: orderNumber, paymentID: latePaymentId }),
    { mixed: ({ orderNumber }, { latePaymentId }) => [{ orderID: orderNumber, paymentID: latePaymentId }] },
  ),
  refund: named(orders.refund, ({ paidOrderNumber }) => ({ orderID: paidOrderNumber, amount: 1, reason: "退班" }), {
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
  uploadImage: named(orders.uploadImage, ({ orderNumber }) => ({ orderID: orderNumber }), { file: picture }),
  export: of(orders.export, {
    requests: ({ leadId }) => [{ format: "csv" as const }, { leadId, format: "csv" as const }],
    expect: "blank",
    shows: ({ orderNumber }) => orderNumber,
  }),
  cancel: of(orders.cancel, {
    requests: ({ orderNumber, orderId }) => [{ orderID: orderNumber }, { orderID: orderId }],
    expect: "missing",
  }),
};

export const taxInvoiceSamples: Samples["taxInvoices"] = {
  list: of(taxInvoices.list, {
    requests: ({ orderNumber }) => [{ pageSize: 100 }, { orderID: orderNumber }, { keywords: orderNumber }],
    expect: "blank",
    shows: ({ taxInvoiceId }) => taxInvoiceId,
  }),
  retry: named(taxInvoices.retry, ({ taxInvoiceId }) => ({ recordID: taxInvoiceId })),
  choose: named(taxInvoices.choose, ({ orderNumber }) => ({
    orderID: orderNumber,
    invoice: { kind: "member" as const },
  })),
};

export const platformRefundSamples: Samples["platformRefunds"] = {
  list: named(platformRefunds.list, ({ paidOrderNumber }) => ({ orderID: paidOrderNumber })),
  ask: named(
    platformRefunds.ask,
    ({ paidOrderNumber, keptPaymentId }) => ({
      orderID: paidOrderNumber,
      paymentID: keptPaymentId,
      amount: 100,
      reason: "停課",
    }),
    {
      mixed: ({ paidOrderNumber, keptPaymentId }, theirs) => [
        { orderID: paidOrderNumber, paymentID: theirs.keptPaymentId, amount: 100, reason: "停課" },
        { orderID: theirs.paidOrderNumber, paymentID: keptPaymentId, amount: 100, reason: "停課" },
      ],
    },
  ),
};
