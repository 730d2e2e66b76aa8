// @vitest-environment happy-dom
import { type AgentInfo, type AgentRow, assistant, newAgentSettings } from "@homeroom/contract/assistant";
import { BranchId, RecordId } from "@homeroom/contract/ids";
import { member } from "@homeroom/contract/member";
import type { Permission } from "@homeroom/contract/permissions";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { answers, later, question, refuses, show } from "#ui/for-tests.ts";
import { AgentsTab } from "./agents-tab.tsx";

const recordID = RecordId.parse("019aaaaa-0000-7000-8000-000000000001");
const branch = { branchID: BranchId.parse("019aaaaa-0000-7000-8000-000000000002"), name: "Mong Kok" };
const row: AgentRow = {
  ...{ recordID, type: "chatgpt", nickname: "Mimi", name: "Front desk", status: 1, branch, model: "gpt-5" },
  ...{ way: "send", apiKey: { hasValue: true, last4: "9f3a" }, attention: null, lastFailure: null, publicPath: null },
  ...{ updateTime: "2026-11-20T10:00:00Z", version: 3 },
  today: { answers: 4, drafts: 0, handOvers: 1, failures: 0, publicAnswers: 2 },
};
const info: AgentInfo = { ...row, ...newAgentSettings, assistantOrPromptID: "" };
const all: readonly Permission[] = [
  ...(["org:gpt:query", "org:gpt:add", "org:gpt:edit", "org:gpt:delete", "org:gpt:status", "org:gpt:test"] as const),
];
const around = [answers(assistant.info, info), answers(member.branchList, [])];
const user = { branch };

async function open(agent: Partial<AgentRow> | null = {}, server: typeof around = [], more: object = {}) {
  const answered = [...server, answers(assistant.list, agent ? [{ ...row, ...agent }] : []), ...around];
  const shown = show(<AgentsTab />, { perms: all, user, server: answered, ...more });
  await screen.findByText(agent ? "Mimi" : "There is no assistant yet");
  return shown;
}

const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>("button", { name });
const gone = (name: string | RegExp) => expect(screen.queryByRole("button", { name })).toBeNull();

it.each<[string, Partial<AgentRow>, string]>([
  ["answers", {}, "Answering"],
  ["is switched off", { status: 0 }, "Off"],
  ["cannot answer", { attention: { at: row.updateTime, reason: "keyInvalid" } }, "Needs attention"],
])("shows of an agent that it %s", async (_name, agent, words) => {
  await open(agent);
  expect(screen.getAllByText(words).length).toBeGreaterThan(0);
});

it.each<[Permission, string[]]>([
  ["org:gpt:status", []],
  ["org:gpt:edit", ["Edit Mimi", "Create a public page"]],
  ["org:gpt:delete", ["Delete Mimi"]],
  ["org:gpt:add", ["Add an assistant"]],
])("offers a person with %s alone %j", async (right, expected) => {
  await open({}, [], { perms: ["org:gpt:query", right] });
  const names = ["Edit Mimi", "Create a public page", "Delete Mimi", "Add an assistant"];
  expect(names.filter((name) => screen.queryByRole("button", { name: new RegExp(name) }))).toEqual(expected);
  expect(screen.queryByRole("switch") !== null).toBe(right === "org:gpt:status");
});

it("switches an agent off and says so; a refusal leaves it on", async () => {
  const server = [answers(assistant.setStatus, null)];
  const { person, sentTo } = await open({}, server);
  await person.click(screen.getByRole("switch"));
  await screen.findByText("Mimi no longer answers");
  expect(sentTo(assistant.setStatus)).toEqual([{ recordID, status: 0 }]);
  expect(screen.getByRole("switch").getAttribute("aria-checked")).toBe("true");
});

it("deletes an agent only after a confirmation", async () => {
  const { person, sentTo } = await open({}, [refuses(assistant.remove, "PERMISSION_DENIED")]);
  await person.click(button("Delete Mimi"));
  const asked = await question("Delete Mimi?");
  expect(sentTo(assistant.remove)).toEqual([]);
  await person.click(asked.getByRole("button", { name: "Delete", hidden: true }));
  await screen.findByText("You have no permission");
  expect(sentTo(assistant.remove)).toEqual([{ recordID }]);
  expect(screen.getByText("Mimi")).toBeTruthy();
});

