// @vitest-environment happy-dom
import { BranchId } from "@homeroom/contract/ids";
import { line } from "@homeroom/contract/line";
import { type WelcomeSetting, welcome } from "@homeroom/contract/welcome";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { answers, refuses, show } from "#ui/for-tests.ts";
import { WelcomeMessage } from "./welcome-message.tsx";

const branch = { branchID: BranchId.parse("019aaaaa-0000-7000-8000-000000000001"), name: "Mong Kok" };
const saved: WelcomeSetting = {
  ...{ branch, lineConfigured: true, mode: "automatic", status: 1, version: 3, updateTime: "2026-11-20T10:00:00Z" },
  segments: [
    { kind: "text", text: "Welcome!" },
    { kind: "text", text: "Ask us anything." },
  ],
  buttons: [{ kind: "message", label: "Prices" }],
};
const fresh: WelcomeSetting = { ...saved, segments: [], buttons: [], status: 0, version: 0, updateTime: null };
const perms = ["org:welcome:query", "org:welcome:edit", "org:welcome:test"] as const;

async function open(setting: Partial<WelcomeSetting> = {}, around: Parameters<typeof show>[1] = {}) {
  const server = [...(around.server ?? []), answers(welcome.setting, { ...saved, ...setting })];
  const shown = show(<WelcomeMessage />, { perms, ...around, server });
  await screen.findByRole("switch");
  /** Sets the server's state from now on. */
  const becomes = (now: Partial<WelcomeSetting>) =>
    void server.unshift(answers(welcome.setting, { ...saved, ...setting, ...now }));
  return { ...shown, becomes };
}

const part = (number: number) => screen.getByLabelText<HTMLTextAreaElement>(`Part ${number} · text`);
const write = (number: number, value: string) => fireEvent.change(part(number), { target: { value } });
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>("button", { name });
const save = () => button("Save");
const preview = () => within(screen.getByRole("figure"));

it("saves the changes, based on the version that it was opened with", async () => {
  const { person, sentTo } = await open({}, { server: [answers(welcome.update, null)] });
  expect(save().disabled).toBe(true);
  write(1, " Hello! ");
  expect(preview().getByText(/Hello!/)).toBeTruthy();
  await person.click(save());
  await screen.findByText("The welcome message is saved");
  expect(sentTo(welcome.update)).toEqual([
    expect.objectContaining({ branchID: branch.branchID, version: 3, mode: "automatic", buttons: saved.buttons }),
  ]);
  expect(sentTo(welcome.update)).toMatchObject([{ segments: [{ text: "Hello!" }, { text: "Ask us anything." }] }]);
});

it("has nothing more to save once it is saved", async () => {
  const { person, becomes } = await open({}, { server: [answers(welcome.update, null)] });
  write(1, "Hello!");
  becomes({ segments: [{ kind: "text", text: "Hello!" }, ...saved.segments.slice(1)], version: 4 });
  await person.click(save());
  await waitFor(() => expect(save().disabled).toBe(true));
  expect(part(1).value).toBe("Hello!");
  expect(screen.queryByText(/Someone saved this/)).toBeNull();
});

it("keeps the input when somebody else has saved, and takes over the rest", async () => {
  const { person, sentTo, becomes } = await open({}, { server: [refuses(welcome.update, "STALE_DATA")] });
  write(1, "Hello!");
  becomes({ buttons: [{ kind: "message", label: "Timetable" }], version: 4 });
  await person.click(save());
  await screen.findByText("Someone saved this while you were writing");
  expect(part(1).value).toBe("Hello!");
  expect(screen.getByLabelText<HTMLInputElement>("Label of button 1").value).toBe("Timetable");
  await person.click(save());
  await waitFor(() => expect(sentTo(welcome.update)).toHaveLength(2));
  expect(sentTo(welcome.update)[1]).toMatchObject({ version: 4, buttons: [{ label: "Timetable" }] });
});

it("keeps the input when the message is switched off", async () => {
  const { person, sentTo, becomes } = await open({}, { server: [answers(welcome.setStatus, null)] });
  write(2, "We answer at once.");
  becomes({ status: 0, version: 4 });
  await person.click(screen.getByRole("switch"));
  await screen.findByText("Not in use");
  expect(part(2).value).toBe("We answer at once.");
  expect(screen.queryByText(/Someone saved this/)).toBeNull();
  expect(sentTo(welcome.setStatus)).toMatchObject([{ Status: "0" }]);
});

it.each([
  ["there is none yet", fresh, "There is no welcome message yet", true],
  ["no account is connected", { lineConfigured: false, status: 0 }, "No LINE account is connected", true],
  ["it is off", { status: 0 }, "Not in use", false],
  ["it is on", {}, "In use", false],
] as const)("says whether new friends get it when %s", async (_name, setting, words, isFixed) => {
  await open(setting);
  expect(screen.getByText(words)).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>("switch").disabled).toBe(isFixed);
});

