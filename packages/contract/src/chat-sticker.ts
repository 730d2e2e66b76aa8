import { z } from "zod";

/**
 * Some of the packages that LINE lets every official account send from; their stickers are numbered on.
 * developers.line.biz/en/docs/messaging-api/sticker-list, 2026-11-22.
 */
export const stickerPackages = [
  { packageId: "11537", title: "Brown", first: 52_002_734, count: 40 },
  { packageId: "11538", title: "CHOCO", first: 51_626_494, count: 40 },
  { packageId: "11539", title: "BT21", first: 52_114_110, count: 40 },
] as const;

/** A LINE sticker that can be sent. */
export const Sticker = z
  .object({ packageId: z.enum(["11537", "11538", "11539"]), stickerId: z.string().regex(/^\d{8}$/) })
  .refine(isSendable, { path: ["stickerId"] });
export type Sticker = z.infer<typeof Sticker>;

function isSendable(sticker: { packageId: string; stickerId: string }): boolean {
  const number = Number(sticker.stickerId);
  return stickerPackages.some(
    ({ packageId, first, count }) => packageId === sticker.packageId && number >= first && number < first + count,
  );
}
