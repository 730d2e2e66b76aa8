import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { LeadId } from "./ids.ts";

/** The longest name and address of a place that every provider accepts: LINE's limits. */
export const maxPlaceTextLength = 100;

/** A place on the map as it is sent to a customer. */
export const Place = z.object({
  name: z.string().trim().min(1).max(maxPlaceTextLength),
  address: z.string().trim().max(maxPlaceTextLength).default(""),
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
});
export type Place = z.infer<typeof Place>;

export const chatPlace = {
  ofBranch: endpoint("GET /api_chat/Chat/BranchPlace", {
    summary: "Name and address of the conversation's branch, as the default of a location to be sent.",
    access: "chat:message:send",
    request: z.object({ leadId: LeadId }),
    response: z.object({ name: z.string(), address: z.string() }),
  }),
};
