import type { LeadId } from "@homeroom/contract/ids";
import { leadPaths } from "@homeroom/contract/lead-path";
import { useQuery } from "@tanstack/react-query";
import { api } from "#platform/api.ts";

/** How a lead came to us. */
export function useLeadPath(leadId: LeadId) {
  return useQuery({
    queryKey: ["campaigns", "path", leadId],
    queryFn: async ({ signal }) => (await api.call(leadPaths.path, { leadId }, { signal })).resultData,
  });
}
