// @vitest-environment happy-dom
import { channels, type TestedField, testedFields, type WhatsappChannel } from "@homeroom/contract/channels";
import { BranchId, ChannelId } from "@homeroom/contract/ids";
import { member } from "@homeroom/contract/member";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, onTestFinished, vi } from "vitest";
import { answers, later, refuses, show } from "#ui/for-tests.ts";
import { WhatsappEditor } from "./whatsapp-editor.tsx";

const recordID = ChannelId.parse("019aaaaa-0000-7000-8000-000000000001");
const branches = [1, 2].map((number) => ({
  ...{ value: BranchId.parse(`019aaaaa-0000-7000-8000-00000000001${number}`), label: `Branch ${number}` },
}));
const secret = { hasValue: true, last4: "9f3a" };
const channel: Partial<WhatsappChannel> = {
  ...{ recordID, name: "Front desk", appID: "100001", phoneNumberID: "200002", businessAccountID: "300003" },
  ...{ catalogueID: "", accessToken: secret, appSecret: secret, version: 3 },
};

type Fault = NonNullable<Parameters<typeof answers<typeof channels.testWhatsapp>>[1]["fields"][number]["reason"]>;
const tested = (faults: Partial<Record<TestedField, Fault>> = {}) => {
  const fields = testedFields.map((field) => {
    const reason = faults[field] ?? null;
    return { field, ok: reason === null, reason, detail: reason ? "(#100) from Meta" : "" };
  });
  const number = { displayPhone: "+852 9123 4567", verifiedName: "Homeroom" };
  return answers(channels.testWhatsapp, { ok: Object.keys(faults).length === 0, detail: "", fields, number });
};
const saved = (more: { verifyToken?: string } = {}) =>
  answers(channels.updateWhatsapp, { recordID, webhookUrl: "https://hook.test/wa", ...more });
const trial = {
  ...{ appID: "900001", appSecret: "s", businessAccountID: "900003", catalogueID: "900004", accessToken: "t" },
  ...{ phoneNumberID: "900002", phonePage: "https://phone.test/" },
};
const noTrial = answers(channels.trialNumber, null);

function start(
  server: ReturnType<typeof answers>[],
  { isNew = false, taken = [] }: { isNew?: boolean; taken?: string[] } = {},
) {
  const onClose = vi.fn();
  const edited = isNew ? {} : { channel: channel as WhatsappChannel };
  const editor = <WhatsappEditor {...edited} taken={taken} onClose={onClose} />;
  const around = [noTrial, answers(member.branchList, branches as never), answers(channels.whatsappSetting, [])];
  return { ...show(editor, { perms: ["org:whatsapp:edit"], server: [...server, ...around] }), onClose };
}

const write = (label: string | RegExp, value: string) =>
  void fireEvent.change(screen.getByLabelText(label), { target: { value } });
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>("button", { name });
const results = () => screen.queryByRole("region", { name: "Test results" })?.textContent ?? null;

it("tests the values before it saves them, based on the version that was shown", async () => {
  const { person, sentTo, onClose } = start([tested(), saved()]);
  write("Access token", " EAAG ");
  await person.click(button("Test and save"));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  const values = { recordID, appID: "100001", accessToken: "EAAG", appSecret: "" };
  expect(sentTo(channels.testWhatsapp)).toMatchObject([values]);
  expect(sentTo(channels.updateWhatsapp)).toMatchObject([{ ...values, name: "Front desk", version: 3 }]);
});

it("saves nothing that failed the test, marks each value with the reason, and keeps the input", async () => {
  const { person, sentTo, onClose } = start([tested({ phoneNumberID: "otherAccount" })]);
  write("Phone number ID", "999999");
  await person.click(button("Test and save"));
  await screen.findByText("The phone number does not belong to this business account");
  expect(results()).toContain("(#100) from Meta");
  expect(results()).toContain("+852 9123 4567 · Homeroom");
  expect(sentTo(channels.updateWhatsapp)).toEqual([]);
  expect(onClose).not.toHaveBeenCalled();
  expect(screen.getByLabelText<HTMLInputElement>("Phone number ID").value).toBe("999999");
});

it("marks a refused token, and not the values that could not be tested with it", async () => {
  const { person } = start([tested({ accessToken: "tokenExpired", appID: "tokenExpired" })]);
  await person.click(button("Test and save"));
  await screen.findByText("The token is not valid or has expired");
  expect(screen.getAllByText("The token is not valid or has expired")).toHaveLength(1);
});

it("shows Meta's answer only beside the values it is about", async () => {
  const { person } = start([tested()]);
  await person.click(button("Test"));
  await waitFor(() => expect(results()).toContain("App ID: passed"));
  write("Account name", "Reception");
  expect(results()).not.toBeNull();
  write("App ID", "1");
  await waitFor(() => expect(results()).toBeNull());
  write("App ID", "100001");
  await waitFor(() => expect(results()).not.toBeNull());
});

it("shows no answer of Meta that arrives after the values were changed", async () => {
  const answer = Promise.withResolvers<void>();
  const { person, sentTo } = start([later(tested(), answer.promise)]);
  await person.click(button("Test"));
  await waitFor(() => expect(sentTo(channels.testWhatsapp)).toHaveLength(1));
  write("App ID", "1");
  answer.resolve();
  await screen.findByRole("button", { name: "Test" });
  expect(results()).toBeNull();
});

