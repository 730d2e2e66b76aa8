// @vitest-environment happy-dom
import { type ConversationRow, chat } from "@homeroom/contract/chat";
import { chatComposer, type ForwardResult } from "@homeroom/contract/chat-composer";
import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { answers, inTurn, later, refuses } from "#ui/for-tests.ts";
import { leadIdOf, longAgo, messageIdOf, messageOf, rowOf, showInbox } from "../../for-tests.ts";
import { shownMessages } from "../../rules/shown-message.ts";
import { ForwardDialog } from "./forward-dialog.tsx";

const list = (...rows: ConversationRow[]) =>
  answers(chat.conversationList, { list: rows, total: rows.length, pageNum: 1, pageSize: 30, version: 1 });
const result = (number: number, refusal: ForwardResult["refusal"] = null): ForwardResult => ({
  ...{ leadId: leadIdOf(number), nickname: `Customer ${number}`, sent: refusal ? 0 : 2, refusal },
});
const forwarded = (...results: ForwardResult[]) => answers(chatComposer.forward, { results });

async function start(server: ReturnType<typeof answers>[], rows = [rowOf(1), rowOf(2), rowOf(3)]) {
  const [onClose, onDone] = [vi.fn(), vi.fn()];
  const messages = shownMessages([messageOf(1), messageOf(2)], []);
  const dialog = <ForwardDialog messages={messages} onClose={onClose} onDone={onDone} />;
  const shown = showInbox(dialog, { server: [...server, list(...rows)] });
  await screen.findByText("Forward 2 messages");
  return { ...shown, onClose, onDone };
}

const customer = (number: number) => screen.findByRole<HTMLInputElement>("checkbox", { name: `Customer ${number}` });
const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });

it("sends messages once and in order to the chosen customers, and offers all customers but their own", async () => {
  const answer = Promise.withResolvers<void>();
  const { person, sentTo, onClose, onDone } = await start([later(forwarded(result(2), result(3)), answer.promise)]);
  await person.click(await customer(2));
  expect(screen.queryByRole("checkbox", { name: "Customer 1" })).toBeNull();
  await person.click(await customer(3));
  await person.dblClick(button("Forward to 2"));
  answer.resolve();
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(onDone).toHaveBeenCalledOnce();
  expect(sentTo(chatComposer.forward)).toMatchObject([
    { messageIds: [messageIdOf(1), messageIdOf(2)], leadIds: [leadIdOf(2), leadIdOf(3)] },
  ]);
});

it("can send nothing before a customer is chosen, nor after the last one is removed", async () => {
  const { person } = await start([]);
  expect(button("Choose customers").disabled).toBe(true);
  await person.click(await customer(2));
  expect(button("Forward to 1").disabled).toBe(false);
  await person.click(await customer(2));
  expect(button("Choose customers").disabled).toBe(true);
});

it("stays open and says who did not get them and why; a retry sends nothing again to the others", async () => {
  const server = [inTurn(forwarded(result(2), result(3, "CHAT_CUSTOMER_BLOCKED")), forwarded(result(3)))];
  const { person, sentTo, onClose, onDone } = await start(server);
  await person.click(await customer(2));
  await person.click(await customer(3));
  await person.click(button("Forward to 2"));
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toMatch(/1 did not get it.*Customer 3: .*blocked/);
  expect(alert.textContent).not.toContain("Customer 2");
  expect(onDone).toHaveBeenCalledOnce();
  expect(onClose).not.toHaveBeenCalled();
  await person.click(await customer(3));
  await person.click(await screen.findByRole("button", { name: "Forward to 1" }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  const [first, second] = sentTo(chatComposer.forward) as { forwardId: string }[];
  expect(second).toMatchObject({ forwardId: first?.forwardId, leadIds: [leadIdOf(3)] });
});

it("keeps the chosen customers when the server refuses the call", async () => {
  const { person, onClose, onDone } = await start([refuses(chatComposer.forward, "PERMISSION_DENIED")]);
  await person.click(await customer(2));
  await person.click(button("Forward to 1"));
  await screen.findByText("You have no permission");
  expect((await customer(2)).checked).toBe(true);
  expect([onClose, onDone].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
});

const shop = rowOf(2).channel;
it.each<[string, Partial<ConversationRow>]>([
  ["Blocked", { blocked: true }],
  ["Account stopped", { channel: { ...shop, stoppedReason: "tokenExpired" } }],
  ["Window closed", { windowEndsAt: longAgo }],
  ["Window closed", { windowEndsAt: null }],
])("says “%s” of a customer who cannot be written to, who cannot be chosen", async (words, more) => {
  await start([], [rowOf(2, more)]);
  const box = await screen.findByRole<HTMLInputElement>("checkbox", { name: new RegExp(`Customer 2.*${words}`) });
  expect(box.disabled).toBe(true);
});

it("can forward to customers on LINE, which has no window", async () => {
  await start([], [rowOf(2, { channel: { ...shop, kind: "line" }, windowEndsAt: null })]);
  expect((await customer(2)).disabled).toBe(false);
});

it("accepts at most twenty customers, and says so", async () => {
  const rows = Array.from({ length: 21 }, (_, index) => rowOf(index + 2));
  const { person } = await start([], rows);
  await customer(2);
  const boxes = screen.getAllByRole<HTMLInputElement>("checkbox");
  for (const box of boxes.slice(0, 20)) box.click();
  await screen.findByText("20 customers at most");
  expect(boxes[20]?.disabled).toBe(true);
  await person.click(boxes[0] as HTMLElement);
  expect(boxes[20]?.disabled).toBe(false);
  expect(screen.queryByText("20 customers at most")).toBeNull();
});

it("says when nobody matches, and keeps the customers chosen before another search", async () => {
  const { person } = await start([inTurn(list(rowOf(2)), list())]);
  await person.click(await customer(2));
  await person.type(screen.getByPlaceholderText("Search name or phone"), "z{Enter}");
  await screen.findByText("No conversation fits");
  expect(button("Forward to 1").disabled).toBe(false);
});

it("says when the customers could not be read, and reads them again", async () => {
  const { person } = await start([inTurn(refuses(chat.conversationList, "SYSTEM_ERROR"), list(rowOf(2)))]);
  await person.click(await screen.findByRole("button", { name: /again/i }));
  await customer(2);
});
