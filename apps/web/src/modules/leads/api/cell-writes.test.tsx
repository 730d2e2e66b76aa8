// @vitest-environment happy-dom
import { leads } from "@homeroom/contract/leads";
import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { answers, inTurn, later, refuses, show } from "#ui/for-tests.ts";
import { leadOf, recordOf, rowOf } from "../for-tests.ts";
import { choiceChange } from "../rules/cell-change.ts";
import { useCellWrites } from "./cell-writes.ts";
import { useLeadList } from "./queries.ts";

const statusOf = (name: string, n: number) => ({ value: recordOf(n), label: name });
const [open, trial, deal] = [statusOf("Open", 31), statusOf("Trial", 32), statusOf("Deal", 33)];
const lead = rowOf({ status: { recordID: recordOf(31), name: "Open" } });

/** A lead in a list, with buttons for its status. */
function Statuses() {
  const { save, problemOf } = useCellWrites();
  const row = useLeadList({}).data?.pages[0]?.list[0];
  const put = (choice: typeof open) => {
    const change = row && choiceChange(row, "status", choice);
    if (change) void save(leadOf(1), change);
  };
  return (
    <>
      <output>{row?.status?.name}</output>
      <p role="note">{problemOf(leadOf(1), "status")?.message}</p>
      {[open, trial, deal].map((choice) => (
        <button key={choice.value} type="button" onClick={() => put(choice)}>
          {choice.label}
        </button>
      ))}
    </>
  );
}

const list = answers(leads.list, { list: [lead], total: 1, nextCursor: null } as never);
const refused = refuses(leads.change, "TOO_MANY_REQUESTS");
const saved = answers(leads.change, { version: 2 });
const shown = () => screen.getByRole("status").textContent;

/** Changes the status twice before the server has answered. */
async function changeTwice(first: typeof saved, second: typeof saved) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { person, sentTo } = show(<Statuses />, { server: [list, inTurn(later(first, promise), second)] });
  await waitFor(() => expect(shown()).toBe("Open"));
  await person.click(screen.getByText("Trial", { selector: "button" }));
  await waitFor(() => expect(shown()).toBe("Trial"));
  await person.click(screen.getByText("Deal", { selector: "button" }));
  await waitFor(() => expect(shown()).toBe("Deal"));
  resolve();
  await waitFor(() => expect(sentTo(leads.change)).toHaveLength(2));
}

it("shows a saved change even if the previous one was refused", async () => {
  await changeTwice(refused, saved);
  await waitFor(() => expect(shown()).toBe("Deal"));
  expect(screen.getByRole("note").textContent).toBe("");
});

it("reverts to the stored value when both are refused, not to an unsaved one", async () => {
  await changeTwice(refused, refused);
  await waitFor(() => expect(screen.getByRole("note").textContent).toMatch(/^Too many attempts/));
  expect(shown()).toBe("Open");
});

it("reverts to the first change when only the second is refused", async () => {
  await changeTwice(saved, refused);
  await waitFor(() => expect(shown()).toBe("Trial"));
});
