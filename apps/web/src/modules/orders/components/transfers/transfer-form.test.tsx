// @vitest-environment happy-dom
import { LeadId, RecordId } from "@homeroom/contract/ids";
import { OrderNumber } from "@homeroom/contract/order-name";
import { type ProofRow, transferProofs } from "@homeroom/contract/transfer-proofs";
import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { answers, question, show } from "#ui/for-tests.ts";
import { TransferForm } from "./transfer-form.tsx";

const orderID = OrderNumber.parse("2026112600000001");
const recordID = RecordId.parse("019aaaaa-0000-7000-8000-000000000001");
const shown: Partial<ProofRow> = {
  ...{ recordID, version: 3, state: "waiting", amount: null, payer: "", reference: "", twin: null, orderID },
};
const match = {
  ...{ orderID, leadId: LeadId.parse("019aaaaa-0000-7000-8000-000000000002"), leadName: "Ming", productName: "Piano" },
  ...{
    status: "pending" as const,
    total: 1200,
    open: 1200,
    due: 1200,
    currency: "TWD" as const,
    createTime: "2026-11-26T08:00:00Z",
  },
  ...{ isShownFor: true, isSameLead: true, isSameAmount: false, isSameName: false },
};
const server = [
  answers(transferProofs.matches, { list: [match], usedFor: null }),
  answers(transferProofs.reject, null),
];
const isBusy = (button: HTMLElement) => button.classList.contains("ant-btn-loading");

it("does not look as if it were booking while it rejects a picture", async () => {
  let decided = 0;
  const form = <TransferForm proof={shown as ProofRow} onDone={() => (decided += 1)} />;
  const { person, sentTo } = show(form, { perms: ["sale:order:confirm"], server });
  const book = await screen.findByRole("button", { name: "Book NT$1,200" });
  await person.click(screen.getByRole("button", { name: "Reject proof" }));
  const asked = await question("Reject this picture?");
  expect(isBusy(book)).toBe(false);
  expect(book.hasAttribute("disabled")).toBe(true);
  await person.click(asked.getByRole("button", { name: "Reject proof", hidden: true }));
  await waitFor(() => expect(decided).toBe(1));
  expect(sentTo(transferProofs.reject)).toEqual([{ recordID, version: 3, note: "" }]);
  expect(book.hasAttribute("disabled")).toBe(false);
});

it("books the next instalment of an order, unless staff read another amount", async () => {
  const list = [{ ...match, total: 12_000, open: 12_000, due: 1000 }];
  const form = <TransferForm proof={shown as ProofRow} onDone={() => undefined} />;
  show(form, { perms: ["sale:order:confirm"], server: [answers(transferProofs.matches, { list, usedFor: null })] });
  expect(await screen.findByRole("button", { name: "Book NT$1,000" })).toBeTruthy();
  expect(screen.getByText("NT$12,000 open in all")).toBeTruthy();
});

it("never replaces the order that staff chose", async () => {
  const other = { ...match, orderID: OrderNumber.parse("2026112600000002"), leadName: "Lee", isShownFor: false };
  const matching = [answers(transferProofs.matches, { list: [match, other], usedFor: null })];
  const form = <TransferForm proof={shown as ProofRow} onDone={() => undefined} />;
  const { person } = show(form, { perms: ["sale:order:confirm"], server: matching });
  await person.click(await screen.findByRole("radio", { name: /Lee/ }));
  // With another amount only the order of the upload matches.
  matching[0] = answers(transferProofs.matches, { list: [match], usedFor: null });
  await person.type(screen.getByLabelText("Amount transferred"), "850");
  await waitFor(() => expect(screen.queryByRole("radio", { name: /Lee/ })).toBeNull());
  expect(screen.getByRole<HTMLInputElement>("radio", { name: /Ming/ }).checked).toBe(false);
  const book = screen.getByRole("button", { name: /Book|Confirm/ });
  expect(book.hasAttribute("disabled")).toBe(true);
});

it("accepts no half dollars in a currency without them", async () => {
  const form = <TransferForm proof={shown as ProofRow} onDone={() => undefined} />;
  const booked = answers(transferProofs.confirm, { outcome: "counted" });
  const { person, sentTo } = show(form, { perms: ["sale:order:confirm"], server: [...server, booked] });
  await screen.findByRole("button", { name: "Book NT$1,200" });
  await person.type(screen.getByLabelText("Amount transferred"), "850.4");
  await person.tab();
  await person.click(await screen.findByRole("button", { name: "Book NT$850" }));
  await waitFor(() => expect(sentTo(transferProofs.confirm)).toMatchObject([{ orderID, amount: 850 }]));
});
