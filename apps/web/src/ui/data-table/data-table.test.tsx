// @vitest-environment happy-dom
import { useInfiniteQuery } from "@tanstack/react-query";
import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { show } from "#ui/for-tests.ts";
import type { Column } from "./column.ts";
import { DataTable } from "./data-table.tsx";
import { listStateOf } from "./list-state.ts";

const columns: Column<string>[] = [{ key: "name", title: "Name", width: 200, render: (row) => row }];

/** A table with pages of one row each; the test controls the second page. */
function pagesOf(second: () => Promise<string>) {
  const asked: number[] = [];
  function Table() {
    const query = useInfiniteQuery({
      queryKey: ["rows"],
      queryFn: async ({ pageParam }) => {
        asked.push(pageParam);
        const row = pageParam === 1 ? "first" : await second();
        return { list: [row], total: 2, nextCursor: pageParam === 1 ? "2" : null };
      },
      initialPageParam: 1,
      getNextPageParam: ({ nextCursor }) => (nextCursor ? 2 : undefined),
    });
    const list = listStateOf<string>(query);
    return (
      <>
        <output>{list.rows.join()}</output>
        <DataTable
          id="rows"
          label="Rows"
          columns={columns}
          rowKey={(row) => row}
          list={list}
          card={(row) => ({ title: row, facts: [] })}
          empty="Nothing"
        />
      </>
    );
  }
  return { asked, shown: show(<Table />) };
}

it("requests a refused page once, shows the reason, and retries on request", async () => {
  const second = vi.fn<() => Promise<string>>().mockRejectedValueOnce("The server is busy").mockResolvedValue("second");
  const { asked, shown } = pagesOf(second);
  const problem = await screen.findByText(/The server is busy/);
  await shown.person.click(screen.getByRole("button", { name: "Columns" }));
  await screen.findByText("Reset columns");
  expect(asked).toEqual([1, 2]);
  await shown.person.click(screen.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(screen.getByRole("status").textContent).toBe("first,second"));
  expect(asked).toEqual([1, 2, 2]);
  expect(problem.isConnected).toBe(false);
});

it("loads more by itself near the end", async () => {
  const { asked } = pagesOf(() => Promise.resolve("second"));
  await waitFor(() => expect(screen.getByRole("status").textContent).toBe("first,second"));
  expect(asked).toEqual([1, 2]);
});
