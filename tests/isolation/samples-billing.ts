import { adServices } from "@homeroom/contract/ad-services";
import { billing } from "@homeroom/contract/billing";
import { OrganizationId } from "@homeroom/contract/ids";
import { linkedCard } from "@homeroom/contract/linked-card";
import { operators } from "@homeroom/contract/operators";
import { v7 } from "uuid";
import { newId } from "./new-id.ts";
import { picture } from "./picture.ts";
import { named, of, organizationOnly, rowless, type Samples } from "./sample.ts";

const purchase = { kind: "recharge", amount: 500 } as const;

export const billingSamples: Samples["billing"] = {
  plans: rowless(billing.plans, {}),
  account: rowless(billing.account, {}),
  uses: rowless(billing.uses, { use: "storage" }),
  bank: rowless(billing.bank, {}),
  preview: rowless(billing.preview, purchase),
  create: rowless(billing.create, { ...purchase, payMethod: "bankTransfer" }),
  status: named(billing.status, ({ planOrderId }) => ({ recordID: planOrderId }), {
    shows: ({ planOrderId }) => planOrderId,
    walls: organizationOnly,
  }),
  cancel: named(billing.cancel, ({ planOrderId }) => ({ recordID: planOrderId }), { walls: organizationOnly }),
  orders: rowless(billing.orders, { pageSize: 100 }, { shows: ({ planOrderId }) => planOrderId }),
  recharges: rowless(billing.recharges, {}),
  expenses: rowless(billing.expenses, {}),
  uploadImage: named(billing.uploadImage, ({ planOrderId }) => ({ recordID: planOrderId }), {
    walls: organizationOnly,
    file: picture,
  }),
  invoice: named(billing.invoice, ({ paidPlanOrderId }) => ({ recordID: paidPlanOrderId }), {
    walls: organizationOnly,
  }),
};

export const linkedCardSamples: Samples["linkedCard"] = {
  info: rowless(linkedCard.info, {}, { shows: ({ linkedCardLabel }) => linkedCardLabel }),
  link: rowless(linkedCard.link, {}),
  finish: rowless(linkedCard.finish, {}),
  unlink: rowless(linkedCard.unlink, {}),
};

export const adServiceSamples: Samples["adServices"] = {
  offer: rowless(adServices.offer, {}),
  topUp: rowless(adServices.topUp, { type: "traffic", amount: 700 }),
  useBudget: rowless(adServices.useBudget, { type: "traffic" }),
  uploadImage: rowless(adServices.uploadImage, {}, { file: picture }),
  list: rowless(adServices.list, { pageSize: 100 }, { shows: ({ adServiceId }) => adServiceId }),
  agree: named(adServices.agree, ({ adServiceId }) => ({ recordID: adServiceId }), { walls: organizationOnly }),
  report: named(adServices.report, ({ reportedServiceId }) => ({ recordID: reportedServiceId }), {
    walls: organizationOnly,
  }),
};

/** Only for people who run the product, who see all centres: `operators.test.ts` tests the refusals. */
const operatorsOnly = { walls: [], expect: "blank" } as const;
const someCentre = () => ({ recordID: newId(), organizationID: OrganizationId.parse(v7()) });

export const operatorSamples: Samples["operators"] = {
  centres: of(operators.centres, { requests: () => [{}], ...operatorsOnly }),
  grant: of(operators.grant, {
    requests: () => [{ ...someCentre(), kind: "money" as const, amount: 1, reason: "x" }],
    ...operatorsOnly,
  }),
  prices: of(operators.prices, { requests: () => [{}], ...operatorsOnly }),
  changePrice: of(operators.changePrice, {
    requests: () => [{ recordID: newId(), priceID: newId(), amount: 1, validFrom: "2098-01-01" }],
    ...operatorsOnly,
  }),
  services: of(operators.services, { requests: () => [{}], ...operatorsOnly }),
  changeService: of(operators.changeService, {
    requests: () => [{ ...someCentre(), version: 1, status: "running" as const }],
    ...operatorsOnly,
  }),
};
