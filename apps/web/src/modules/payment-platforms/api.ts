import type { RequestInput } from "@homeroom/contract/endpoint";
import { type PaymentPlatform, type PaymentProvider, paymentPlatforms } from "@homeroom/contract/payment-platforms";
import { useQuery } from "@tanstack/react-query";
import { api } from "#platform/api.ts";
import { useRenewal } from "#platform/use-renewal.ts";
import { useWrite } from "#platform/use-write.ts";
import type { FailureReport } from "#ui/drawer-form/drawer-form.tsx";

const key = ["payment-platforms"];

/** Every payment platform, set up or not. */
export function usePaymentPlatforms() {
  return useQuery({
    queryKey: key,
    queryFn: async ({ signal }): Promise<PaymentPlatform[]> =>
      (await api.call(paymentPlatforms.list, {}, { signal })).resultData.list,
    meta: { page: true },
  });
}

/** A platform as currently saved. */
export async function platformNow(provider: PaymentProvider): Promise<PaymentPlatform | undefined> {
  const { list } = (await api.call(paymentPlatforms.list, {})).resultData;
  return list.find((one) => one.provider === provider);
}

/** Writes of platforms; the list is refetched. */
export function usePlatformWrites() {
  const write = useWrite(key);
  const renew = useRenewal(key);
  return {
    save: (form: RequestInput<typeof paymentPlatforms.save>, report: FailureReport) =>
      write(paymentPlatforms.save, form, report),
    async setStatus({ payType, recordID }: PaymentPlatform, status: number): Promise<void> {
      if (!recordID) return;
      await api.call(paymentPlatforms.setStatus, { payType, status, recordID }).finally(() => void renew());
    },
  };
}
