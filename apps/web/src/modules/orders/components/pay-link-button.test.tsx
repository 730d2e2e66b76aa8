// @vitest-environment happy-dom
import type { ConversationCard } from "@homeroom/contract/chat";
import { chatOfLead } from "@homeroom/contract/chat-of-lead";
import { LeadId } from "@homeroom/contract/ids";
import type { OrderDetail } from "@homeroom/contract/orders";
import { payments } from "@homeroom/contract/payments";
import type { Permission } from "@homeroom/contract/permissions";
import { screen } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import { answers, show } from "#ui/for-tests.ts";
import { PayLinkButton } from "./pay-link-button.tsx";

const leadId = LeadId.parse("019aaaaa-0000-7000-8000-000000000001");
const order = {
  ...{
    orderID: "2026112600000001",
    status: "pending",
    leadId,
    productName: "Piano",
    currency: "HKD",
    open: 1200,
    instalments: [],
  },
} as object as OrderDetail;
const url = "https://pay.example/pay?orderID=2026112600000001";

async function open(conversation: ConversationCard | null, { hasWay = true, more = [] as Permission[] } = {}) {
  const server = [answers(payments.link, { url, hasWay }), answers(chatOfLead.conversation, { conversation })];
  const perms = ["chat:message:send", "chat:message:query"] as const;
  const { person } = show(<PayLinkButton order={order} />, { perms: [...perms, ...more], server });
  await person.click(screen.getByRole("button", { name: /Payment link$/ }));
  await screen.findByRole("button", { name: "Copy payment link" });
}

it("is sent to the customer's chat, with a text that staff may edit", async () => {
  await open({ conversationId: leadId } as object as ConversationCard);
  expect(screen.getByRole("button", { name: "Send to chat" })).toBeTruthy();
  expect(screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Message" }).value).toContain(url);
});

it("is copied for customers without a chat, and says so beforehand", async () => {
  await open(null);
  expect(screen.getByText(/You have no conversation with this customer/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Send to chat" })).toBeNull();
});

it("warns before a link without any payment method is sent, and links to the set-up", async () => {
  await open(null, { hasWay: false, more: ["org:pay:query"] });
  expect(screen.getByRole("alert").textContent).toContain("no way to pay");
  expect(screen.getByRole("link", { name: "Set up payment" }).getAttribute("href")).toBe("/system/sys?tab=pay");
});

it("tells people who cannot set up a payment method who can", async () => {
  await open(null, { hasWay: false });
  expect(screen.getByRole("alert").textContent).toContain("Ask an administrator");
});

it("does not warn if the centre has a payment method", async () => {
  await open(null);
  expect(screen.queryByRole("alert")).toBeNull();
});

it("says so if the customer pays while the link is shown", async () => {
  const pay = Promise.withResolvers<OrderDetail>();
  const Paid = () => {
    const [shown, setShown] = useState(order);
    void pay.promise.then(setShown);
    return <PayLinkButton order={shown} />;
  };
  const server = [
    answers(payments.link, { url, hasWay: true }),
    answers(chatOfLead.conversation, { conversation: null }),
  ];
  const { person } = show(<Paid />, { perms: ["chat:message:query"], server });
  await person.click(screen.getByRole("button", { name: /Payment link$/ }));
  await screen.findByRole("button", { name: "Copy payment link" });
  pay.resolve({ ...order, status: "paid" });
  expect((await screen.findByRole("status")).textContent).toContain("The customer has paid");
  expect(screen.queryByRole("button", { name: "Copy payment link" })).toBeNull();
});
