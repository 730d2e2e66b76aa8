// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { show } from "#ui/for-tests.ts";
import { draftOf } from "../rules/plan-draft.ts";
import { WhenStep } from "./when-step.tsx";

it.each([
  ["whatsapp", "As fast as the number allows"],
  ["email", "As fast as the mail server allows"],
] as const)("says what limits the speed of a plan by %s", async (kind, words) => {
  show(<WhenStep draft={{ ...draftOf(null, false), kind }} change={() => undefined} />);
  expect(await screen.findByPlaceholderText(words)).toBeTruthy();
});
