// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { show } from "#ui/for-tests.ts";
import { useFigureText } from "./use-figure-text.ts";

function Figure({ of }: { of: (text: ReturnType<typeof useFigureText>) => string }) {
  return <output>{of(useFigureText())}</output>;
}

it.each([
  [0, "0 min"],
  [59.4, "59 min"],
  [59.6, "1 h"],
  [60, "1 h"],
  [119.7, "2 h"],
  [125.2, "2 h 5 min"],
  [47 * 60 + 59.6, "2 days"],
  [3 * 24 * 60, "3 days"],
])("writes %f minutes as %s", (minutes, words) => {
  show(<Figure of={({ duration }) => duration(minutes)} />);
  expect(screen.getByRole("status").textContent).toBe(words);
});

it.each([
  [12_345.6, "HK$12,346"],
  [-0.6, "-HK$1"],
])("writes %f dollars as %s", (amount, words) => {
  show(<Figure of={({ money }) => money(amount, "HKD")} />);
  expect(screen.getByRole("status").textContent).toBe(words);
});

it.each([
  [1, 3, "33%"],
  [0, 5, "0%"],
  [0, 0, ""],
])("writes %i of %i as “%s”", (part, whole, words) => {
  show(<Figure of={({ share }) => share(part, whole)} />);
  expect(screen.getByRole("status").textContent).toBe(words);
});
