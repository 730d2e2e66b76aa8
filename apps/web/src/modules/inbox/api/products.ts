import { chatProducts } from "@homeroom/contract/chat-products";
import type { RequestInput } from "@homeroom/contract/endpoint";
import type { ChannelId, LeadId } from "@homeroom/contract/ids";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api } from "#platform/api.ts";
import { takeMessage } from "./thread.ts";

/** The active products with the words, and which can be sent. Requested each time the choice opens: a sync may have ended. */
export function useProductChoices(of: { leadId: LeadId; channel: ChannelId; keywords: string }) {
  return useQuery({
    queryKey: ["inbox", "products", of],
    queryFn: async ({ signal }) => (await api.call(chatProducts.choices, of, { signal })).resultData.list,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  });
}

/** Sends products. The same messageId again is the same message. */
export async function sendProducts(form: RequestInput<typeof chatProducts.send>): Promise<void> {
  takeMessage((await api.call(chatProducts.send, form)).resultData);
}
