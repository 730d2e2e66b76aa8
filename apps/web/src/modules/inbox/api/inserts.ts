import { chatPlace, maxPlaceTextLength, Place } from "@homeroom/contract/chat-place";
import { chatProducts } from "@homeroom/contract/chat-products";
import type { RequestInput } from "@homeroom/contract/endpoint";
import type { BranchId, ChannelId, LeadId } from "@homeroom/contract/ids";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api } from "#platform/api.ts";
import { takeMessage } from "./thread.ts";

const keyOf = (branchID: BranchId) => `inbox-place:${branchID}`;

/** The place that this browser last sent for a branch; null if there is none. */
export function lastPlace(branchID: BranchId): Place | null {
  try {
    return Place.safeParse(JSON.parse(localStorage.getItem(keyOf(branchID)) ?? "null")).data ?? null;
  } catch {
    return null;
  }
}

/** Stores a place as the default for next time. */
export function keepPlace(branchID: BranchId, place: Place): void {
  try {
    localStorage.setItem(keyOf(branchID), JSON.stringify(place));
  } catch {
    // Storage is full or blocked: next time the default is the branch.
  }
}

/** Name and address of a lead's branch, truncated to the limits of a place. */
export function usePlaceOfBranch(leadId: LeadId, enabled: boolean) {
  return useQuery({
    queryKey: ["inbox", "branch-place", leadId],
    queryFn: async ({ signal }) => {
      const { name, address } = (await api.call(chatPlace.ofBranch, { leadId }, { signal })).resultData;
      return { name: name.slice(0, maxPlaceTextLength), address: address.slice(0, maxPlaceTextLength) };
    },
    enabled,
  });
}

/** The active products that match the words, and which can be sent. Fetched each time the dialog opens: a sync may have ended. */
export function useProductChoices(of: { leadId: LeadId; channel: ChannelId; keywords: string }) {
  return useQuery({
    queryKey: ["inbox", "products", of],
    queryFn: async ({ signal }) => (await api.call(chatProducts.choices, of, { signal })).resultData.list,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  });
}

/** Sends products. Repeating a messageId does not send again. */
export async function sendProducts(form: RequestInput<typeof chatProducts.send>): Promise<void> {
  takeMessage((await api.call(chatProducts.send, form)).resultData);
}
