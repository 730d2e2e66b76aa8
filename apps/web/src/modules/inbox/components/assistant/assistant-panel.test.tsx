// @vitest-environment happy-dom
import type { ConversationCard } from "@homeroom/contract/chat";
import { type AssistantState, chatAssistant } from "@homeroom/contract/chat-assistant";
import { chatHolding } from "@homeroom/contract/chat-holding";
import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { answers } from "#ui/for-tests.ts";
import { cardOf, longAgo, messageIdOf, showInbox } from "../../for-tests.ts";
import { AssistantPanel } from "./assistant-panel.tsx";

const handedOver: AssistantState["events"][number] = {
  ...{ recordID: messageIdOf(1) as never, agent: "Chen", kind: "handedOver", reason: "asked" },
  ...{ summary: "A teacher, please", position: 3, createTime: longAgo },
};

/** The panel above the composer of a handed-over conversation; its draft shows that the panel has loaded. */
async function panel(assistantNote: ConversationCard["assistantNote"]) {
  const draft = { recordID: messageIdOf(2) as never, text: "We open at nine", createTime: longAgo };
  const agent = { nickname: "Chen", way: "send", working: true } as const;
  const state: AssistantState = { agent, gptStatus: 1, draft, isWriting: false, retryTime: null, events: [handedOver] };
  const around = { server: [answers(chatAssistant.state, state)] };
  showInbox(<AssistantPanel card={cardOf({ assistantNote })} answeredAt={null} onSent={vi.fn()} />, around);
  await screen.findByText("We open at nine");
  return screen.queryByRole("region", { name: "Chen handed this over to you" });
}

it("shows what was handed over to staff while the customer waits for them", async () => {
  expect((await panel({ kind: "handedOver", reason: "asked" }))?.textContent).toContain("A teacher, please");
});

it("shows no hand-over that is settled, even if by the assistant after it was switched on again", async () => {
  expect(await panel(null)).toBeNull();
});

const retrying = (way: "send" | "draft"): AssistantState => ({
  ...{ agent: { nickname: "Chen", way, working: true }, gptStatus: 1, draft: null, isWriting: false },
  ...{ retryTime: longAgo, events: [] },
});

it("says that the assistant tries again after a failure, and lets a person take over", async () => {
  const server = [answers(chatAssistant.state, retrying("send")), answers(chatHolding.takeOver, null)];
  const { person, sentTo } = showInbox(<AssistantPanel card={cardOf()} answeredAt={null} onSent={vi.fn()} />, {
    server,
  });
  await screen.findByText(/Chen cannot answer at the moment/);
  await person.click(screen.getByRole("button", { name: "Take over" }));
  await waitFor(() => expect(sentTo(chatHolding.takeOver)).toHaveLength(1));
});

it("does not offer to take over from an assistant that only suggests", async () => {
  const server = [answers(chatAssistant.state, retrying("draft"))];
  showInbox(<AssistantPanel card={cardOf()} answeredAt={null} onSent={vi.fn()} />, { server });
  await screen.findByText(/Chen cannot suggest an answer at the moment/);
  expect(screen.queryByRole("button", { name: "Take over" })).toBeNull();
});
