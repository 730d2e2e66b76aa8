import { paymentPlatforms } from "@homeroom/contract/payment-platforms";
import { of, organizationOnly, type Samples } from "./sample.ts";

const bank = { payType: "bankTransfer", bankName: "Other Bank", accountName: "Other", accountNumber: "1" } as const;

export const paymentPlatformSamples: Samples["paymentPlatforms"] = {
  list: of(paymentPlatforms.list, {
    requests: () => [{}],
    expect: "blank",
    shows: ({ platformId }) => platformId,
    walls: organizationOnly,
  }),
  setting: of(paymentPlatforms.setting, {
    requests: () => [{ payType: "bankTransfer" as const }],
    expect: "blank",
    shows: ({ platformId }) => platformId,
    walls: organizationOnly,
  }),
  save: of(paymentPlatforms.save, {
    requests: ({ platformId }) => [{ ...bank, recordID: platformId }],
    expect: "missing",
    walls: organizationOnly,
  }),
  setStatus: of(paymentPlatforms.setStatus, {
    requests: ({ platformId }) => [{ payType: "bankTransfer" as const, status: 0, recordID: platformId }],
    expect: "missing",
    walls: organizationOnly,
  }),
};