it("says when nothing could be tested, and can retry", async () => {
  const { person, sentTo } = start([refuses(channels.testWhatsapp, "PERMISSION_DENIED")]);
  await person.click(button("Test"));
  await screen.findByText("You have no permission");
  await person.click(await screen.findByRole("button", { name: "Test" }));
  await waitFor(() => expect(sentTo(channels.testWhatsapp)).toHaveLength(2));
});

it.each([
  ["Phone number ID", "+852 9123 4567", /This is the phone number itself/],
  ["App ID", "12 34", /The ID has digits only/],
  ["Business account ID", "12", /The ID is too short/],
  ["Access token", "EAA G", /There is a space or line break inside/],
])("says at once what cannot be right about the %s “%s”", async (label, value, words) => {
  start([]);
  write(label, value);
  expect(await screen.findByText(words)).toBeTruthy();
});

it("tests nothing automatically when it is opened", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const { sentTo } = start([tested()]);
  await act(() => vi.advanceTimersByTimeAsync(5000));
  expect(sentTo(channels.testWhatsapp)).toEqual([]);
  expect(screen.getByLabelText<HTMLInputElement>("App ID").value).toBe("100001");
});

it("tests values automatically once one was pasted, but no impossible ones", async () => {
  const { sentTo } = start([tested()]);
  write("App ID", "1");
  write("Phone number ID", "200009");
  write("App ID", "100009");
  await waitFor(() => expect(results()).toContain("App ID: passed"));
  expect(sentTo(channels.testWhatsapp)).toMatchObject([{ recordID, appID: "100009", phoneNumberID: "200009" }]);
});

async function fillNew(person: ReturnType<typeof start>["person"]) {
  fireEvent.mouseDown(await screen.findByLabelText("Branch"));
  await person.click((await screen.findAllByTitle("Branch 2")).at(-1) ?? document.body);
  for (const [label, value] of [
    ["Account name", "New desk"],
    ["App ID", "100001"],
    ["App secret", "s"],
    ["Business account ID", "300003"],
    ["Phone number ID", "200002"],
    ["Access token", "t"],
  ] as const)
    write(label, value);
}

it("offers a new number only branches without one, and shows its verify token before it closes", async () => {
  const { person, sentTo, onClose } = start([tested(), saved({ verifyToken: "v-123" })], {
    ...{ isNew: true, taken: [branches[0]?.value ?? ""] },
  });
  await fillNew(person);
  expect(screen.queryByTitle("Branch 1")).toBeNull();
  await person.click(button("Test and save"));
  await screen.findByText(/v-123/);
  expect(onClose).not.toHaveBeenCalled();
  expect(sentTo(channels.updateWhatsapp)).toMatchObject([{ branchID: branches[1]?.value, name: "New desk" }]);
  await person.click(button("Copied, done"));
  expect(onClose).toHaveBeenCalledOnce();
});

it("preselects the only branch without a number, and then closes without a question", async () => {
  const { person, onClose } = start([], { isNew: true, taken: [branches[0]?.value ?? ""] });
  await screen.findByTitle("Branch 2");
  await person.click(button("Cancel"));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
});

it("requires the branch and the keys of a new number before it tests anything", async () => {
  const { person, sentTo } = start([tested(), saved()], { isNew: true });
  write("Account name", "Front desk");
  write("App ID", "100001");
  write("Business account ID", "300003");
  write("Phone number ID", "200002");
  await person.click(button("Test and save"));
  await waitFor(() => expect(screen.getAllByText("This field is required")).toHaveLength(3));
  expect(sentTo(channels.testWhatsapp)).toEqual([]);
});

it("fills in a test number, and links to its customer's phone once it is connected", async () => {
  const server = [answers(channels.trialNumber, trial), tested(), saved({ verifyToken: "v-123" })];
  const { person, sentTo } = start(server, { isNew: true });
  await person.click(await screen.findByRole("button", { name: "Use a test number" }));
  fireEvent.mouseDown(screen.getByLabelText("Branch"));
  await person.click(await screen.findByTitle("Branch 1"));
  await person.click(button("Test and save"));
  const phone = await screen.findByRole("link", { name: "Open the customer's phone" });
  expect(phone.getAttribute("href")).toBe(trial.phonePage);
  expect(sentTo(channels.updateWhatsapp)).toMatchObject([{ name: "Test number", phoneNumberID: "900002" }]);
});

it("keeps the input when somebody else has saved, and then saves based on their version", async () => {
  const theirs = { ...channel, name: "Their desk", version: 4 } as WhatsappChannel;
  const server = [
    tested(),
    refuses(channels.updateWhatsapp, "STALE_DATA"),
    answers(channels.whatsappSetting, [theirs]),
  ];
  const { person, sentTo } = start(server);
  write("App ID", "100009");
  await person.click(button("Test and save"));
  await screen.findByText(/Updated with their changes/);
  server[1] = saved();
  expect(screen.getByLabelText<HTMLInputElement>("App ID").value).toBe("100009");
  await person.click(await screen.findByRole("button", { name: "Test and save" }));
  await waitFor(() => expect(sentTo(channels.updateWhatsapp)).toHaveLength(2));
  expect(sentTo(channels.updateWhatsapp)[1]).toMatchObject({ name: "Their desk", appID: "100009", version: 4 });
});
