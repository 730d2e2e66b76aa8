import { paymentPlatforms } from "@homeroom/contract/payment-platforms";
import { named, organizationOnly, rowless, type Samples } from "./sample.ts";

const bank = { payType: "bankTransfer", bankName: "Other Bank", accountName: "Other", accountNumber: "1" } as const;

export const paymentPlatformSamples: Samples["paymentPlatforms"] = {
  list: rowless(paymentPlatforms.list, {}, { shows: ({ platformId }) => platformId }),
  setting: rowless(
    paymentPlatforms.setting,
    { payType: "bankTransfer" as const },
    { shows: ({ platformId }) => platformId },
  ),
  save: named(paymentPlatforms.save, ({ platformId }) => ({ ...bank, recordID: platformId }), {
    walls: organizationOnly,
  }),
  setStatus: named(
    paymentPlatforms.setStatus,
    ({ platformId }) => ({ payType: "bankTransfer" as const, status: 0, recordID: platformId }),
    { walls: organizationOnly },
  ),
};
