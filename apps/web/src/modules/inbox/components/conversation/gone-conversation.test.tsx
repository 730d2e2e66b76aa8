// @vitest-environment happy-dom
import { chat } from "@homeroom/contract/chat";
import { chatOfLead } from "@homeroom/contract/chat-of-lead";
import { screen, waitFor } from "@testing-library/react";
import { expect, it, onTestFinished, vi } from "vitest";
import { answers, inTurn, refuses } from "#ui/for-tests.ts";
import { refreshCard } from "../../api/conversation-card.ts";
import { keepDraft } from "../../api/drafts.ts";
import { cardOf, conversationIdOf, messageOf, showInbox } from "../../for-tests.ts";
import { PersonPane } from "../person/person-pane.tsx";
import { ConversationPane } from "./conversation-pane.tsx";

const gone = refuses(chat.conversationInfo, "NOT_FOUND");
const messages = { list: [messageOf(1)], hasMore: false, version: 1 };

it("closes a conversation that is reassigned while it is open, and still shows unsent messages", async () => {
  const id = conversationIdOf(1);
  onTestFinished(() => keepDraft(id, ""));
  // Marking as read uses browser locks, which this environment does not have.
  vi.spyOn(document, "hasFocus").mockReturnValue(false);
  const card = answers(chat.conversationInfo, cardOf());
  const columns = (
    <>
      <ConversationPane conversationId={id} onClose={() => undefined} />
      <PersonPane conversationId={id} />
    </>
  );
  showInbox(columns, { server: [inTurn(card, gone), answers(chat.messageList, messages as never)] });
  await screen.findByRole("textbox");
  keepDraft(id, "See you tomorrow");
  await refreshCard(id);
  await waitFor(() => expect(screen.getByRole("status").textContent).toContain("You cannot see this conversation"));
  expect(screen.getByRole("status").textContent).toContain("Not sent: See you tomorrow");
  expect(screen.queryByRole("textbox")).toBeNull();
  expect(screen.queryByText("Customer 1")).toBeNull();
});

it.each([
  ["goes on with the conversation that a merged one became", ""],
  ["asks before it leaves words that were not sent", "See you tomorrow"],
])("%s", async (_name, draft) => {
  const id = conversationIdOf(1);
  onTestFinished(() => keepDraft(id, ""));
  keepDraft(id, draft);
  const kept = cardOf({ conversationId: conversationIdOf(2), nickname: "Ms Chan" });
  const onOpen = vi.fn();
  const { person } = showInbox(<ConversationPane conversationId={id} onClose={() => undefined} onOpen={onOpen} />, {
    server: [gone, refuses(chat.messageList, "NOT_FOUND"), answers(chatOfLead.conversation, { conversation: kept })],
  });
  if (draft !== "") {
    const button = await screen.findByRole("button", { name: "Open the conversation with Ms Chan" });
    expect(screen.getByRole("status").textContent).toContain(`Not sent: ${draft}`);
    expect(onOpen).not.toHaveBeenCalled();
    await person.click(button);
  }
  await waitFor(() => expect(onOpen).toHaveBeenCalledExactlyOnceWith(conversationIdOf(2)));
});
