import { chatPlace, longestPlaceText, Place } from "@homeroom/contract/chat-place";
import type { BranchId, LeadId } from "@homeroom/contract/ids";
import { useQuery } from "@tanstack/react-query";
import { api } from "#platform/api.ts";

const keyOf = (branchID: BranchId) => `inbox-place:${branchID}`;

/** The place that this browser last sent for a branch; null when there is none. */
export function lastPlace(branchID: BranchId): Place | null {
  try {
    return Place.safeParse(JSON.parse(localStorage.getItem(keyOf(branchID)) ?? "null")).data ?? null;
  } catch {
    return null;
  }
}

/** Keeps a place to begin with the next time. */
export function keepPlace(branchID: BranchId, place: Place): void {
  try {
    localStorage.setItem(keyOf(branchID), JSON.stringify(place));
  } catch {
    // A full or forbidden storage: the next time begins with the branch.
  }
}

/** Name and address of the branch that a lead belongs to, as far as a place can carry them. */
export function usePlaceOfBranch(leadId: LeadId, enabled: boolean) {
  return useQuery({
    queryKey: ["inbox", "branch-place", leadId],
    queryFn: async ({ signal }) => {
      const { name, address } = (await api.call(chatPlace.ofBranch, { leadId }, { signal })).resultData;
      return { name: name.slice(0, longestPlaceText), address: address.slice(0, longestPlaceText) };
    },
    enabled,
  });
}
