// @vitest-environment happy-dom
import { chatOfLead } from "@homeroom/contract/chat-of-lead";
import { RecordId } from "@homeroom/contract/ids";
import type { OrderDetail } from "@homeroom/contract/orders";
import { receipts } from "@homeroom/contract/receipts";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { answers, show } from "#ui/for-tests.ts";
import { OrderReceipts } from "./order-receipts.tsx";

const recordID = RecordId.parse("019aaaaa-0000-7000-8000-000000000001");
const receipt = {
  ...{ recordID, kind: "receipt", number: "R-1", amount: 80000, currency: "HKD" },
  ...{ createTime: "2026-11-26T01:00:00.000Z", voidTime: null, voidReason: "" },
};
const order = { orderID: "A-1", leadId: recordID, receipts: [receipt] } as object as OrderDetail;

it("sends a receipt to the customer's chat once, however fast its button is pressed again", async () => {
  const server = [answers(receipts.send, null)];
  const { sentTo } = show(<OrderReceipts order={order} />, {
    perms: ["sale:order:query", "chat:message:send"],
    server,
  });
  const send = screen.getByRole("button", { name: /Send R-1 to the chat/ });
  fireEvent.click(send);
  fireEvent.click(send);
  await screen.findByText("Receipt sent to the chat");
  expect(sentTo(receipts.send)).toEqual([{ orderID: "A-1", recordID }]);
});

it("offers no sending to customers without a chat", async () => {
  const server = [answers(chatOfLead.conversation, { conversation: null })];
  const perms = ["sale:order:query", "chat:message:send", "chat:message:query"] as const;
  const { sentTo } = show(<OrderReceipts order={order} />, { perms: [...perms], server });
  await waitFor(() => expect(sentTo(chatOfLead.conversation)).toEqual([{ leadId: recordID }]));
  await screen.findByRole("button", { name: /Download/ });
  expect(screen.queryByRole("button", { name: /to the chat/ })).toBeNull();
});

it("says which credit notes must be voided before their receipt", async () => {
  const note = { ...receipt, recordID: RecordId.parse("019aaaaa-0000-7000-8000-000000000002"), kind: "creditNote" };
  const both = { ...order, receipts: [receipt, { ...note, number: "C-1" }] } as object as OrderDetail;
  const { person } = show(<OrderReceipts order={both} />, { perms: ["sale:order:confirm"] });
  await person.click(screen.getByRole("button", { name: "Void R-1" }));
  await screen.findByText("Void C-1 first: it takes money off this receipt");
  expect(screen.queryByLabelText("Reason")).toBeNull();
  await person.click(screen.getByRole("button", { name: "Void C-1" }));
  await screen.findByLabelText("Reason");
});
