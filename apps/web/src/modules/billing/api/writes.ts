import { billing } from "@homeroom/contract/billing";
import type { RequestInput } from "@homeroom/contract/endpoint";
import type { RecordId } from "@homeroom/contract/ids";
import { linkedCard } from "@homeroom/contract/linked-card";
import { useMutation } from "@tanstack/react-query";
import { api } from "#platform/api.ts";
import { saveFile } from "#platform/save-file.ts";
import { useRenewal } from "#platform/use-renewal.ts";
import { useWrite } from "#platform/use-write.ts";
import { billingKey } from "./queries.ts";

/** Writes of the organisation's own orders; visible data are refetched. */
export function useBillingWrites() {
  const write = useWrite(billingKey);
  const renew = useRenewal(billingKey);
  return {
    async create(form: RequestInput<typeof billing.create>) {
      const { resultData } = await api.call(billing.create, form);
      await renew();
      return resultData;
    },
    cancel: (recordID: RecordId) => write(billing.cancel, { recordID }),
    /** Checks the state of an order; if it has been paid, the purchase is granted. */
    async follow(recordID: RecordId) {
      const { resultData } = await api.call(billing.status, { recordID });
      await renew();
      return resultData;
    },
  };
}

/** Writes of the card that renews the plan. */
export function useCardWrites() {
  const write = useWrite([...billingKey, "card"]);
  return {
    /** Returns the address where the person gives consent. */
    async start(): Promise<string> {
      return (await api.call(linkedCard.link, {})).resultData.url;
    },
    finish: () => write(linkedCard.finish, {}),
    unlink: () => write(linkedCard.unlink, {}),
  };
}

/** Saves the receipt of an order as a PDF. */
export function useDownloadInvoice() {
  return useMutation({
    mutationFn: async (recordID: RecordId) => saveFile(await api.call(billing.invoice, { recordID })),
  });
}
