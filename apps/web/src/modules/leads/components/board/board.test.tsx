// @vitest-environment happy-dom
import { leadDesk } from "@homeroom/contract/lead-desk";
import type { LeadRow } from "@homeroom/contract/leads";
import { media } from "@homeroom/contract/media";
import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { answers, inTurn, later, refuses, show } from "#ui/for-tests.ts";
import { choiceAnswers, leadOf, recordOf, rowOf } from "../../for-tests.ts";
import { useDesk } from "../desk/use-desk.ts";
import { Board } from "./board.tsx";

const one = { recordID: recordOf(31), name: "One" };
const amy = rowOf({ nickname: "Amy", status: one, version: 4 });
const ben = rowOf({ nickname: "Ben", leadId: leadOf(2), status: one });

const countsOf = (...totals: [statusID: typeof one.recordID | null, total: number][]) =>
  answers(leadDesk.boardCounts, {
    columns: totals.map(([statusID, total]) => ({ statusID, total, totalIsEstimate: false })),
  });
const column = (list: LeadRow[], nextCursor: string | null = null) =>
  answers(leadDesk.boardColumn, { list, nextCursor });
const counts = countsOf([one.recordID, 2], [recordOf(32), 0]);
/** The columns One and Two, as they are asked for at first. */
const columns = () => inTurn(column([amy, ben]), column([]));

function DeskBoard() {
  return <Board desk={useDesk(["createTime"])} />;
}

interface Open {
  server?: ReturnType<typeof answers>[];
  mayMove?: boolean;
  search?: string;
}

function open({ server = [], mayMove = true, search = "" }: Open = {}) {
  return show(<DeskBoard />, {
    perms: mayMove ? ["crm:lead:edit"] : [],
    search,
    height: 600,
    server: [...server, counts, columns(), ...choiceAnswers],
  });
}

const isBusy = () => document.querySelector("[aria-busy=true]") !== null;

it("shows where the columns will be while they load", async () => {
  const waiting = Promise.withResolvers<void>();
  open({ server: [later(counts, waiting.promise)] });
  expect(isBusy()).toBe(true);
  waiting.resolve();
  await screen.findByRole("button", { name: "Amy" });
  expect(isBusy()).toBe(false);
});

it.each([
  ["the numbers of the columns", () => inTurn(refuses(leadDesk.boardCounts, "TOO_MANY_REQUESTS"), counts)],
  [
    "the statuses",
    () => inTurn(refuses(media.customItems, "TOO_MANY_REQUESTS"), choiceAnswers[0] as ReturnType<typeof answers>),
  ],
])("says why %s could not be loaded, and tries again", async (_, answer) => {
  const { person } = open({ server: [answer()] });
  expect((await screen.findByRole("alert")).textContent).toMatch(/^Too many attempts/);
  await person.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByRole("button", { name: "Amy" });
  expect(within(screen.getByRole("region", { name: /^One/ })).getByText("2")).toBeTruthy();
});