it("says why switching it on was refused, and leaves it off", async () => {
  const { person } = await open({ status: 0 }, { server: [refuses(welcome.setStatus, "LINE_NOT_CONFIGURED")] });
  await person.click(screen.getByRole("switch"));
  await screen.findByText("LINE_NOT_CONFIGURED");
  await waitFor(() => expect(screen.getByRole("switch").getAttribute("aria-checked")).toBe("false"));
});

it("says why a message cannot be saved", async () => {
  const { person } = await open();
  const problem = () => screen.getAllByRole("status").map((status) => status.textContent);
  write(1, " ");
  expect(problem()).toContain("A text part is empty");
  write(1, "Hello");
  await person.click(button(/Add picture/));
  expect(problem()).toContain("A picture part has no file yet");
  await person.click(button("Remove: Part 3 · picture"));
  await person.click(button(/Add button/));
  expect(problem()).toContain("A button has no label");
  fireEvent.change(screen.getByLabelText("Label of button 2"), { target: { value: "Our site" } });
  const kinds = within(screen.getByLabelText("What button 2 does"));
  await person.click(kinds.getByText("Opens a page"));
  fireEvent.change(screen.getByLabelText("Address of button 2"), { target: { value: "http://example.test" } });
  expect(problem()).toContain("A button’s address must begin with https");
  expect(save().disabled).toBe(true);
  fireEvent.change(screen.getByLabelText("Address of button 2"), { target: { value: "https://example.test" } });
  expect(save().disabled).toBe(false);
});

it("moves parts within their limits, and keeps the last one", async () => {
  const { person } = await open();
  expect(button("Move up: Part 1 · text").disabled).toBe(true);
  expect(button("Move down: Part 2 · text").disabled).toBe(true);
  await person.click(button("Move down: Part 1 · text"));
  expect([part(1).value, part(2).value]).toEqual(["Ask us anything.", "Welcome!"]);
  await person.click(button("Remove: Part 1 · text"));
  expect(part(1).value).toBe("Welcome!");
  expect(screen.queryByRole("button", { name: /^Remove: Part/ })).toBeNull();
});

it("accepts no more parts and buttons than LINE", async () => {
  const text = (words: string) => ({ kind: "text" as const, text: words });
  const label = (words: string) => ({ kind: "message" as const, label: words });
  await open({ segments: ["1", "2", "3", "4", "5"].map(text), buttons: ["a", "b", "c", "d"].map(label) });
  for (const name of [/Add text/, /Add picture/, /Add button/]) expect(button(name).disabled).toBe(true);
});

it("sends a test of the saved message to LINE, and of the draft to WhatsApp", async () => {
  const { person, sentTo } = await open({}, { server: [answers(welcome.testWhatsapp, { sent: true })] });
  fireEvent.change(screen.getByLabelText("LINE user ID"), { target: { value: "U1" } });
  expect(button("Send to LINE").disabled).toBe(false);
  write(1, "Hello!");
  expect(button("Send to LINE").disabled).toBe(true);
  fireEvent.change(screen.getByLabelText("Country code"), { target: { value: "+852" } });
  fireEvent.change(screen.getByLabelText("Phone"), { target: { value: "61234567" } });
  await person.click(button("Send to WhatsApp"));
  await screen.findByText("The test is on its way");
  expect(sentTo(welcome.testWhatsapp)).toMatchObject([
    { areaCode: "852", phone: "61234567", segments: [{ text: "Hello!" }, { text: "Ask us anything." }] },
  ]);
  expect(part(1).value).toBe("Hello!");
});

it("says why a test was refused", async () => {
  const { person } = await open({}, { server: [refuses(welcome.testLine, "TEST_IDENTITY_NOT_VERIFIED")] });
  fireEvent.change(screen.getByLabelText("LINE user ID"), { target: { value: "U1" } });
  await person.click(button("Send to LINE"));
  await screen.findByText("TEST_IDENTITY_NOT_VERIFIED");
  expect(screen.getByLabelText<HTMLInputElement>("LINE user ID").value).toBe("U1");
});

it("only shows the message to a person without the right to change it", async () => {
  await open({}, { perms: ["org:welcome:query"] });
  expect(part(1).disabled).toBe(true);
  expect(screen.queryByRole("button", { name: /Save|Add|Move|Remove|Send/ })).toBeNull();
});

it("offers the other branches to a person who sees their accounts", async () => {
  const other = { branchID: BranchId.parse("019aaaaa-0000-7000-8000-000000000002"), name: "Sha Tin" };
  const accounts = answers(line.setting, [{ branch }, { branch: other }] as never);
  const { person, search } = await open({}, { perms: [...perms, "org:line:query"], server: [accounts] });
  fireEvent.mouseDown(await screen.findByLabelText("Branch"));
  await person.click(await screen.findByTitle("Sha Tin"));
  expect(search()).toBe(`?branch=${other.branchID}`);
});
