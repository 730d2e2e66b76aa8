import { chatOfLead } from "@homeroom/contract/chat-of-lead";
import type { RequestInput } from "@homeroom/contract/endpoint";
import type { LeadId } from "@homeroom/contract/ids";
import { leads } from "@homeroom/contract/leads";
import { orderTotals } from "@homeroom/contract/order-totals";
import { type OrderPriceForm, orders } from "@homeroom/contract/orders";
import { purchases } from "@homeroom/contract/purchases";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useCan } from "#platform/access.ts";
import { api } from "#platform/api.ts";
import { pagesOf } from "#platform/pages.ts";

export type PurchaseRequest = RequestInput<typeof purchases.list>;
export type OrderRequest = RequestInput<typeof orders.list>;

export const orderKeys = {
  all: ["orders"] as const,
  lists: ["orders", "list"] as const,
  details: ["orders", "detail"] as const,
  detail: (orderID: string) => ["orders", "detail", orderID] as const,
  price: (form: OrderPriceForm | null) => ["orders", "price", form] as const,
};
const pageSize = 30;

/** The orders that match filters, page by page. */
export function useOrders(request: OrderRequest) {
  return useInfiniteQuery(
    pagesOf({
      queryKey: [...orderKeys.lists, request],
      pageSize,
      read: async (page, signal) => (await api.call(orders.list, { ...request, ...page }, { signal })).resultData,
    }),
  );
}

/** The totals of all orders that match filters; the previous ones stay until the new ones have loaded. */
export function useOrderTotals(filters: RequestInput<typeof orderTotals.totals>) {
  return useQuery({
    queryKey: [...orderKeys.lists, "totals", filters],
    queryFn: async ({ signal }) => (await api.call(orderTotals.totals, filters, { signal })).resultData.list,
    placeholderData: keepPreviousData,
  }).data;
}

/** The newest orders of a lead. */
export function useOrdersOfLead(leadId: LeadId) {
  return useQuery({
    queryKey: [...orderKeys.lists, "of", leadId],
    queryFn: async ({ signal }) => (await api.call(orders.list, { leadId, pageSize: 20 }, { signal })).resultData,
  });
}

/** The purchases that match filters, page by page. */
export function usePurchases(request: PurchaseRequest) {
  return useInfiniteQuery(
    pagesOf({
      queryKey: [...orderKeys.lists, "purchases", request],
      pageSize,
      read: async (page, signal) => (await api.call(purchases.list, { ...request, ...page }, { signal })).resultData,
    }),
  );
}

/** The newest purchases of a lead. */
export function usePurchasesOfLead(leadId: LeadId) {
  return useQuery({
    queryKey: [...orderKeys.lists, "purchases", "of", leadId],
    queryFn: async ({ signal }) => (await api.call(purchases.list, { leadId, pageSize: 5 }, { signal })).resultData,
  });
}

/** One order with everything that belongs to it. */
export function useOrder(orderID: string) {
  return useQuery({
    queryKey: orderKeys.detail(orderID),
    queryFn: async ({ signal }) => (await api.call(orders.info, { orderID }, { signal })).resultData,
  });
}

/** What can be sold, and the organisation's currency. */
export function useProductChoices() {
  const can = useCan();
  return useQuery({
    queryKey: [...orderKeys.all, "products"],
    queryFn: async ({ signal }) => (await api.call(orders.productChoices, {}, { signal })).resultData,
    // People without the permission to sell see such screens too.
    enabled: can("sale:order:add"),
    // Short, so that a product that was just added is offered, while the parts of one screen share a request.
    staleTime: 5000,
  });
}

/** The price of an order from the server; the previous price stays until the new one has loaded. */
export function useOrderPrice(form: OrderPriceForm | null) {
  return useQuery({
    queryKey: orderKeys.price(form),
    queryFn: async ({ signal }) => form && (await api.call(orders.price, form, { signal })).resultData,
    placeholderData: keepPreviousData,
    enabled: form !== null,
    retry: false,
  });
}

/** The leads that match some words, to choose from. */
export function useLeadChoices(keywords: string) {
  return useQuery({
    queryKey: [...orderKeys.all, "leads", keywords],
    queryFn: async ({ signal }) => {
      const { list } = (await api.call(leads.list, { keywords, pageSize: 20 }, { signal })).resultData;
      return list.map(({ leadId, nickname, phone }) => ({
        value: leadId,
        label: [nickname, phone].filter(Boolean).join(" · "),
      }));
    },
    placeholderData: keepPreviousData,
  }).data;
}

/** The e-mail address of a lead. */
export function useLeadEmail(leadId: LeadId | null) {
  return useQuery({
    queryKey: [...orderKeys.all, "email", leadId],
    queryFn: async ({ signal }) => leadId && (await api.call(leads.info, { leadId }, { signal })).resultData.email,
    enabled: leadId !== null,
  });
}

/** The name of the lead of a new order. */
export function useLeadName(leadId: LeadId | null) {
  return useQuery({
    queryKey: [...orderKeys.all, "lead", leadId],
    queryFn: async ({ signal }) => leadId && (await api.call(leads.info, { leadId }, { signal })).resultData.nickname,
    enabled: leadId !== null,
  }).data;
}

/** Whether messages can be sent to the chat with a lead; undefined until known. True without the permission to check. */
export function useHasChat(leadId: LeadId | null): boolean | undefined {
  const asks = useCan()("chat:message:query") && leadId !== null;
  const { data, isPending } = useQuery({
    queryKey: [...orderKeys.all, "chat", leadId],
    queryFn: async ({ signal }) =>
      leadId && (await api.call(chatOfLead.conversation, { leadId }, { signal })).resultData.conversation !== null,
    enabled: asks,
  });
  if (asks && isPending) return undefined;
  return leadId !== null && (data ?? true);
}
