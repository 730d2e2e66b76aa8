import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { FileId } from "./ids.ts";

export const file = {
  get: endpoint("GET /api_basic/File/Get", {
    summary: "A stored file by its signed address, good for one hour.",
    access: "public",
    answer: "binary",
    request: z.object({ id: FileId, expires: z.coerce.number().int(), signature: z.string().max(128) }),
    response: z.null(),
  }),
};
