import { AccountId, RecordId } from "@homeroom/contract/ids";
import type { LeadCard, LeadRow } from "@homeroom/contract/leads";
import { expect, it } from "vitest";
import { rowOfCard } from "./writes.ts";

const amyId = AccountId.parse("01900000-0000-7000-8000-000000000001");
const benId = AccountId.parse("01900000-0000-7000-8000-000000000002");
const deal = RecordId.parse("01900000-0000-7000-8000-000000000003");
const amy = { accountID: amyId, nickname: "Amy", avatar: "/amy.png" };

it("makes a row from a card, with the known picture", () => {
  const old: Partial<LeadRow> = { branchName: "旺角", nickname: "陳", sales: amy, tutor: null, version: 1 };
  const card: Partial<LeadCard> = {
    nickname: "陳小明",
    sales: amyId,
    tutor: benId,
    status: deal,
    result: null,
    channel: null,
    version: 2,
    names: {
      channel: "",
      secondaryChannel: "",
      tutor: "Ben",
      sales: "Amy",
      status: "成交",
      result: "",
      regularContact: "",
      tag: [],
    },
  };
  expect(rowOfCard(card as LeadCard, old as LeadRow)).toMatchObject({
    branchName: "旺角",
    nickname: "陳小明",
    sales: amy,
    tutor: { accountID: benId, nickname: "Ben", avatar: null },
    status: { recordID: deal, name: "成交" },
    result: null,
    channel: null,
    version: 2,
  });
});
