import { AccountId } from "@homeroom/contract/ids";
import { expect, test } from "vitest";
import { domainOfFirstLink } from "../text-parts.ts";
import { mentionedIn, mentionsOf, notePieces } from "./mentions.ts";

const wong = { accountID: AccountId.parse("00000000-0000-7000-8000-000000000001"), nickname: "王小姐" };
const wongAnn = { accountID: AccountId.parse("00000000-0000-7000-8000-000000000002"), nickname: "王小姐 Ann" };

test("only people who are still named are notified", () => {
  expect(mentionedIn("請 @王小姐 跟進", [wong, wong])).toEqual([wong.accountID]);
  expect(mentionedIn("請跟進", [wong])).toEqual([]);
  expect(mentionedIn("請 @王小姐 Ann 跟進", [wong, wongAnn])).toEqual([wongAnn.accountID]);
});

test("names are marked, the longer one first", () => {
  expect(notePieces("找 @王小姐 Ann 或 @王小姐", [wong, wongAnn])).toEqual([
    { text: "找 ", named: false },
    { text: "@王小姐 Ann", named: true },
    { text: " 或 ", named: false },
    { text: "@王小姐", named: true },
  ]);
  expect(notePieces("一般文字", [])).toEqual([{ text: "一般文字", named: false }]);
});

test("details are parsed defensively", () => {
  expect(mentionsOf({ mentions: [wong, null, 3] })).toEqual([wong]);
  expect(mentionsOf({})).toEqual([]);
});

test("the first address names its domain", () => {
  expect(domainOfFirstLink("看這裡 https://www.school.example/a?b=1")).toBe("school.example");
  expect(domainOfFirstLink("沒有連結")).toBeNull();
});
