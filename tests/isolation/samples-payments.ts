import { payments } from "@homeroom/contract/payments";
import { named, type Samples, unsigned } from "./sample.ts";

export const paymentSamples: Samples["payments"] = {
  link: named(payments.link, ({ orderNumber }) => ({ orderID: orderNumber }), {
    shows: ({ orderNumber }) => orderNumber,
  }),
  page: unsigned,
  start: unsigned,
  chooseInvoice: unsigned,
  review: unsigned,
  receipt: unsigned,
  showTransfer: unsigned,
};
