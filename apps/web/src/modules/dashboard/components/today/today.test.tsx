// @vitest-environment happy-dom
import { chat } from "@homeroom/contract/chat";
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { answers, show } from "#ui/for-tests.ts";
import { NothingToDo } from "./today.tsx";

const open = (isConnected: boolean) =>
  show(<NothingToDo reason={undefined} />, {
    perms: ["chat:message:query"],
    server: [answers(chat.unreadCount, { conversations: 0, waiting: 0, isConnected })],
  });

it("says that no channel is connected instead of promising new tasks", async () => {
  open(false);
  await screen.findByText("No channel is connected yet, so customers cannot write.");
  expect(screen.queryByText("New tasks appear here by themselves.")).toBeNull();
});

it("promises new tasks if customers can write", async () => {
  const { sentTo } = open(true);
  await screen.findByText("New tasks appear here by themselves.");
  await expect.poll(() => sentTo(chat.unreadCount)).toHaveLength(1);
  expect(screen.queryByText(/No channel/)).toBeNull();
});

it("fetches nothing for people who see no conversations", () => {
  const { sentTo } = show(<NothingToDo reason={undefined} />);
  expect(screen.getByText("See all leads")).toBeDefined();
  expect(sentTo(chat.unreadCount)).toEqual([]);
});
