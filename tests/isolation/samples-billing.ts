import { adServices } from "@homeroom/contract/ad-services";
import { billing } from "@homeroom/contract/billing";
import { OrganizationId, RecordId } from "@homeroom/contract/ids";
import { linkedCard } from "@homeroom/contract/linked-card";
import { operators } from "@homeroom/contract/operators";
import { v7 } from "uuid";
import { picture } from "./picture.ts";
import { of, organizationOnly, rowless, type Samples } from "./sample.ts";

const wish = { kind: "recharge", amount: 500 } as const;

export const billingSamples: Samples["billing"] = {
  plans: rowless(billing.plans, {}),
  account: rowless(billing.account, {}),
  uses: rowless(billing.uses, { use: "storage" }),
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

export const linkedCardSamples: Samples["linkedCard"] = {
  info: of(linkedCard.info, {
    requests: () => [{}],
    expect: "blank",
    shows: ({ linkedCardLabel }) => linkedCardLabel,
    walls: organizationOnly,
  }),
  link: rowless(linkedCard.link, {}),
  finish: rowless(linkedCard.finish, {}),
  unlink: rowless(linkedCard.unlink, {}),
};

export const adServiceSamples: Samples["adServices"] = {
  offer: rowless(adServices.offer, {}),
  topUp: rowless(adServices.topUp, { type: "traffic", amount: 700 }),
  useBudget: rowless(adServices.useBudget, { type: "traffic" }),
  uploadImage: rowless(adServices.uploadImage, {}, { file: picture }),
  list: of(adServices.list, {
    requests: () => [{ pageSize: 100 }],
    expect: "blank",
    shows: ({ adServiceId }) => adServiceId,
    walls: organizationOnly,
  }),
  agree: of(adServices.agree, {
    requests: ({ adServiceId }) => [{ recordID: adServiceId }],
    expect: "missing",
    walls: organizationOnly,
  }),
  report: of(adServices.report, {
    requests: ({ reportedServiceId }) => [{ recordID: reportedServiceId }],
    expect: "missing",
    walls: organizationOnly,
  }),
};

/** Only people who run the product, and they see all centres: `operators.test.ts` holds the refusals. */
const operatorsOnly = { walls: [], expect: "blank" } as const;
const someCentre = () => ({ recordID: RecordId.parse(v7()), organizationID: OrganizationId.parse(v7()) });

export const operatorSamples: Samples["operators"] = {
  centres: of(operators.centres, { requests: () => [{}], ...operatorsOnly }),
  grant: of(operators.grant, {
    requests: () => [{ ...someCentre(), kind: "money" as const, amount: 1, reason: "x" }],
    ...operatorsOnly,
  }),
  prices: of(operators.prices, { requests: () => [{}], ...operatorsOnly }),
  changePrice: of(operators.changePrice, {
    requests: () => [
      { recordID: RecordId.parse(v7()), priceID: RecordId.parse(v7()), amount: 1, validFrom: "2098-01-01" },
    ],
    ...operatorsOnly,
  }),
  services: of(operators.services, { requests: () => [{}], ...operatorsOnly }),
  changeService: of(operators.changeService, {
    requests: () => [{ ...someCentre(), version: 1, status: "running" as const }],
    ...operatorsOnly,
  }),
};
