// @vitest-environment happy-dom
import type { PlanRow } from "@homeroom/contract/broadcast-plans";
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { show } from "#ui/for-tests.ts";
import { usePlanColumns } from "./plan-columns.tsx";

function Name({ sourcePart }: Pick<PlanRow, "sourcePart">) {
  const [name] = usePlanColumns();
  return <p role="note">{name?.render({ name: "Summer", sourcePart } as PlanRow)}</p>;
}

it.each([
  [null, "Summer"],
  ["all", "SummerSent again"],
  ["failed", "SummerFailed only"],
] as const)("says of a plan whether it is sent again: %s", async (sourcePart, words) => {
  show(<Name sourcePart={sourcePart} />);
  expect((await screen.findByRole("note")).textContent).toBe(words);
});
