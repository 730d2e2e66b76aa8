import type { LeadQuery } from "@homeroom/contract/lead-query";
import { createInstance } from "i18next";
import { renderToStaticMarkup } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { afterAll, beforeAll, expect, it } from "vitest";
import targets from "#platform/i18n/en/targets.json" with { type: "json" };
import { preferences } from "#platform/preferences.ts";
import { useRuleWords } from "./rule-words.ts";

const texts = createInstance();
const { language } = preferences.get();

beforeAll(async () => {
  preferences.set({ language: "en" });
  await texts.init({ lng: "en", resources: { en: { targets } }, interpolation: { escapeValue: false } });
});
afterAll(() => preferences.set({ language }));

/** A rule in words, with its conditions one after the other. */
function words(rule: LeadQuery, names: Record<string, string> = {}): string {
  function Probe() {
    const say = useRuleWords();
    return say(rule, { names, choices: { gender: [{ value: "2", label: "Female" }] } }).join("; ");
  }
  return renderToStaticMarkup(
    <I18nextProvider i18n={texts}>
      <Probe />
    </I18nextProvider>,
  );
}

it("shows a declared field with the label of its declaration", () => {
  expect(words({ school: "Bay School" })).toBe("School: Bay School");
});

it("shows a choice with the name of its number", () => {
  expect(words({ gender: 2 })).toBe("Gender: Female");
});

it("shows an item with the name that came with the rule, and as deleted without one", () => {
  const status = "019aaaaa-0000-7000-8000-00000000000a";
  expect(words({ status: [status] } as LeadQuery, { [status]: "Open" })).toContain("Open");
  expect(words({ status: [status] } as LeadQuery)).toContain("deleted");
});

it("names the plan whose recipients a rule selects, if the name is known", () => {
  const planID = "019aaaaa-0000-7000-8000-00000000000b";
  const unanswered = { planID, planResult: "unanswered" } as LeadQuery;
  expect(words(unanswered, { [planID]: "Summer camp" })).toBe("Did not answer “Summer camp”");
  expect(words(unanswered)).toBe("Did not answer a send plan");
});
