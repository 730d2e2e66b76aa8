// @vitest-environment happy-dom
import { screen, waitFor } from "@testing-library/react";
import { useRef } from "react";
import { expect, it } from "vitest";
import { show } from "#ui/for-tests.ts";
import { useRowsInSight } from "./use-rows-in-sight.ts";

it("the first frame has the rows that fit into the window, the next those in view and some around them", async () => {
  show(<Numbers />, { height: 300 });
  expect(shown()).toEqual(numbers(0, window.innerHeight / 100));
  await waitFor(() => expect(shown()).toEqual(numbers(0, 3 + around)));
});

it("a list that is scrolled before it is measured stays where it is", async () => {
  show(<Numbers />, { height: 300 });
  screen.getByRole("list").scrollTop = 5000;
  await waitFor(() => expect(shown()).toEqual(numbers(50 - around, 53 + around)));
});

const around = 2;

/** A thousand rows of 100 pixels. */
function Numbers() {
  const place = useRef<HTMLUListElement>(null);
  const rows = useRowsInSight({
    count: 1000,
    getScrollElement: () => place.current,
    estimateSize: () => 100,
    overscan: around,
  });
  return (
    <ul ref={place}>
      {rows.getVirtualItems().map(({ index }) => (
        <li key={index}>{index}</li>
      ))}
    </ul>
  );
}

function shown(): number[] {
  return screen.queryAllByRole("listitem").map(({ textContent }) => Number(textContent));
}

/** The rows from a number up to the row that ends at or after another. */
function numbers(from: number, to: number): number[] {
  return Array.from({ length: Math.ceil(to) - from }, (_, index) => from + index);
}
