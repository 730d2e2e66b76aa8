import { expect, test } from "vitest";
import { Sticker } from "./chat-sticker.ts";

test.each([
  ["11537", "52002734", true],
  ["11537", "52002773", true],
  ["11537", "52002774", false],
  ["11537", "51626494", false],
  ["11538", "51626533", true],
  ["11539", "52114110", true],
  ["446", "1988", false],
  ["11539", "52114110/../", false],
])("package %s, sticker %s: %s", (packageId, stickerId, can) =>
  expect(Sticker.safeParse({ packageId, stickerId }).success).toBe(can),
);
