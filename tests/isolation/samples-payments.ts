import { payments } from "@homeroom/contract/payments";
import { of, type Samples, unsigned } from "./sample.ts";

export const paymentSamples: Samples["payments"] = {
  link: of(payments.link, {
    requests: ({ orderNumber }) => [{ orderID: orderNumber }],
    expect: "missing",
    shows: ({ orderNumber }) => orderNumber,
  }),
  page: unsigned,
  start: unsigned,
  chooseInvoice: unsigned,
  review: unsigned,
  receipt: unsigned,
  showTransfer: unsigned,
};
