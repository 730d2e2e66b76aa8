import type { LeadCard, LeadRow } from "@homeroom/contract/leads";
import { expect, it } from "vitest";
import { isOverdue, rowOfCard } from "./lead-row.ts";

const amy = { accountID: "amy", nickname: "Amy", avatar: "/amy.png" };
const old = {
  leadId: "x",
  branchName: "旺角",
  nickname: "陳",
  sales: amy,
  tutor: null,
  version: 1,
} as unknown as LeadRow;
const names = { channel: "", secondaryChannel: "", tutor: "Ben", sales: "Amy", status: "成交", result: "", tag: [] };
const card = {
  leadId: "x",
  nickname: "陳小明",
  sales: "amy",
  tutor: "ben",
  status: "deal",
  result: null,
  channel: null,
  version: 2,
  names,
} as unknown as LeadCard;

it("makes a row of a card, with the picture that is known", () => {
  expect(rowOfCard(card, old)).toMatchObject({
    branchName: "旺角",
    nickname: "陳小明",
    sales: amy,
    tutor: { accountID: "ben", nickname: "Ben", avatar: null },
    status: { recordID: "deal", name: "成交" },
    result: null,
    channel: null,
    version: 2,
  });
});

it.each([
  ["2026-11-19", false, true],
  ["2026-11-20", false, false],
  ["2026-11-21", false, false],
  ["2026-11-19", true, false],
  [null, false, false],
])("next contact %s, closed %s: overdue %s", (nextContactDate, closed, overdue) =>
  expect(isOverdue({ nextContactDate }, closed, "2026-11-20")).toBe(overdue),
);
