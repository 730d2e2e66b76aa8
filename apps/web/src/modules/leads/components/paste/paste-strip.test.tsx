// @vitest-environment happy-dom
import { type LeadRow, leads } from "@homeroom/contract/leads";
import { media } from "@homeroom/contract/media";
import { member } from "@homeroom/contract/member";
import type { Permission } from "@homeroom/contract/permissions";
import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import type { PastedBlock, PastedCell } from "#ui/data-table/paste.ts";
import { answers, inTurn, later, refuses, show } from "#ui/for-tests.ts";
import { useCellWrites } from "../../api/cell-writes.ts";
import { useLeadList } from "../../api/queries.ts";
import { accountOf, branchID, choiceAnswers, leadOf, recordOf, rowOf } from "../../for-tests.ts";
import { PasteStrip } from "./paste-strip.tsx";
import { usePasteRun } from "./use-paste-run.ts";

const amy = rowOf({ nickname: "Amy", version: 4, status: { recordID: recordOf(31), name: "One" } });
const ben = rowOf({ nickname: "Ben", leadId: leadOf(2), version: 9 });
const list = answers(leads.list, { list: [amy, ben], total: 2, pageNum: 1, pageSize: 50, nextCursor: null });
const saved = (version: number) => answers(leads.change, { version });
const busy = refuses(leads.change, "TOO_MANY_REQUESTS");

type Cell = [row: LeadRow, column: string, text: string];

function Desk({ cells, rest }: { cells: Cell[]; rest: Partial<PastedBlock<LeadRow>> }) {
  const list = useLeadList({});
  const writes = useCellWrites();
  const paste = usePasteRun();
  const block = {
    ...{ readOnly: { count: 0, titles: [] }, leftOver: 0 },
    cells: cells.map(([row, column, text]): PastedCell<LeadRow> => ({ row, column, text })),
    ...rest,
  };
  return (
    <>
      <button type="button" disabled={!list.data} onClick={() => paste.begin(block)}>
        Paste
      </button>
      {cells.map(([row, column]) => (
        <output key={`${row.leadId} ${column}`} aria-label={`${row.nickname} ${column}`}>
          {writes.problemOf(row.leadId, column)?.message}
        </output>
      ))}
      {paste.run && <PasteStrip key={paste.run.number} run={paste.run} state={paste} writes={writes} />}
    </>
  );
}

interface Open {
  server?: ReturnType<typeof answers>[];
  rest?: Partial<PastedBlock<LeadRow>>;
  perms?: readonly Permission[];
}

async function paste(cells: Cell[], { server = [], rest = {}, perms = ["crm:lead:assign"] }: Open = {}) {
  const shown = show(<Desk cells={cells} rest={rest} />, {
    perms,
    user: { accountID: accountOf(41) },
    server: [...server, list, ...choiceAnswers],
  });
  await waitFor(() => expect(screen.getByRole("button", { name: "Paste" })).toHaveProperty("disabled", false));
  await shown.person.click(screen.getByRole("button", { name: "Paste" }));
  return { ...shown, sent: () => shown.sentTo(leads.change) };
}

const problemOn = (cell: string) => screen.getByRole("status", { name: cell }).textContent;

it("saves the cells of a lead one after another, each with the version from the one before", async () => {
  const { sent } = await paste(
    [
      [amy, "nickname", "Amy Lee"],
      [amy, "status", "two"],
    ],
    { server: [inTurn(saved(5), saved(6))] },
  );
  await screen.findByText("2 cells filled");
  expect(sent()).toEqual([
    { leadId: leadOf(1), version: 4, changes: { nickname: "Amy Lee" } },
    { leadId: leadOf(1), version: 5, changes: { status: recordOf(32) } },
  ]);
});

it("sends nothing for a cell that already has the pasted value", async () => {
  const { sent } = await paste([[amy, "status", " ONE "]]);
  await screen.findByText("0 cells filled");
  expect(sent()).toEqual([]);
  expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
});

