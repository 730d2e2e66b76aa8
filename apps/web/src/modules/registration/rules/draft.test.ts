import { expect, it } from "vitest";
import { blankDraft, changed, readDraft } from "./draft.ts";

it("starts with the country of the browser's time zone", () => {
  expect(blankDraft("Asia/Taipei")).toMatchObject({ country: "TW", countryCode: "+886" });
  expect(blankDraft("Europe/Paris")).toMatchObject({ country: "HK", countryCode: "+852" });
});

it("sets the area code of another country, unless there is a phone number", () => {
  const blank = blankDraft("Asia/Hong_Kong");
  expect(changed(blank, { country: "SG" })).toMatchObject({ country: "SG", countryCode: "+65" });
  expect(changed({ ...blank, phone: "91234567" }, { country: "SG" }).countryCode).toBe("+852");
});

it("is kept across reloads, without unknown fields", () => {
  const blank = blankDraft("Asia/Hong_Kong");
  const draft = { ...blank, organizationName: "晨光", step: 2 };
  expect(readDraft(JSON.stringify({ ...draft, password: "Secret2026" }), blank)).toEqual(draft);
  expect(readDraft(JSON.stringify({ organizationName: 5, step: "x" }), blank)).toEqual(blank);
  for (const broken of [null, "", "{", "[]", "null", "3"]) expect(readDraft(broken, blank)).toEqual(blank);
});
