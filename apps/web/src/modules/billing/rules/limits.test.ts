import { expect, test } from "vitest";
import { shareOfLimit } from "./limits.ts";

test.each([
  [
    { used: 0, limit: 10 },
    { percent: 0, state: "fine" },
  ],
  [
    { used: 79, limit: 100 },
    { percent: 79, state: "fine" },
  ],
  [
    { used: 80, limit: 100 },
    { percent: 80, state: "near" },
  ],
  [
    { used: 12, limit: 10 },
    { percent: 100, state: "full" },
  ],
  [
    { used: 0, limit: 0 },
    { percent: 100, state: "full" },
  ],
])("%o is %o", (use, share) => {
  expect(shareOfLimit(use)).toEqual(share);
});
