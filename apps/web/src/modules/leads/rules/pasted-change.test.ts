import type { LeadRow } from "@homeroom/contract/leads";
import { describe, expect, it } from "vitest";
import type { CellChange } from "../api/cell-writes.ts";
import { changeBack, type PasteChoices, pastedChange } from "./pasted-change.ts";

const vip = { recordID: "vip", name: "VIP", color: "red" };
const hot = { recordID: "hot", name: "熱門", color: "blue" };
const lead = {
  nickname: "陳小明",
  school: "一中",
  areaCode: "+886",
  phone: "0912345678",
  nextContactDate: "2026-12-01",
  regularContact: { recordID: "routine", name: "例行" },
  leadDate: "2026-11-01",
  status: { recordID: "new", name: "新" },
  sales: { accountID: "amy", nickname: "Amy", avatar: null },
  tag: [vip],
} as unknown as LeadRow;
const choices = {
  of: (field: string) =>
    field === "sales"
      ? [
          { value: "amy", label: "Amy" },
          { value: "ben", label: "Ben" },
          { value: "ben2", label: "ben " },
        ]
      : [{ value: "deal", label: "已成交" }],
  tags: [vip, hot],
} as unknown as PasteChoices;
const change = (field: Parameters<typeof pastedChange>[1], text: string) => {
  const pasted = pastedChange(lead, field, text, choices);
  return "fault" in pasted ? pasted.fault : (pasted.change?.changes ?? null);
};

describe("a pasted value", () => {
  it.each([
    ["school", " 二中\n分部 ", { school: "二中 分部" }],
    ["school", "一中", null],
    ["nickname", " ", "required"],
    ["phone", "+852 6123 4567", { areaCode: "+852", phone: "61234567" }],
    ["nextContactDate", "2026/3/1", { nextContactDate: "2026-03-01" }],
    ["nextContactDate", "２０２６年３月１日", { nextContactDate: "2026-03-01" }],
    ["nextContactDate", "", { nextContactDate: "" }],
    ["nextContactDate", "3/1/2026", "noDay"],
    ["nextContactDate", "2026-02-30", "noDay"],
    ["leadDate", "", "noDay"],
    ["status", "已成交", { status: "deal" }],
    ["status", "", "required"],
    ["status", "沒有", "unknown"],
    ["sales", "AMY", null],
    ["sales", "ben", "ambiguous"],
    ["sales", "", { sales: null }],
    ["tag", "VIP、熱門", { tag: ["vip", "hot"] }],
    ["tag", "熱門, 沒有", "unknown"],
    ["tag", Array.from({ length: 11 }, (_, number) => number).join(), "tooMany"],
  ] as const)("in %s, %j", (field, text, expected) => expect(change(field, text)).toEqual(expected));
});

describe("an undone paste", () => {
  const cleared: CellChange = {
    column: "nextContactDate",
    changes: { nextContactDate: "" },
    shown: { nextContactDate: null },
  };
  it("restores the old value, with the kind of contact", () => {
    const now = { ...lead, nextContactDate: null, regularContact: null } as LeadRow;
    expect(changeBack(lead, now, cleared)?.changes).toEqual({
      nextContactDate: "2026-12-01",
      regularContact: "routine",
    });
    const given: CellChange = { column: "sales", changes: {}, shown: { sales: null } };
    expect(changeBack(lead, { ...lead, sales: null }, given)?.changes).toEqual({ sales: "amy" });
    expect(changeBack({ ...lead, sales: null }, undefined, given)?.changes).toEqual({ sales: null });
  });
  it("keeps what somebody has changed since", () => {
    expect(changeBack(lead, { ...lead, nextContactDate: "2027-01-01" }, cleared)).toBeNull();
  });
});
