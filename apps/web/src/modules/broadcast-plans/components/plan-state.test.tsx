// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { show } from "#ui/for-tests.ts";
import { PlanState } from "./plan-state.tsx";

const running = {
  ...{ state: "running" as const, pausedTime: null, pauseReason: null, isEnding: false },
  ...{ quietUntil: "2026-12-01T01:00:00.000Z", waitsForAnswers: false },
};

it("says briefly in a list when a plan continues after quiet hours, and in full on hover", async () => {
  show(<PlanState plan={running} />, { server: [] });
  const words = await screen.findByText(/^Resumes \d\d:\d\d$/);
  expect(words.parentElement?.title).toMatch(/^Waiting for quiet hours to end: sends from 2026-12-01 \d\d:\d\d$/);
});

it("says in full on the page of a plan what it waits for", async () => {
  show(<PlanState whole plan={running} />, { server: [] });
  expect(await screen.findByText(/^Waiting for quiet hours to end: sends from 2026-12-01/)).toBeTruthy();
});
