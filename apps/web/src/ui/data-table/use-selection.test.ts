// @vitest-environment happy-dom
import { act, renderHook } from "@testing-library/react";
import { expect, it } from "vitest";
import { useSelection } from "./selection.ts";

const selected = ({ keys, allMatching }: { keys: ReadonlySet<string>; allMatching: boolean }) =>
  allMatching ? "all" : [...keys];

function start() {
  return renderHook(({ query }) => useSelection(query), { initialProps: { query: "a" } });
}

it("keeps rows while the filters stay, and drops them when the filters mean other rows", () => {
  const { result, rerender } = start();
  act(() => result.current.setRows(["1", "2"], true));
  rerender({ query: "a" });
  expect(selected(result.current)).toEqual(["1", "2"]);
  rerender({ query: "b" });
  expect(selected(result.current)).toEqual([]);
});

it("selects all that match until a row is chosen, and then only that row", () => {
  const { result } = start();
  act(() => result.current.setRows(["1"], true));
  act(() => result.current.selectAllMatching());
  expect(selected(result.current)).toBe("all");
  act(() => result.current.setRows(["3"], true));
  expect(selected(result.current)).toEqual(["3"]);
});

it("forgets “all that match” with the filters too", () => {
  const { result, rerender } = start();
  act(() => result.current.selectAllMatching());
  rerender({ query: "b" });
  expect(selected(result.current)).toEqual([]);
});
