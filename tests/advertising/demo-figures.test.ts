import { figuresOfAd as inDatabase } from "@homeroom/database/seed/ad-figures";
import { figuresOfAd as inSandbox } from "@homeroom/sandbox/meta/ad-days";
import { expect, test } from "vitest";

test("fetching the ads of the demo again changes none of their figures", () => {
  for (const prefix of ["11", "17"]) {
    for (let number = 0; number < 12; number += 1) {
      for (const day of ["2026-02-28", "2026-09-05", "2026-11-26"]) {
        const ad = { prefix, number, costOfShow: 0.24 };
        expect(inDatabase(ad, day)).toEqual(inSandbox(ad, day));
      }
    }
  }
});
