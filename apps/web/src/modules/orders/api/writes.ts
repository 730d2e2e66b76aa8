import type { RequestOf } from "@homeroom/contract/endpoint";
import { orderDiscounts } from "@homeroom/contract/order-discounts";
import { orderInstalments } from "@homeroom/contract/order-instalments";
import { type OrderPrice, OrderPriceForm, orders } from "@homeroom/contract/orders";
import { receipts } from "@homeroom/contract/receipts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "#platform/api.ts";
import { saveFile } from "#platform/save-file.ts";
import { useRenewal } from "#platform/use-renewal.ts";
import { useWrite } from "#platform/use-write.ts";
import type { FailureReport } from "#ui/drawer-form/drawer-form.tsx";
import { type OrderRequest, orderKeys } from "./queries.ts";

/** Writes of orders; visible orders are refetched. */
export function useOrderWrites() {
  const write = useWrite(orderKeys.all);
  const renew = useRenewal(orderKeys.all);
  const client = useQueryClient();
  return {
    /** Sends the total that the form shows. */
    async add(form: RequestOf<typeof orders.add>, report: FailureReport) {
      const expectedTotal = client.getQueryData<OrderPrice>(orderKeys.price(OrderPriceForm.parse(form)))?.total;
      try {
        const { orderID } = (await api.call(orders.add, { ...form, expectedTotal }, report)).resultData;
        await renew();
        return orderID;
      } catch (reason) {
        // A price may have changed.
        void renew();
        throw reason;
      }
    },
    confirm: (form: RequestOf<typeof orders.confirm>, report: FailureReport) => write(orders.confirm, form, report),
    refund: (form: RequestOf<typeof orders.refund>, report: FailureReport) => write(orders.refund, form, report),
    editDiscount: (form: RequestOf<typeof orderDiscounts.edit>, report: FailureReport) =>
      write(orderDiscounts.edit, form, report),
    editInstalments: (form: RequestOf<typeof orderInstalments.edit>, report: FailureReport) =>
      write(orderInstalments.edit, form, report),
    editNote: (form: RequestOf<typeof orders.editNote>, report: FailureReport) => write(orders.editNote, form, report),
    mailReceipt: (form: RequestOf<typeof receipts.mail>, report: FailureReport) => write(receipts.mail, form, report),
    voidReceipt: (form: RequestOf<typeof receipts.void>, report: FailureReport) => write(receipts.void, form, report),
    accept: (form: RequestOf<typeof orders.acceptPayment>) => write(orders.acceptPayment, form),
    cancel: (orderID: string) => write(orders.cancel, { orderID }),
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

/** Saves the orders that match the filters as a file. */
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
