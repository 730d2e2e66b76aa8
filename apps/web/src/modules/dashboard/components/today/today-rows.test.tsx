// @vitest-environment happy-dom
import { chatStates } from "@homeroom/contract/chat-states";
import { AccountId, BranchId, ConversationId, LeadId } from "@homeroom/contract/ids";
import type { Permission } from "@homeroom/contract/permissions";
import type { TodayItem } from "@homeroom/contract/today";
import { fireEvent, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { answers, show } from "#ui/for-tests.ts";
import { TodayRows } from "./today-rows.tsx";

const id = (number: number) => `0190c3a0-0000-7000-8000-00000000000${number}`;
const itemOf = (number: number): TodayItem => ({
  leadId: LeadId.parse(id(number)),
  branchID: BranchId.parse(id(9)),
  nickname: `Customer ${number}`,
  avatar: null,
  phone: "",
  status: null,
  sales: null,
  reason: "waiting",
  also: [],
  since: new Date().toISOString(),
  until: null,
  day: null,
  conversationId: ConversationId.parse(id(number)),
  channelKind: "line",
  text: "Hello",
  messageId: null,
  version: 1,
});
const items = [1, 2, 3].map(itemOf);

function start(perms: Permission[] = ["chat:message:label"], openId: LeadId | null = null) {
  const onOpen = vi.fn();
  const user = { accountID: AccountId.parse(id(8)) };
  const server = [answers(chatStates.closeConversation, null)];
  const { sentTo } = show(<TodayRows items={items} openId={openId} onOpen={onOpen} />, { perms, user, server });
  return { onOpen, closed: () => sentTo(chatStates.closeConversation) };
}

const press = (key: string, repeat = false) => fireEvent.keyDown(document.body, { key, repeat });
const active = () => document.querySelector("[data-active]")?.getAttribute("data-lead");

it("moves through the rows by key, and opens the current one", () => {
  const { onOpen } = start();
  for (const key of ["j", "j", "ArrowDown", "j", "k"]) press(key);
  expect(active()).toBe(id(2));
  press("Enter");
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(items[1]);
});

it("acts on one customer however long its key is held down", async () => {
  const { closed } = start();
  press("j");
  press("e");
  press("e", true);
  press("e", true);
  await waitFor(() => expect(closed()).toHaveLength(1));
  expect(closed()).toEqual([expect.objectContaining({ conversationId: id(1) })]);
  // The focus is on the next one, for another press.
  expect(active()).toBe(id(2));
  press("e");
  await waitFor(() => expect(closed()).toHaveLength(2));
});

it("has no keys for actions without the permission", () => {
  const { closed } = start([]);
  press("j");
  press("e");
  expect(active()).toBe(id(1));
  expect(closed()).toEqual([]);
});

it("leaves the keys to the panel beside it", () => {
  const { closed } = start(["chat:message:label"], items[2]?.leadId);
  press("j");
  press("e");
  expect(active()).toBe(id(3));
  expect(closed()).toEqual([]);
});
