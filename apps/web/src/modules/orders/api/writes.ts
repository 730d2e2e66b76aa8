import type { RequestOf } from "@homeroom/contract/endpoint";
import { orderDiscounts } from "@homeroom/contract/order-discounts";
import { orderInstalments } from "@homeroom/contract/order-instalments";
import { orders } from "@homeroom/contract/orders";
import { receipts } from "@homeroom/contract/receipts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "#platform/api.ts";
import { saveFile } from "#platform/save-file.ts";
import { useRenewal } from "#platform/use-renewal.ts";
import type { FailureReport } from "#ui/drawer-form/drawer-form.tsx";
import { type OrderRequest, orderKeys } from "./queries.ts";

/** Writes of orders; what is shown of them is asked for again. */
export function useOrderWrites() {
  const renew = useRenewal(orderKeys.all);
  return {
    async add(form: RequestOf<typeof orders.add>, report: FailureReport) {
      const { orderID } = (await api.call(orders.add, form, report)).resultData;
      await renew();
      return orderID;
    },
    async confirm(form: RequestOf<typeof orders.confirm>, report: FailureReport) {
      await api.call(orders.confirm, form, report);
      await renew();
    },
    async refund(form: RequestOf<typeof orders.refund>, report: FailureReport) {
      await api.call(orders.refund, form, report);
      await renew();
    },
    async editDiscount(form: RequestOf<typeof orderDiscounts.edit>, report: FailureReport) {
      await api.call(orderDiscounts.edit, form, report);
      await renew();
    },
    async editInstalments(form: RequestOf<typeof orderInstalments.edit>, report: FailureReport) {
      await api.call(orderInstalments.edit, form, report);
      await renew();
    },
    async editNote(form: RequestOf<typeof orders.editNote>, report: FailureReport) {
      await api.call(orders.editNote, form, report);
      await renew();
    },
    async mailReceipt(form: RequestOf<typeof receipts.mail>, report: FailureReport) {
      await api.call(receipts.mail, form, report);
      await renew();
    },
    async voidReceipt(form: RequestOf<typeof receipts.void>, report: FailureReport) {
      await api.call(receipts.void, form, report);
      await renew();
    },
    async accept(form: RequestOf<typeof orders.acceptPayment>) {
      await api.call(orders.acceptPayment, form);
      await renew();
    },
    async cancel(orderID: string) {
      await api.call(orders.cancel, { orderID });
      await renew();
    },
    async uploadImage(orderID: string, file: File) {
      const { resultData } = await api.call(
        orders.uploadImage,
        { orderID },
        { file: { content: file, name: file.name } },
      );
      await renew();
      return resultData;
    },
  };
}

/** Saves the orders that the filters keep as a file. */
export function useExportOrders() {
  return useMutation({
    mutationFn: async ({ sortBy: _by, sortOrder: _order, ...filters }: OrderRequest) =>
      saveFile(await api.call(orders.export, filters)),
  });
}

/** Saves a receipt or credit note as a PDF. */
export function useDownloadReceipt() {
  return useMutation({
    mutationFn: async (receipt: RequestOf<typeof orders.invoice>) => saveFile(await api.call(orders.invoice, receipt)),
  });
}

/** Sends a receipt or credit note to the customer's chat. */
export function useSendReceipt() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (receipt: RequestOf<typeof receipts.send>) => {
      await api.call(receipts.send, receipt);
      await client.invalidateQueries({ queryKey: orderKeys.detail(receipt.orderID) });
    },
  });
}
