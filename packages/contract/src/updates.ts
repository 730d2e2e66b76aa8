import { z } from "zod";
import { endpoint } from "./endpoint.ts";

const Update = z.object({
  version: z.string(),
  /** `YYYY-MM-DD`. */
  date: z.string(),
  title: z.string(),
  /** One line for each thing that is new. */
  content: z.string(),
});
export type Update = z.infer<typeof Update>;

export const updates = {
  list: endpoint("GET /api_basic/Setting/UpdateLogList", {
    summary: "What is new in each version of the product, newest first, in the caller's language.",
    access: "session",
    request: z.object({}),
    response: z.array(Update),
  }),
};
