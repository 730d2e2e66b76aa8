import { billing } from "@homeroom/contract/billing";
import { picture } from "./picture.ts";
import { of, organizationOnly, rowless, type Samples } from "./sample.ts";

const wish = { kind: "recharge", amount: 500 } as const;

export const billingSamples: Samples["billing"] = {
  plans: rowless(billing.plans, {}),
  account: rowless(billing.account, {}),
  bank: rowless(billing.bank, {}),
  preview: rowless(billing.preview, wish),
  create: rowless(billing.create, { ...wish, payMethod: "bankTransfer" }),
  status: of(billing.status, {
    requests: ({ planOrderId }) => [{ recordID: planOrderId }],
    expect: "missing",
    shows: ({ planOrderId }) => planOrderId,
    walls: organizationOnly,
  }),
  cancel: of(billing.cancel, {
    requests: ({ planOrderId }) => [{ recordID: planOrderId }],
    expect: "missing",
    walls: organizationOnly,
  }),
  orders: of(billing.orders, {
    requests: () => [{ pageSize: 100 }],
    expect: "blank",
    shows: ({ planOrderId }) => planOrderId,
    walls: organizationOnly,
  }),
  recharges: rowless(billing.recharges, {}),
  expenses: rowless(billing.expenses, {}),
  uploadImage: of(billing.uploadImage, {
    requests: ({ planOrderId }) => [{ recordID: planOrderId }],
    expect: "missing",
    walls: organizationOnly,
    file: picture,
  }),
  invoice: of(billing.invoice, {
    requests: ({ paidPlanOrderId }) => [{ recordID: paidPlanOrderId }],
    expect: "missing",
    walls: organizationOnly,
  }),
};
