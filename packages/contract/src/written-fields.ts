import { z } from "zod";

/** Who wrote a record and when; an edit names the version that it began with. Names are empty for the product itself. */
export const writtenFields = {
  creator: z.string(),
  updater: z.string(),
  createTime: z.string(),
  updateTime: z.string(),
  version: z.number().int(),
};
