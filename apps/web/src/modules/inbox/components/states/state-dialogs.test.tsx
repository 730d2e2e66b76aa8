// @vitest-environment happy-dom
import { type ConversationRow, chat } from "@homeroom/contract/chat";
import { chatComposer } from "@homeroom/contract/chat-composer";
import { chatStates } from "@homeroom/contract/chat-states";
import { RecordId } from "@homeroom/contract/ids";
import { leadCard } from "@homeroom/contract/lead-card";
import { leads } from "@homeroom/contract/leads";
import { media } from "@homeroom/contract/media";
import type { Permission } from "@homeroom/contract/permissions";
import { useQuery } from "@tanstack/react-query";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, onTestFinished, vi } from "vitest";
import { answers, inTurn, later, question, refuses } from "#ui/for-tests.ts";
import { type ListFilters, listQuery } from "../../api/conversation-list.ts";
import { conversationIdOf, leadIdOf, rowOf, showInbox } from "../../for-tests.ts";
import { type StateActions, useStateActions } from "./state-actions.ts";
import { StateDialogs } from "./state-dialogs.tsx";

const resultOf = (number: number, name: string, code: string) => ({
  recordID: RecordId.parse(`019aaaaa-0000-7000-8000-00000000060${number}`),
  ...{ name, code },
});
const wantsTrial = resultOf(1, "Wants a trial", "trial");
const caseOver = resultOf(2, "Not interested", "callClose");
const filters: ListFilters = {
  ...{ filters: [], state: "open", order: "latest", channel: null, branch: null, sales: [], label: [], keywords: "" },
};
const all: readonly Permission[] = ["crm:lead:log", "crm:lead:edit", "crm:lead:query"];
const closed = answers(chatStates.closeConversation, null);
const snoozed = answers(chatStates.snoozeConversation, null);
const reopened = answers(chatStates.reopenConversation, null);
const around = [
  answers(media.customItems, [wantsTrial, caseOver] as never),
  answers(chat.conversationList, { list: [rowOf(1), rowOf(2)], total: 2, pageNum: 1, pageSize: 50, version: 1 }),
  answers(chatComposer.scheduledList, []),
  answers(leads.addNote, null as never),
  answers(leads.info, { version: 7 } as never),
  answers(leads.change, null as never),
  answers(leadCard.addLog, null as never),
  ...[closed, snoozed, reopened],
];

const verbs = ["close", "snooze", "reopen", "unread", "finish", "postpone"] as const;

function Verbs({ row }: { row: ConversationRow }) {
  const actions = useStateActions() as StateActions;
  return verbs.map((verb) => (
    <button key={verb} type="button" onClick={() => actions[verb](row)}>
      {verb}
    </button>
  ));
}

function Listed() {
  const { data } = useQuery(listQuery(filters));
  return data?.rows.map(({ nickname }) => (
    <div key={nickname} role="option" aria-selected={false}>
      {nickname}
    </div>
  ));
}

/** Does one thing with the first of two listed conversations. */
async function start(verb: (typeof verbs)[number], server: ReturnType<typeof answers>[] = [], perms = all) {
  const [onLeave, onUnread] = [vi.fn(), vi.fn()];
  const dialogs = (
    <StateDialogs onLeave={onLeave} onUnread={onUnread}>
      <Verbs row={rowOf(1)} />
      <Listed />
    </StateDialogs>
  );
  const shown = showInbox(dialogs, { perms, server: [...server, ...around] });
  await screen.findByRole("option", { name: "Customer 1" });
  await shown.person.click(screen.getByRole("button", { name: verb }));
  return { ...shown, onLeave, onUnread };
}

const isListed = () => screen.queryByRole("option", { name: "Customer 1" }) !== null;
const closeButton = () => screen.getByRole("button", { name: "Close conversation" });

async function choose(person: Awaited<ReturnType<typeof start>>["person"], result: { name: string }) {
  fireEvent.mouseDown(await screen.findByLabelText("Contact result (optional)"));
  await person.click(await screen.findByTitle(result.name));
}

