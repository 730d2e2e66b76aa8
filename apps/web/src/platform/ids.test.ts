import { LeadId } from "@homeroom/contract/ids";
import { v7 } from "uuid";
import { expect, test } from "vitest";
import { readId } from "./ids.ts";

const one = v7();

test.each([
  one,
  one.toUpperCase(),
  `${one} `,
  one.replaceAll("-", ""),
  "0190a6e0-0000-9000-8000-000000000000",
  "0190a6e0-0000-7000-c000-000000000000",
  "",
  null,
  undefined,
  7,
])("an id is what the contract takes for one: %j", (text) => {
  expect(readId<LeadId>(text)).toBe(LeadId.safeParse(text).data);
});
