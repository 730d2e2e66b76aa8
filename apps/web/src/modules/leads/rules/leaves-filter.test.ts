import type { LeadRow } from "@homeroom/contract/leads";
import { expect, it } from "vitest";
import { leavesFilter } from "./list-request.ts";

const lead = {
  status: { recordID: "new", name: "新" },
  result: null,
  sales: { accountID: "amy", nickname: "Amy", avatar: null },
  tutor: null,
  channel: null,
  tag: [{ recordID: "vip", name: "VIP", color: "red" }],
} as unknown as LeadRow;

it.each([
  [{}, false],
  [{ status: ["new", "deal"] }, false],
  [{ status: ["deal"] }, true],
  [{ withoutStatus: ["new"] }, true],
  [{ sales: ["amy"] }, false],
  [{ sales: ["ben"] }, true],
  [{ result: ["called"] }, true],
  [{ unheld: ["yes"] }, true],
  [{ tag: ["vip", "other"] }, false],
  [{ tag: ["other"] }, true],
  [{ allTags: ["vip", "other"] }, true],
  [{ withoutTag: ["vip"] }, true],
  [{ keywords: ["陳"] }, false],
])("asked for %j, it leaves: %j", (values, leaves) => expect(leavesFilter(lead, values)).toBe(leaves));