it.each([
  {
    verb: "finish",
    endpoint: chatStates.closeConversation,
    form: { conversationId: conversationIdOf(1) },
    words: /is closed$/,
  },
  {
    verb: "postpone",
    endpoint: chatStates.snoozeConversation,
    form: { until: "2026-11-29T09:00:00.000Z" },
    words: /is snoozed until/,
  },
] as const)("$verb takes a conversation out of the list at once, and offers to take that back", async (one) => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-28T10:00:00.000Z") });
  onTestFinished(() => void vi.useRealTimers());
  const { verb, endpoint, form, words } = one;
  const answer = Promise.withResolvers<void>();
  const { person, sentTo, onLeave } = await start(verb, [later(answers(endpoint, null), answer.promise)]);
  expect(onLeave).toHaveBeenCalledOnce();
  expect(isListed()).toBe(false);
  expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
  answer.resolve();
  await screen.findByText(words);
  expect(sentTo(endpoint)).toMatchObject([form]);
  await person.click(screen.getByRole("button", { name: "Undo" }));
  await waitFor(() => expect(sentTo(chatStates.reopenConversation)).toEqual([{ conversationId: conversationIdOf(1) }]));
});

const twoWait = answers(chatComposer.scheduledList, [{}, {}] as never);

it.each([
  ["close", /^2 scheduled messages will still be sent/],
  ["finish", /is closed\. 2 scheduled messages will still be sent/],
] as const)("%s says how many scheduled messages are sent all the same", async (verb, words) => {
  await start(verb, [twoWait]);
  expect(await screen.findByText(words)).toBeTruthy();
});

it("closes without mentioning scheduled messages if they could not be fetched", async () => {
  await start("finish", [refuses(chatComposer.scheduledList, "PERMISSION_DENIED")]);
  expect(await screen.findByText(/is closed$/)).toBeTruthy();
});

it("lists a conversation again if it could not be closed, says so, and offers no undo", async () => {
  const { sentTo } = await start("finish", [refuses(chatStates.closeConversation, "PERMISSION_DENIED")]);
  await screen.findByText("You have no permission");
  await screen.findByRole("option", { name: "Customer 1" });
  expect(sentTo(chatStates.closeConversation)).toHaveLength(1);
  expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
});

it("closes the view of a conversation that is marked as unread, and says when that was refused", async () => {
  const { onUnread, sentTo } = await start("unread", [refuses(chatStates.markUnread, "PERMISSION_DENIED")]);
  expect(onUnread).toHaveBeenCalledExactlyOnceWith(conversationIdOf(1));
  await screen.findByText("You have no permission");
  expect(sentTo(chatStates.markUnread)).toEqual([{ conversationId: conversationIdOf(1) }]);
});

it("closes a conversation right away with Enter", async () => {
  const { person, sentTo, onLeave } = await start("close");
  await question("Close the conversation with Customer 1");
  await person.keyboard("{Enter}");
  await screen.findByText("The conversation with Customer 1 is closed");
  expect(onLeave).toHaveBeenCalledOnce();
  expect(sentTo(chatStates.closeConversation)).toEqual([{ conversationId: conversationIdOf(1) }]);
  expect([leads.addNote, leads.change, leadCard.addLog].map(sentTo)).toEqual([[], [], []]);
});

it("saves the note and the result on the lead before it closes", async () => {
  const { person, sentTo } = await start("close");
  await choose(person, wantsTrial);
  fireEvent.change(screen.getByLabelText(/^Note/), { target: { value: " Saturday " } });
  await person.click(closeButton());
  await screen.findByText(/is closed$/);
  const result = wantsTrial.recordID;
  expect(sentTo(leads.addNote)).toMatchObject([{ leadId: leadIdOf(1), content: "Saturday", result }]);
  expect(sentTo(leads.change)).toEqual([]);
  expect(sentTo(chatStates.closeConversation)).toMatchObject([{ resultID: result }]);
});

it("sets the lead's result if there is no note", async () => {
  const { person, sentTo } = await start("close");
  await choose(person, wantsTrial);
  await person.click(closeButton());
  await screen.findByText(/is closed$/);
  const change = { leadId: leadIdOf(1), version: 7, changes: { result: wantsTrial.recordID } };
  expect(sentTo(leads.change)).toEqual([change]);
});

it.each([
  ["a person without the right to change leads", ["crm:lead:log"], true],
  ["a person without the right to add to a lead's history", ["crm:lead:edit"], false],
] as const)("asks %s for nothing that the server would refuse", async (_name, perms, note) => {
  const { person, sentTo } = await start("close", [], [...perms]);
  await choose(person, caseOver);
  expect(screen.queryByLabelText(/^Note/) !== null).toBe(note);
  expect(screen.queryByRole("checkbox")).toBeNull();
  await person.click(closeButton());
  await screen.findByText(/is closed$/);
  expect(sentTo(leads.change)).toHaveLength(note ? 0 : 1);
  expect(sentTo(leadCard.addLog)).toEqual([]);
});

