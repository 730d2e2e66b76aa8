import type { LeadCard } from "@homeroom/contract/leads";
import { expect, it } from "vitest";
import { differingFields, sideOf } from "./merge-choices.ts";

const contact = { name: "", email: "", areaCode: "+852", phone: "" };
const card = (given: Partial<LeadCard>) =>
  ({
    nickname: "甲",
    areaCode: "+852",
    phone: "",
    email: "",
    gender: 0,
    sales: null,
    acceptmessage: 0,
    branchID: "a",
    contact1: contact,
    contact2: contact,
    ...given,
  }) as LeadCard;

it("asks only where the two differ", () => {
  const keep = card({ nickname: "甲", email: "a@b.hk" });
  const from = card({ nickname: "乙", email: "a@b.hk", areaCode: "+886", contact1: { ...contact, name: "媽媽" } });
  expect(differingFields(keep, from)).toEqual(["nickname", "contact1"]);
});

it("proposes the kept lead's value, or the other's if it has none, but never consent or people of another branch", () => {
  const from = card({ nickname: "乙", phone: "91234567", acceptmessage: 1, sales: "x" as never });
  const keep = card({});
  expect(sideOf(keep, from, "nickname")).toBe("keep");
  expect(sideOf(keep, from, "phone")).toBe("from");
  expect(sideOf(keep, from, "sales")).toBe("from");
  expect(sideOf(keep, from, "acceptmessage")).toBe("keep");
  expect(sideOf(keep, card({ ...from, branchID: "b" as never }), "sales")).toBe("keep");
});

it("proposes the remarks of both if both have some", () => {
  expect(sideOf(card({ notes: "likes piano" }), card({ notes: "asked twice" }), "notes")).toBe("both");
  expect(sideOf(card({ notes: "" }), card({ notes: "asked twice" }), "notes")).toBe("from");
  expect(sideOf(card({ notes: "likes piano" }), card({ notes: "" }), "notes")).toBe("keep");
});
