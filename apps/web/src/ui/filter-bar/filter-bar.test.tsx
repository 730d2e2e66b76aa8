// @vitest-environment happy-dom
import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { show } from "#ui/for-tests.ts";
import { FilterBar } from "./filter-bar.tsx";
import type { FilterDefinition } from "./filters.ts";
import { useUrlFilters } from "./use-url-filters.ts";

const definitions: FilterDefinition[] = [
  { key: "status", label: "Status", kind: "many", options: [{ value: "1", label: "Open" }] },
  { key: "city", label: "City", kind: "text" },
];

/** The bar, with the request that a screen would send to the server. */
function Bar() {
  const filters = useUrlFilters(definitions);
  return (
    <>
      <FilterBar id="test" filters={filters} definitions={definitions} searchPlaceholder="Search places" />
      <output>{JSON.stringify(filters.values)}</output>
    </>
  );
}

const asked = () => JSON.parse(screen.getByRole("status").textContent ?? "") as object;

it("reads the filters from the address, and shows each with the names of its values", () => {
  show(<Bar />, { search: "?status=1&keywords=east" });
  expect(asked()).toEqual({ status: ["1"], keywords: ["east"] });
  expect(screen.getByRole("button", { name: /Status.*Open/ })).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>("Search places").value).toBe("east");
});

it("puts the trimmed search words into the address, and keeps its other parts", async () => {
  const { person, search } = show(<Bar />, { search: "?status=1&panel=7" });
  await person.type(screen.getByLabelText("Search places"), " east ");
  await waitFor(() => expect(asked()).toEqual({ status: ["1"], keywords: ["east"] }));
  expect(new URLSearchParams(search()).get("panel")).toBe("7");
});

it("removes one filter with its close button, and leaves the others", async () => {
  const { person } = show(<Bar />, { search: "?status=1&city=Taipei" });
  await person.click(screen.getByRole("button", { name: "Remove filter Status" }));
  await waitFor(() => expect(asked()).toEqual({ city: ["Taipei"] }));
});

it("clears all filters and the search box, and nothing else of the address", async () => {
  const { person, search } = show(<Bar />, { search: "?status=1&keywords=east&panel=7" });
  await person.click(screen.getByRole("button", { name: "Clear all" }));
  await waitFor(() => expect(asked()).toEqual({}));
  expect(search()).toBe("?panel=7");
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>("Search places").value).toBe(""));
});

it("offers no clearing if nothing is chosen", () => {
  show(<Bar />);
  expect(screen.queryByRole("button", { name: "Clear all" })).toBeNull();
});