it.each([
  [true, 1],
  [false, 0],
])("closes the lead's case with it, for a result that says so: %s", async (withCase, times) => {
  const { person, sentTo } = await start("close");
  await choose(person, wantsTrial);
  expect(screen.queryByRole("checkbox")).toBeNull();
  await choose(person, caseOver);
  if (!withCase) await person.click(screen.getByRole("checkbox"));
  await person.click(closeButton());
  await screen.findByText(/is closed$/);
  expect(sentTo(leadCard.addLog)).toHaveLength(times);
});

it("stays open with its input after a refusal, and saves the note once", async () => {
  const refused = refuses(chatStates.closeConversation, "SYSTEM_ERROR");
  const { person, sentTo, onLeave } = await start("close", [inTurn(refused, closed)]);
  fireEvent.change(await screen.findByLabelText(/^Note/), { target: { value: "Saturday" } });
  await person.click(closeButton());
  await waitFor(() => expect(sentTo(chatStates.closeConversation)).toHaveLength(1));
  await screen.findByRole("option", { name: "Customer 1" });
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^Note/).value).toBe("Saturday");
  expect(onLeave).not.toHaveBeenCalled();
  await person.click(await screen.findByRole("button", { name: "Close conversation" }));
  await screen.findByText(/is closed$/);
  const [first, second] = sentTo(leads.addNote) as { recordID: string }[];
  expect(second?.recordID).toBe(first?.recordID);
});

it("does not close if the note could not be saved", async () => {
  const { person, sentTo } = await start("close", [refuses(leads.addNote, "PERMISSION_DENIED")]);
  fireEvent.change(await screen.findByLabelText(/^Note/), { target: { value: "Saturday" } });
  await person.click(closeButton());
  await screen.findByText("You have no permission");
  expect(sentTo(chatStates.closeConversation)).toEqual([]);
  expect(isListed()).toBe(true);
});

it("snoozes a conversation once with a press on a usual time, and offers to undo it", async () => {
  const answer = Promise.withResolvers<void>();
  const { person, sentTo, onLeave } = await start("snooze", [later(snoozed, answer.promise)]);
  await person.dblClick(await screen.findByRole("button", { name: /^In 1 hour/ }));
  answer.resolve();
  await screen.findByText(/is snoozed until/);
  expect(onLeave).toHaveBeenCalledOnce();
  expect(sentTo(chatStates.snoozeConversation)).toHaveLength(1);
  await person.click(screen.getByRole("button", { name: "Undo" }));
  await waitFor(() => expect(sentTo(chatStates.reopenConversation)).toHaveLength(1));
});

it("snoozes for an hour with Enter", async () => {
  const { person, sentTo } = await start("snooze");
  await question("Snooze the conversation with Customer 1");
  await person.keyboard("{Enter}");
  await screen.findByText(/is snoozed until/);
  expect(sentTo(chatStates.snoozeConversation)).toHaveLength(1);
});

it("snoozes until a custom time, which has to be in the future", async () => {
  const { person, sentTo } = await start("snooze");
  const own = await screen.findByLabelText<HTMLInputElement>("Your own time");
  const verb = screen.getByRole<HTMLButtonElement>("button", { name: "Snooze" });
  const write = async (value: string) => {
    await person.click(own);
    fireEvent.change(own, { target: { value } });
    await person.tab();
  };
  expect(verb.disabled).toBe(true);
  await write("2020-01-01 09:00");
  expect(verb.disabled).toBe(true);
  await write("2199-01-01 09:00");
  await person.click(verb);
  await waitFor(() =>
    expect(sentTo(chatStates.snoozeConversation)).toMatchObject([{ until: expect.stringMatching(/^2199-01-01/) }]),
  );
});

it("stays open after a refused snooze, and can retry", async () => {
  const { person, onLeave } = await start("snooze", [refuses(chatStates.snoozeConversation, "PERMISSION_DENIED")]);
  await person.click(await screen.findByRole("button", { name: /^In 1 hour/ }));
  await screen.findByText("You have no permission");
  const asked = await question("Snooze the conversation with Customer 1");
  await waitFor(() =>
    expect(asked.getByRole<HTMLButtonElement>("button", { name: /^In 1 hour/, hidden: true }).disabled).toBe(false),
  );
  expect(onLeave).not.toHaveBeenCalled();
});
