import type { LeadCard } from "@homeroom/contract/leads";
import { expect, it } from "vitest";
import { type FormValues, formValues, mergeForm } from "./edit-form.ts";

const contact = { name: "", email: "", areaCode: "", phone: "" };
const base = {
  nickname: "陳",
  phone: "61234567",
  notes: "",
  tag: ["a"],
  contact1: contact,
  contact2: contact,
  sales: null,
} as unknown as FormValues;

it("takes what others have saved, and keeps what is being written", () => {
  const mine = { ...base, nickname: "陳小明", contact1: { ...contact, name: "陳太" } };
  const theirs = { ...base, phone: "98765432", tag: ["a", "b"] } as FormValues;
  const { values, both } = mergeForm(base, mine, theirs);
  expect(values).toEqual({ ...theirs, nickname: "陳小明", contact1: { ...contact, name: "陳太" } });
  expect(both).toEqual([]);
});

it("names the fields that both have changed to something else, and keeps the writer's", () => {
  const mine = { ...base, notes: "我的", phone: "11112222" };
  const theirs = { ...base, notes: "他們的", phone: "11112222" };
  expect(mergeForm(base, mine, theirs)).toEqual({
    values: { ...base, notes: "我的", phone: "11112222" },
    both: ["notes"],
  });
});

it("does not take a cleared field, or another order of keys, for a change", () => {
  const mine = { ...base, notes: undefined, contact1: { phone: "", areaCode: "", email: "", name: "" } };
  expect(mergeForm(base, mine as unknown as FormValues, { ...base, notes: "新" })).toMatchObject({
    values: { notes: "新" },
    both: [],
  });
});

it("starts with the card's fields, its id and its version, and nothing else", () => {
  const card = { ...base, leadId: "x", version: 3, creator: "何校長", names: {} } as unknown as LeadCard;
  const values = formValues(card);
  expect(values).toMatchObject({ nickname: "陳", leadId: "x", version: 3 });
  expect(values).not.toHaveProperty("names");
});
