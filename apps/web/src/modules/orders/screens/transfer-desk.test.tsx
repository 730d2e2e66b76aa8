// @vitest-environment happy-dom
import { BranchId, FileId, LeadId, RecordId } from "@homeroom/contract/ids";
import { OrderNumber } from "@homeroom/contract/order-name";
import { orders } from "@homeroom/contract/orders";
import { type ProofRow, transferProofs } from "@homeroom/contract/transfer-proofs";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { answers, inTurn, later, question, refuses, show } from "#ui/for-tests.ts";
import { TransferDesk } from "./transfer-desk.tsx";

const id = (number: number) => `019aaaaa-0000-7000-8000-${String(number).padStart(12, "0")}`;
const orderID = OrderNumber.parse("2026112600000001");
const proofOf = (number: number, more: Partial<ProofRow> = {}): ProofRow => ({
  ...{ recordID: RecordId.parse(id(number)), state: "waiting", source: "chat", leadId: null, version: 3 },
  picture: { fileID: FileId.parse(id(500 + number)), url: `/picture-${number}` },
  ...{ leadName: `Payer ${number}`, branchID: BranchId.parse(id(900)), branchName: "Mong Kok", orderID: null },
  ...{ amount: null, currency: null, payer: "", reference: "", note: "", twin: null, creator: "", decider: "" },
  ...{ createTime: "2026-11-26T08:00:00Z", decideTime: null, ...more },
});
const match = {
  ...{ orderID, leadId: LeadId.parse(id(700)), leadName: "Ming", productName: "Piano", status: "pending" as const },
  ...{ total: 1200, open: 1200, due: 1200, currency: "TWD" as const, createTime: "2026-11-26T08:00:00Z" },
  ...{ isShownFor: true, isSameLead: true, isSameAmount: false, isSameName: false },
};
const listed = (rows: ProofRow[], nextCursor: string | null = null) =>
  answers(transferProofs.list, { list: rows, total: 3, pageNum: 1, pageSize: 30, nextCursor });
const matches = (list = [match], usedFor: ProofRow["orderID"] = null) =>
  answers(transferProofs.matches, { list, usedFor });
const booked = answers(transferProofs.confirm, { outcome: "counted" } as never);
const perms = ["sale:order:query", "sale:order:confirm"] as const;

function start(server: ReturnType<typeof answers>[], around: Parameters<typeof show>[1] = {}) {
  const choices = answers(orders.productChoices, {
    ...{ currency: "TWD", namesMonth: false, givesInvoices: false, discountLimit: null, list: [] },
  });
  return show(<TransferDesk />, { perms, ...around, server: [...server, matches(), booked, choices] });
}

const shown = (number: number) => screen.findByRole("region", { name: `Transfer of Payer ${number}` });
const book = () => screen.findByRole<HTMLButtonElement>("button", { name: /^Book NT\$/ });
const write = (label: string, value: string) =>
  void fireEvent.change(screen.getByLabelText(label), { target: { value } });

it("shows the first waiting picture, and another when it is pressed", async () => {
  const { person, search } = start([listed([proofOf(1), proofOf(2)])]);
  await shown(1);
  await person.click(screen.getByRole("button", { name: /Payer 2/ }));
  await shown(2);
  expect(search()).toBe(`?transfer=${id(2)}`);
});

it("looks for the requested picture on the next pages, and shows no other one meanwhile", async () => {
  const next = Promise.withResolvers<void>();
  const pages = inTurn(listed([proofOf(1)], "more"), later(listed([proofOf(2)]), next.promise));
  const { sentTo } = start([pages], { search: `?transfer=${id(2)}` });
  await screen.findByRole("button", { name: /Payer 1/ });
  expect(screen.queryByRole("region", { name: /^Transfer of/ })).toBeNull();
  await waitFor(() => expect(sentTo(transferProofs.list)).toHaveLength(2));
  next.resolve();
  await shown(2);
});

it("shows the first picture if the requested one no longer waits", async () => {
  start([listed([proofOf(1)])], { search: `?transfer=${id(2)}` });
  expect(await shown(1)).toBeTruthy();
});

it.each([
  ["waiting", "No transfers to check", true],
  ["confirmed", "Nothing booked yet", false],
])("says that there is nothing that is %s", async (state, words, hint) => {
  const { sentTo } = start([listed([])], { search: `?state=${state}` });
  await screen.findByText(words);
  expect(sentTo(transferProofs.list)).toMatchObject([{ state }]);
  expect(screen.queryByText(/Add pictures from chats/) !== null).toBe(hint);
});

it("says why the pictures failed to load, and retries", async () => {
  const { person } = start([inTurn(refuses(transferProofs.list, "SYSTEM_ERROR"), listed([proofOf(1)]))]);
  await person.click(await screen.findByRole("button", { name: /again/i }));
  await shown(1);
});

it("says why more pictures failed to load, and loads them on retry", async () => {
  const more = inTurn(listed([proofOf(1)], "more"), refuses(transferProofs.list, "SYSTEM_ERROR"), listed([proofOf(2)]));
  const { person } = start([more]);
  await person.click(await screen.findByRole("button", { name: "Load more" }));
  const alert = await screen.findByRole("alert");
  expect(screen.getByRole("button", { name: /Payer 1/ })).toBeTruthy();
  await person.click(within(alert).getByRole("button", { name: /again/i }));
  await screen.findByRole("button", { name: /Payer 2/ });
});

