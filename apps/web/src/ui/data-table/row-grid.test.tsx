// @vitest-environment happy-dom
import { act, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, it, onTestFinished, vi } from "vitest";
import { show } from "#ui/for-tests.ts";
import type { Column } from "./column.ts";
import { DataTable } from "./data-table.tsx";

const columns: Column<string>[] = [
  { key: "name", title: "Name", width: 200, render: (row) => row },
  {
    key: "note",
    title: "Note",
    width: 200,
    render: (row) => `Note of ${row}`,
    edit: (row) => () => <input aria-label={`Edit ${row}`} ref={(field) => field?.focus()} />,
  },
];

/** A grid whose rows the test controls, as when its list is fetched again. */
function grid(rows: string[]) {
  const opened: string[] = [];
  let put: (rows: string[]) => void = () => undefined;
  function Table() {
    const [now, setNow] = useState(rows);
    put = setNow;
    const list = {
      ...{ rows: now, total: now.length, totalIsEstimate: false, loading: false, refreshing: false, hasMore: false },
      ...{ loadMore: () => undefined, moreError: null, error: null, retry: () => undefined },
    };
    return (
      <>
        <DataTable
          id="rows"
          label="Rows"
          columns={columns}
          rowKey={(row) => row}
          list={list}
          card={(row) => ({ title: row, facts: [] })}
          empty="Nothing"
          onOpen={(row) => opened.push(row)}
        />
        <input aria-label="Elsewhere" />
      </>
    );
  }
  return { opened, ...show(<Table />, { height: 600 }), renew: (next: string[]) => act(() => put(next)) };
}

const cell = (text: string) => screen.getByText(text).closest<HTMLElement>("[data-cell]");
const standsOn = (text: string) => waitFor(() => expect(document.activeElement).toBe(cell(text)));

it("keeps an open editor with its record when others are inserted above it", async () => {
  const { person, renew } = grid(["Amy", "Ben"]);
  await person.click(screen.getByText("Note of Ben"));
  await person.keyboard("Call");
  renew(["Zoe", "Amy", "Ben"]);
  await person.keyboard(" back");
  expect(screen.getAllByRole("textbox", { name: /^Edit/ })).toHaveLength(1);
  expect(screen.getByRole("textbox", { name: "Edit Ben" })).toHaveProperty("value", "Call back");
});

it("does not continue in another record when the edited one has left the list", async () => {
  const { person, renew } = grid(["Amy", "Ben"]);
  await person.click(screen.getByText("Note of Amy"));
  renew(["Ben"]);
  expect(screen.queryByRole("textbox", { name: /^Edit/ })).toBeNull();
});

it("applies keys to the focused record, wherever it has moved", async () => {
  const { person, renew, opened } = grid(["Amy", "Ben", "Cat"]);
  act(() => cell("Amy")?.focus());
  await person.keyboard("{ArrowDown}");
  await standsOn("Ben");
  renew(["Zoe", "Amy", "Ben", "Cat"]);
  await person.keyboard("{Enter}");
  expect(opened).toEqual(["Ben"]);
  await person.keyboard("{ArrowDown}");
  await standsOn("Cat");
});

it("does not take the focus from a field that a person has moved to", async () => {
  const { person } = grid(["Amy", "Ben"]);
  act(() => cell("Amy")?.focus());
  const frames: FrameRequestCallback[] = [];
  const frame = vi.spyOn(window, "requestAnimationFrame").mockImplementation((callback) => frames.push(callback));
  onTestFinished(() => frame.mockRestore());
  await person.keyboard("{ArrowDown}");
  await person.click(screen.getByRole("textbox", { name: "Elsewhere" }));
  act(() => frames.forEach((callback) => callback(0)));
  expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "Elsewhere" }));
});