it("checks whether an agent works again", async () => {
  const { person, sentTo } = await open({ attention: { at: row.updateTime, reason: "quotaUsedUp" } }, [
    answers(assistant.testChatgpt, { ok: true, detail: "Hello" }),
  ]);
  expect(screen.getByText(/The provider's quota is used up/)).toBeTruthy();
  await person.click(button("Test again"));
  await screen.findByText("Mimi works again");
  expect(sentTo(assistant.testChatgpt)).toMatchObject([{ recordID }]);
  await waitFor(() => expect(sentTo(assistant.list).length).toBeGreaterThan(1));
});

it("says why an agent still does not work", async () => {
  const { endpoint, body } = refuses(assistant.testChatgpt, "CHAT_VERIFICATION_FAILED");
  const refused = { endpoint, body: { ...body, details: { reason: "permissionMissing" } } };
  const { person } = await open({ attention: { at: row.updateTime, reason: "keyInvalid" } }, [refused]);
  await person.click(button("Test again"));
  await screen.findByText("The key does not have this permission.");
});

it.each([
  ["New address", "Give the public page a new address?", assistant.issueKey, "The page has a new address"],
  ["Close", "Close the public page?", assistant.revokeKey, "The public page is closed"],
] as const)("ends an address of the public page only after a question: %s", async (verb, title, endpoint, words) => {
  const { person, sentTo } = await open({ publicPath: "/gpt?key=abc" }, [answers(endpoint, null)]);
  await person.click(button(verb));
  const asked = await question(title);
  expect(sentTo(endpoint)).toEqual([]);
  await person.click(asked.getByRole("button", { name: verb, hidden: true }));
  await screen.findByText(words);
  expect(sentTo(endpoint)).toEqual([{ recordID }]);
});

it("shows the public page's address to people without the right to change it", async () => {
  await open({ publicPath: "/gpt?key=abc" }, [], { perms: ["org:gpt:query"] });
  expect(screen.getByRole("link", { name: /\/gpt\?key=abc/ })).toBeTruthy();
  expect(button(/Copy address/)).toBeTruthy();
  gone("New address");
});

async function edit(server: typeof around = [], more: object = {}) {
  const shown = await open({}, server, { search: `?edit=${recordID}`, ...more });
  await screen.findByLabelText("API key");
  return shown;
}

const ask = () => screen.getByLabelText("Ask it something, for example: What does the piano class cost?");

it("tests an agent as the form describes it, once however often Enter is pressed, and saves nothing", async () => {
  const answer = Promise.withResolvers<void>();
  const tried = later(answers(assistant.testChatgpt, { ok: true, detail: "500 a month." }), answer.promise);
  const { person, sentTo } = await edit([tried]);
  fireEvent.change(screen.getByLabelText("Instructions"), { target: { value: "Be kind" } });
  await person.type(ask(), "Price?{Enter}");
  await waitFor(() => expect(sentTo(assistant.testChatgpt)).toHaveLength(1));
  await person.type(ask(), "{Enter}");
  answer.resolve();
  await screen.findByText("500 a month.");
  expect(sentTo(assistant.testChatgpt)).toHaveLength(1);
  expect(sentTo(assistant.testChatgpt)).toMatchObject([{ recordID, content: "Price?", instructions: "Be kind" }]);
  expect(sentTo(assistant.saveChatgpt)).toEqual([]);
});

it("says what is wrong when a test fails, and what to do", async () => {
  const { endpoint, body } = refuses(assistant.testChatgpt, "CHAT_VERIFICATION_FAILED");
  const refused = { endpoint, body: { ...body, details: { reason: "modelMissing", detail: "no such model" } } };
  const { person } = await edit([refused]);
  await person.type(ask(), "{Enter}");
  await screen.findByText(/This model or app does not exist\. Check the name/);
});

it("shows an answer only with the values that it belongs to", async () => {
  const { person } = await edit([answers(assistant.testChatgpt, { ok: true, detail: "500 a month." })]);
  const writeKey = (value: string) => fireEvent.change(screen.getByLabelText("API key"), { target: { value } });
  await person.type(ask(), "Price?{Enter}");
  await screen.findByText("500 a month.");
  writeKey("sk-other");
  await waitFor(() => expect(screen.queryByText("500 a month.")).toBeNull());
  writeKey("");
  await screen.findByText("500 a month.");
});

it("does not show an answer that comes after the values were changed", async () => {
  const answer = Promise.withResolvers<void>();
  const tried = later(answers(assistant.testChatgpt, { ok: true, detail: "500 a month." }), answer.promise);
  const { person, sentTo } = await edit([tried]);
  await person.type(ask(), "Price?{Enter}");
  await waitFor(() => expect(sentTo(assistant.testChatgpt)).toHaveLength(1));
  expect(screen.queryByRole("button", { name: "Test" })).toBeNull();
  fireEvent.change(screen.getByLabelText("Model"), { target: { value: "gpt-5-mini" } });
  answer.resolve();
  await screen.findByRole("button", { name: "Test" });
  expect(screen.queryByText("500 a month.")).toBeNull();
});

it("keeps the input when an agent cannot be saved", async () => {
  const { person, sentTo } = await edit([refuses(assistant.saveChatgpt, "SETTING_NOT_VERIFIED")]);
  fireEvent.change(screen.getByLabelText("Nickname"), { target: { value: "Momo" } });
  await person.click(button("Save"));
  await screen.findByRole("alert");
  expect(screen.getByLabelText<HTMLInputElement>("Nickname").value).toBe("Momo");
  expect(sentTo(assistant.saveChatgpt)).toMatchObject([{ recordID, version: 3, nickname: "Momo", apiKey: "" }]);
});

it("starts a new agent for the person's own branch, and closes once it is saved", async () => {
  const { person, sentTo, search } = await open(null, [answers(assistant.saveDify, { recordID })], {
    search: "?new=dify",
  });
  expect(screen.queryByLabelText("Instructions")).toBeNull();
  for (const [label, value] of [
    ["Nickname", "Momo"],
    ["App name", "Desk"],
    ["API key", "app-1"],
  ] as const)
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  await person.click(button("Save"));
  await waitFor(() => expect(search()).toBe(""));
  expect(sentTo(assistant.saveDify)).toMatchObject([
    { branchID: branch.branchID, nickname: "Momo", appName: "Desk", handOverWords: ["person", "human", "agent"] },
  ]);
});

it("marks the key of a new agent as missing, and sends nothing", async () => {
  const { person, sentTo } = await open(null, [answers(assistant.saveDify, { recordID })], { search: "?new=dify" });
  fireEvent.change(screen.getByLabelText("Nickname"), { target: { value: "Momo" } });
  fireEvent.change(screen.getByLabelText("App name"), { target: { value: "Desk" } });
  await person.click(button("Save"));
  const field = screen.getByLabelText("API key").closest(".ant-form-item");
  await waitFor(() => expect(field?.textContent).toContain("This field is required"));
  expect(sentTo(assistant.saveDify)).toEqual([]);
});

it("asks for office hours only where they matter", async () => {
  const { person } = await edit();
  expect(screen.queryByText("Office hours")).toBeNull();
  await person.click(screen.getByRole("radio", { name: "Within office hours" }));
  await screen.findByText("Office hours");
  screen.getByText("Without office hours, the assistant answers nobody");
  await person.click(screen.getByRole("radio", { name: "Outside office hours" }));
  await screen.findByText("No office hours are set, so it is always outside office hours");
});

it("opens no form for a person without the right to change agents", async () => {
  await open({}, [], { search: `?edit=${recordID}&new=dify`, perms: ["org:gpt:query"] });
  expect(screen.queryByRole("dialog")).toBeNull();
});