it("books the values read from the picture once, and moves on to the next one", async () => {
  const answer = Promise.withResolvers<void>();
  const queue = inTurn(listed([proofOf(1), proofOf(2)]), listed([proofOf(2)]));
  const { person, sentTo } = start([queue, later(booked, answer.promise)]);
  await shown(1);
  write("Amount transferred", "1000");
  write("Payer", "Chan");
  await person.click(screen.getByRole("checkbox"));
  await waitFor(() => expect(sentTo(transferProofs.matches).at(-1)).toMatchObject({ amount: 1000, payer: "Chan" }));
  expect(screen.getByText(/NT\$200 less than what is due/)).toBeTruthy();
  await person.dblClick(await book());
  answer.resolve();
  await screen.findByText("Booked NT$1,000 on order 2026112600000001");
  await shown(2);
  expect(sentTo(transferProofs.confirm)).toEqual([
    {
      ...{ recordID: id(1), version: 3, orderID, amount: 1000, payer: "Chan", reference: "", note: "" },
      ...{ sendsReceipt: false, acceptsDuplicate: false },
    },
  ]);
});

it("keeps the values after a refusal, and can book them then", async () => {
  const { person, sentTo } = start([
    listed([proofOf(1)]),
    inTurn(refuses(transferProofs.confirm, "STALE_DATA"), booked),
  ]);
  await shown(1);
  write("Amount transferred", "1000");
  await person.click(await book());
  await waitFor(() => expect(sentTo(transferProofs.confirm)).toHaveLength(1));
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>("button", { name: /^Book/ }).disabled).toBe(false));
  expect(screen.getByLabelText<HTMLInputElement>("Amount transferred").value).toBe("1000");
  await person.click(await book());
  await screen.findByText(/^Booked NT\$1,000/);
});

const twin = {
  recordID: RecordId.parse(id(9)),
  orderID,
  state: "confirmed" as const,
  createTime: "2026-11-20T08:00:00Z",
};

it.each([
  ["the picture was booked before", proofOf(1, { twin }), matches()],
  ["the reference was booked before", proofOf(1), matches([match], orderID)],
])("asks before it books where %s", async (_name, proof, found) => {
  const { person, sentTo } = start([listed([proof]), found]);
  await screen.findByRole("alert");
  await person.click(await book());
  const asked = await question("This transfer may be booked already");
  expect(sentTo(transferProofs.confirm)).toEqual([]);
  await person.click(asked.getByText("Book anyway"));
  await screen.findByText(/^Booked/);
  expect(sentTo(transferProofs.confirm)).toMatchObject([{ acceptsDuplicate: true }]);
});

it("does not book a possible duplicate if the person answers no", async () => {
  const { person, sentTo } = start([listed([proofOf(1, { twin })])]);
  await person.click(await book());
  const asked = await question("This transfer may be booked already");
  await person.click(asked.getByText("Cancel"));
  await waitFor(() => expect(screen.getByText(/^Book NT/).closest("button")?.disabled).toBe(false));
  expect(sentTo(transferProofs.confirm)).toEqual([]);
});

it.each([
  ["it is the only one", [{ ...match, isShownFor: false }], true],
  [
    "it has the better signs",
    [
      { ...match, isShownFor: false, isSameAmount: true },
      { ...match, isShownFor: false },
    ],
    true,
  ],
  ["another one is as likely", [match, match].map((one) => ({ ...one, isShownFor: false })), false],
])("takes an order by itself or leaves the choice to staff, where %s", async (_name, list, taken) => {
  const numbered = list.map((one, index) => ({ ...one, orderID: OrderNumber.parse(`202611260000000${index + 1}`) }));
  start([listed([proofOf(1)]), matches(numbered)]);
  const [first] = await screen.findAllByRole<HTMLInputElement>("radio", { name: /Ming/ });
  expect(first?.checked).toBe(taken);
});

it("says why the orders failed to load instead of that none match, and retries", async () => {
  const found = inTurn(refuses(transferProofs.matches, "SYSTEM_ERROR"), matches());
  const { person } = start([listed([proofOf(1)]), found]);
  const alert = await screen.findByRole("alert");
  expect(screen.queryByText(/No order matches/)).toBeNull();
  await person.click(within(alert).getByRole("button", { name: /again/i }));
  expect((await book()).disabled).toBe(false);
});

it("can neither book nor reject without the permission", async () => {
  start([listed([proofOf(1)])], { perms: ["sale:order:query"] });
  await screen.findByRole("radio", { name: /Ming/ });
  expect(screen.queryByRole("button", { name: /Book|Reject/ })).toBeNull();
});

it("shows the decision on a booked one, and links to its order", async () => {
  const decided = proofOf(1, {
    ...{ state: "confirmed", orderID, amount: 1200, currency: "TWD", payer: "Chan", decider: "Amy", picture: null },
    decideTime: "2026-11-27T08:00:00Z",
  });
  const { person, search } = start([listed([decided])], { search: "?state=confirmed" });
  const card = within(await shown(1));
  expect(card.getByText("The picture was deleted")).toBeTruthy();
  expect(card.getByText("NT$1,200")).toBeTruthy();
  expect(card.queryByText("Bank reference")).toBeNull();
  expect(card.queryByLabelText("Amount transferred")).toBeNull();
  await person.click(card.getByRole("button", { name: orderID }));
  expect(search()).toContain(`order=${orderID}`);
});
