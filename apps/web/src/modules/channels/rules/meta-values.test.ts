import { expect, it } from "vitest";
import { formatFault, placeAtMeta } from "./meta-values.ts";

it("detects impossible values at once", () => {
  expect(formatFault("phoneNumberID", "+852 3700 0001")).toBe("phoneItself");
  expect(formatFault("phoneNumberID", "3700 0001")).toBe("phoneItself");
  expect(formatFault("appID", "my-app")).toBe("notDigits");
  expect(formatFault("businessAccountID", "123")).toBe("tooShort");
  expect(formatFault("accessToken", "EAAG abc")).toBe("hasSpaces");
  expect([
    formatFault("appID", " 400000000000001 "),
    formatFault("appSecret", "abc"),
    formatFault("appID", ""),
  ]).toEqual([undefined, undefined, undefined]);
});

it("links to the page of the app once it is known", () => {
  expect(placeAtMeta("appSecret", "")).toBe("https://developers.facebook.com/apps");
  expect(placeAtMeta("appSecret", "4000001")).toBe("https://developers.facebook.com/apps/4000001/settings/basic/");
});
