import { expect, test } from "vitest";
import { stickerOf, stickerPicture } from "./line-sticker.ts";

test("a sticker id is only digits", () => {
  expect(stickerOf({ packageId: "11537", stickerId: "52002734" })).toBe("52002734");
  for (const stickerId of [undefined, 5, "", "../x", "52002734?x"]) expect(stickerOf({ stickerId })).toBeNull();
  expect(new URL(stickerPicture("52002734")).pathname).toBe("/stickershop/v1/sticker/52002734/android/sticker.png");
});