it.each<[string, string, string]>([
  ["status", "Three", "“Three” is not an option"],
  ["nickname", "", "This field can't be empty"],
  ["nextContactDate", "3/4", "“3/4” is not a clear date; write 2026-03-01"],
  ["tag", Array.from({ length: 11 }, (_, at) => `t${at}`).join(","), "10 tags at most"],
  ["email", "amy", "The e-mail address is not valid"],
])("says on the cell why %s cannot be %j, without asking the server", async (column, text, words) => {
  const { sent } = await paste([[amy, column, text]]);
  await screen.findByText("1 cell could not be saved; the reason is on the cell");
  expect(problemOn(`Amy ${column}`)).toBe(words);
  expect(sent()).toEqual([]);
});

it("continues with other leads after a refusal, and says how many cells were not saved", async () => {
  const { sent } = await paste(
    [
      [amy, "nickname", "Amy Lee"],
      [ben, "nickname", "Ben Lee"],
    ],
    { server: [inTurn(busy, saved(10))] },
  );
  await screen.findByText("1 cell filled");
  screen.getByText("1 cell could not be saved; the reason is on the cell");
  expect(problemOn("Amy nickname")).toMatch(/^Too many attempts/);
  expect(sent()).toHaveLength(2);
});

it("says what was not pasted: read-only cells and values beyond the list", async () => {
  const rest = { readOnly: { count: 2, titles: ["Branch", "Added"] }, leftOver: 3 };
  await paste([[amy, "nickname", "Amy Lee"]], { server: [saved(5)], rest });
  await screen.findByText("2 cells skipped, they can't be changed: Branch, Added");
  expect(screen.getByText(/^3 values were not pasted/)).toBeTruthy();
});

it("undoes a whole paste with one press, and counts what somebody else has changed since", async () => {
  const cells: Cell[] = [
    [amy, "nickname", "Amy Lee"],
    [ben, "nickname", "Ben Lee"],
  ];
  const { person, sent } = await paste(cells, { server: [inTurn(saved(5), saved(10), saved(11), busy)] });
  await person.click(await screen.findByRole("button", { name: "Undo" }));
  await screen.findByText("1 cell restored");
  screen.getByText("1 cell unchanged: edited by somebody, or not saved");
  expect(sent().slice(2)).toEqual([
    { leadId: leadOf(2), version: 10, changes: { nickname: "Ben" } },
    { leadId: leadOf(1), version: 5, changes: { nickname: "Amy" } },
  ]);
  expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
  await person.click(screen.getByRole("button", { name: "Put away" }));
  expect(screen.queryByRole("region", { name: "Paste" })).toBeNull();
});

it("accepts no other paste while one is being saved, and cannot be dismissed until then", async () => {
  const waiting = Promise.withResolvers<void>();
  const { person, sent } = await paste([[amy, "nickname", "Amy Lee"]], { server: [later(saved(5), waiting.promise)] });
  await screen.findByText("0 of 1");
  await person.click(screen.getByRole("button", { name: "Paste" }));
  expect(screen.queryByRole("button", { name: "Put away" })).toBeNull();
  waiting.resolve();
  await screen.findByRole("button", { name: "Put away" });
  expect(sent()).toHaveLength(1);
});

it("says why nothing was pasted when the choices failed to load, and can be dismissed", async () => {
  const { sent } = await paste([[amy, "status", "Two"]], { server: [refuses(media.customItems, "TOO_MANY_REQUESTS")] });
  await screen.findByText(/^Too many attempts/);
  await waitFor(() => expect(screen.queryByRole("region", { name: "Paste" })).toBeNull());
  expect(sent()).toEqual([]);
});

it("sets only the pasting person as owner if they cannot assign leads", async () => {
  const { sent, sentTo } = await paste(
    [
      [amy, "sales", "Bob"],
      [ben, "sales", "Ann"],
    ],
    { server: [saved(10)], perms: [] },
  );
  await screen.findByText("1 cell filled");
  expect(problemOn("Amy sales")).toBe("“Bob” is not an option");
  expect(sent()).toEqual([{ leadId: leadOf(2), version: 9, changes: { sales: accountOf(41) } }]);
  expect(sentTo(member.salesList)).toEqual([{ branchID }]);
});
