// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { show } from "#ui/for-tests.ts";
import type { Column } from "./column.ts";
import { useColumnChoice } from "./use-column-choice.ts";

const columns: Column<object>[] = ["name", "phone", "note"].map((key) => ({
  ...{ key, title: key, width: 100, hiddenAtFirst: key === "note" },
  render: () => null,
}));

function Choice() {
  const { choice, choose, reset } = useColumnChoice("leads", columns);
  return (
    <>
      <p role="status">{choice.hidden.join() || "none"}</p>
      <button type="button" onClick={() => choose({ ...choice, hidden: ["phone"] })}>
        hide phone
      </button>
      <button type="button" onClick={reset}>
        reset
      </button>
    </>
  );
}

const hidden = () => screen.getByRole("status").textContent;
afterEach(() => localStorage.clear());

it("starts with the table's default columns, and stores the person's choice in this browser", async () => {
  const { person, search } = show(<Choice />);
  expect(hidden()).toBe("note");
  await person.click(screen.getByText("hide phone"));
  expect([hidden(), search()]).toEqual(["phone", ""]);
  expect(localStorage.getItem("columns.leads")).toContain("phone");
});

it("prefers the choice in the address over the person's, and writes changes there", async () => {
  localStorage.setItem("columns.leads", JSON.stringify({ order: ["name"], hidden: ["name"], widths: {}, pinned: [] }));
  const { person, search } = show(<Choice />, { search: "?columns=phone_name" });
  expect(hidden()).toBe("note");
  await person.click(screen.getByText("hide phone"));
  expect(search()).toMatch(/^\?columns=/);
  expect(localStorage.getItem("columns.leads")).toContain('"hidden":["name"]');
});

it("returns to the default choice, in the address and in the browser", async () => {
  localStorage.setItem("columns.leads", JSON.stringify({ order: ["name"], hidden: ["name"], widths: {}, pinned: [] }));
  const { person, search } = show(<Choice />, { search: "?columns=phone" });
  await person.click(screen.getByText("reset"));
  expect([hidden(), search(), localStorage.getItem("columns.leads")]).toEqual(["note", "", null]);
});
