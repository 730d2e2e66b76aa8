import { z } from "zod";

/** The rows of a page, capped at `most`. */
export function pageSizeUpTo(most: number) {
  return z.coerce
    .number()
    .int()
    .min(1)
    .overwrite((size) => Math.min(size, most))
    .max(most);
}

/** Page request of every list: by number, or by the cursor of the previous page (which is as fast at any depth). */
export const PageRequest = z.object({
  pageNum: z.coerce.number().int().min(1).default(1),
  pageSize: pageSizeUpTo(100).default(10),
  cursor: z.string().max(512).optional(),
});
export type PageRequest = z.infer<typeof PageRequest>;

/** Page answer: `total` is exact to 10,000 and an estimate above. */
export function pageOf<Row extends z.ZodType>(row: Row) {
  return z.object({
    list: z.array(row),
    total: z.number().int(),
    totalIsEstimate: z.boolean().optional(),
    pageNum: z.number().int(),
    pageSize: z.number().int(),
    nextCursor: z.string().nullable().optional(),
  });
}

/** A choice in a select. */
export const Option = z.object({ value: z.string(), label: z.string() });
export type Option = z.infer<typeof Option>;
