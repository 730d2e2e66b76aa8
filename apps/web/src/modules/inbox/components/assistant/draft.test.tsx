// @vitest-environment happy-dom
import { chat } from "@homeroom/contract/chat";
import { chatAssistant } from "@homeroom/contract/chat-assistant";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { useEffect } from "react";
import { expect, it, onTestFinished, vi } from "vitest";
import { answers, later, show } from "#ui/for-tests.ts";
import { discard, useOutgoing } from "../../api/outgoing.ts";
import { cardOf, messageIdOf } from "../../for-tests.ts";
import type { Outgoing } from "../../rules/shown-message.ts";
import { AssistantDraft } from "./draft.tsx";

let onTheirWay: readonly Outgoing[] = [];

function Draft() {
  const outgoing = useOutgoing();
  useEffect(() => {
    onTheirWay = outgoing;
  });
  const draft = { recordID: messageIdOf(1), text: "We open at nine" } as never;
  return <AssistantDraft card={cardOf()} draft={draft} onSent={vi.fn()} />;
}

it("sends the assistant's answer once, however fast its button is pressed again", async () => {
  const never = new Promise<never>(() => {});
  onTestFinished(() => onTheirWay.forEach(({ messageId }) => discard(messageId)));
  const server = [later(answers(chat.sendMessage, null as never), never), answers(chatAssistant.settleDraft, null)];
  const { sentTo } = show(<Draft />, { server });
  const use = screen.getByRole("button", { name: "Send" });
  fireEvent.click(use);
  fireEvent.click(use);
  await waitFor(() => expect(sentTo(chatAssistant.settleDraft)).not.toEqual([]));
  expect(onTheirWay.map(({ text }) => text)).toEqual(["We open at nine"]);
});
