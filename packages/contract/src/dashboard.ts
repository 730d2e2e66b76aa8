import { z } from "zod";
import { endpoint } from "./endpoint.ts";

/** What a new organisation sets up, in its order. */
export const setUpSteps = ["organization", "branch", "staff", "roles", "whatsapp", "lead", "twoStep"] as const;
export type SetUpStep = (typeof setUpSteps)[number];

export const dashboard = {
  setUpList: endpoint("GET /api_users/Dashboard/SetUpList", {
    summary: "What is to be set up next, of what the caller may set up.",
    access: "session",
    request: z.object({}),
    response: z.object({
      steps: z.array(z.object({ key: z.enum(setUpSteps), done: z.boolean() })),
      /** The caller does not want to see it any more. */
      dismissed: z.boolean(),
    }),
  }),
  updateSetUp: endpoint("POST /api_users/Dashboard/UpdateSetUp", {
    summary: "Puts the list away or back for the caller, or ticks a step that the product cannot see for itself.",
    access: "session",
    request: z.object({ dismissed: z.boolean().optional(), done: z.literal("roles").optional() }),
    response: z.null(),
  }),
};
