// @vitest-environment happy-dom
import type { ConversationCard } from "@homeroom/contract/chat";
import { type AssistantState, chatAssistant } from "@homeroom/contract/chat-assistant";
import { screen } from "@testing-library/react";
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
  const state: AssistantState = { agent, gptStatus: 1, draft, isWriting: false, events: [handedOver] };
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
