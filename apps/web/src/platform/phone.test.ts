import { expect, it } from "vitest";
import { phoneLink, phoneText } from "./phone.ts";

it.each([
  ["+852", "61234567", "+852 6123 4567"],
  ["852", "6123 4567", "+852 6123 4567"],
  ["+886", "912345678", "+886 912 345 678"],
  ["+852", "12", "+852 12"],
  ["", "", ""],
  ["+852", "", ""],
])("%j %j reads %j", (areaCode, phone, text) => expect(phoneText(areaCode, phone)).toBe(text));

it("makes an address that calls", () => expect(phoneLink("+852", "6123 4567")).toBe("tel:+85261234567"));
