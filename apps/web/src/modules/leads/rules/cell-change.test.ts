import type { LeadRow } from "@homeroom/contract/leads";
import { describe, expect, it } from "vitest";
import { choiceChange, dateChange, phoneChange, tagChange, textChange } from "./cell-change.ts";

const vip = { recordID: "vip", name: "VIP", color: "red" };
const lead = {
  nickname: "陳小明",
  fullname: "",
  areaCode: "+886",
  phone: "0912345678",
  nextContactDate: null,
  leadDate: "2026-11-01",
  status: { recordID: "new", name: "新" },
  sales: null,
  channel: { recordID: "web", name: "網站" },
  tag: [vip],
} as unknown as LeadRow;

describe("an edited cell", () => {
  it("returns the changes for the server and for the row", () => {
    expect(textChange(lead, "fullname", " 陳大明 ")).toEqual({
      column: "fullname",
      changes: { fullname: "陳大明" },
      shown: { fullname: "陳大明" },
    });
    expect(dateChange(lead, "nextContactDate", "2026-12-01")?.shown).toEqual({ nextContactDate: "2026-12-01" });
    expect(choiceChange(lead, "sales", { value: "amy", label: "Amy" })).toEqual({
      column: "sales",
      changes: { sales: "amy" },
      shown: { sales: { accountID: "amy", nickname: "Amy", avatar: null } },
    });
    expect(choiceChange(lead, "status", undefined)?.changes).toEqual({ status: null });
  });

  it("changes nothing if the value is the same", () => {
    expect(textChange(lead, "nickname", "陳小明 ")).toBeNull();
    expect(textChange(lead, "nickname", " ")).toBeNull();
    expect(dateChange(lead, "leadDate", "2026-11-01")).toBeNull();
    expect(choiceChange(lead, "status", { value: "new", label: "新" })).toBeNull();
    expect(choiceChange(lead, "sales", undefined)).toBeNull();
    expect(phoneChange(lead, "0912 345 678")).toBeNull();
    expect(tagChange(lead, [vip] as LeadRow["tag"])).toBeNull();
  });

  it("clears the secondary channel with its primary one", () => {
    expect(choiceChange(lead, "channel", { value: "fair", label: "展覽" })).toMatchObject({
      changes: { channel: "fair", secondaryChannel: null },
      shown: { channel: { name: "展覽" }, secondaryChannel: null },
    });
  });

  it.each([
    ["+852 6123 4567", { areaCode: "+852", phone: "61234567" }],
    ["00886-912-000-111", { areaCode: "+886", phone: "912000111" }],
    ["0922 333 444", { areaCode: "+886", phone: "0922 333 444" }],
    ["", { areaCode: "+886", phone: "" }],
  ])("reads the phone %j", (text, changes) => expect(phoneChange(lead, text)?.changes).toEqual(changes));
});
