// @vitest-environment happy-dom
import { LeadQuery } from "@homeroom/contract/lead-query";
import type { LogRow } from "@homeroom/contract/log";
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { show } from "#ui/for-tests.ts";
import { ChangeList } from "./change-list.tsx";
import { useFieldName } from "./field-names.ts";

it("has a name for every condition of a recipient list", () => {
  const unnamed: string[] = [];
  function Probe() {
    const nameOf = useFieldName();
    unnamed.push(...Object.keys(LeadQuery.shape).filter((name) => nameOf([name]) === name));
    return null;
  }
  show(<Probe />);
  expect(unnamed).toEqual([]);
});

it("shows the values of a changed rule as words, in lists too", () => {
  const queryRule = { reached: ["booked", "dealt"], planResult: "readUnanswered", leadIds: ["one", "two"] };
  show(<ChangeList entry={{ before: null, after: { queryRule } } as unknown as LogRow} />);
  expect(screen.getAllByRole("definition").map(({ textContent }) => textContent)).toEqual([
    "Trial booked, Deal",
    "Read, not answered",
    "one, two",
  ]);
});
