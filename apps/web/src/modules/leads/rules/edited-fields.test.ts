import type { LeadCard } from "@homeroom/contract/leads";
import { expect, it } from "vitest";
import { formValues } from "./edited-fields.ts";

it("starts with the card's fields, its id and its version, and nothing else", () => {
  const card = { nickname: "陳", leadId: "x", version: 3, creator: "何校長", names: {} } as unknown as LeadCard;
  const values = formValues(card);
  expect(values).toMatchObject({ nickname: "陳", leadId: "x", version: 3 });
  expect(values).not.toHaveProperty("names");
});
