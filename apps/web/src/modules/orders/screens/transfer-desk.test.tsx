// @vitest-environment happy-dom
import { BranchId, RecordId } from "@homeroom/contract/ids";
import { type ProofRow, transferProofs } from "@homeroom/contract/transfer-proofs";
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { answers, inTurn, refuses, show } from "#ui/for-tests.ts";
import { TransferDesk } from "./transfer-desk.tsx";

const uuid = (n: number) => `019aaaaa-0000-7000-8000-00000000000${n}`;
const proofOf = (n: number, leadName: string): ProofRow => ({
  ...{ recordID: RecordId.parse(uuid(n)), state: "confirmed", source: "chat", picture: null, leadId: null, leadName },
  ...{ branchID: BranchId.parse(uuid(9)), branchName: "East", orderID: null, amount: 100, currency: "HKD", payer: "" },
  ...{ reference: "", note: "", twin: null, createTime: "2026-11-20T10:00:00Z", decideTime: "2026-11-21T10:00:00Z" },
  ...{ creator: "", decider: "Ann", version: 1 },
});
const page = (list: ProofRow[], nextCursor: string | null = null) =>
  answers(transferProofs.list, { list, total: 2, totalIsEstimate: false, nextCursor } as never);

const open = (list: ReturnType<typeof answers>) =>
  show(<TransferDesk />, { search: "?state=confirmed", server: [list] });

it("keeps the queue when the next transfers do not come, says why, and asks again", async () => {
  const refused = refuses(transferProofs.list, "TOO_MANY_REQUESTS");
  const { person } = open(inTurn(page([proofOf(1, "Ming")], "2"), refused, page([proofOf(2, "Ben")])));
  await person.click(await screen.findByRole("button", { name: "Load more" }));
  await screen.findByText(/^Too many attempts/);
  screen.getByRole("button", { name: /Ming/ });
  await person.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByRole("button", { name: /Ben/ });
});

it("says why the queue is not there instead of that it is empty", async () => {
  const { person } = open(inTurn(refuses(transferProofs.list, "TOO_MANY_REQUESTS"), page([])));
  await screen.findByText(/^Too many attempts/);
  expect(screen.queryByText("Nothing booked yet")).toBeNull();
  await person.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByText("Nothing booked yet");
});
