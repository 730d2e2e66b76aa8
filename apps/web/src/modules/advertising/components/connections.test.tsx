// @vitest-environment happy-dom
import { type AdAccount, campaigns } from "@homeroom/contract/campaigns";
import { type ConversionEvent, type ConversionSetting, conversions } from "@homeroom/contract/conversions";
import { type GoogleSetting, googleLeads } from "@homeroom/contract/google-leads";
import { BranchId, LeadId, RecordId } from "@homeroom/contract/ids";
import { media } from "@homeroom/contract/media";
import { member } from "@homeroom/contract/member";
import { type MetaPage, type MetaSetting, metaSettings } from "@homeroom/contract/meta-settings";
import type { Permission } from "@homeroom/contract/permissions";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, it } from "vitest";
import { answers, inTurn, later, question, refuses, show } from "#ui/for-tests.ts";
import { GoogleForms } from "../screens/google-forms.tsx";
import { MetaSettingScreen } from "../screens/meta-setting.tsx";
import { Conversions } from "./conversions.tsx";

const uuid = (n: number) => `019aaaaa-0000-7000-8000-${String(n).padStart(12, "0")}`;
const branch = { branchID: BranchId.parse(uuid(900)), name: "Central" };
const time = "2026-11-26T01:00:00Z";

const page: MetaPage = {
  ...{ pageID: "77", name: "Music", branch: null, channelID: null, secondaryChannelID: null },
  ...{ status: 0, problem: null, lastReceivedAt: null, version: 1 },
};
const connection = { userName: "Ann", state: "ok" as const, connectedAt: time, expiresAt: null, missingScopes: [] };
const meta = (part: Partial<MetaSetting> = {}) =>
  answers(metaSettings.setting, { available: true, connection, pages: [page], mayConnect: true, ...part });
const account: AdAccount = {
  ...{ recordID: RecordId.parse(uuid(1)), accountID: "123", name: "Ads", currency: "HKD", timeZone: "Asia/Hong_Kong" },
  ...{ branch: null, status: 0, problem: null, isSyncing: false, syncedAt: null, version: 2 },
};
const dataset: ConversionSetting = {
  ...{ datasetID: "12345", accessToken: { hasValue: true, last4: "wxyz" }, status: 1, problem: null, version: 3 },
  mayEdit: true,
};
const event: ConversionEvent = {
  ...{ recordID: RecordId.parse(uuid(5)), leadId: LeadId.parse(uuid(6)), leadName: "Amy", stage: "deal" },
  ...{ state: "failed", problem: "unavailable", detail: "", attempts: 3, time },
};
const logOf = (...list: ConversionEvent[]) => answers(conversions.log, { list, total: list.length } as never);
const busy = (endpoint: Parameters<typeof refuses>[0]) => refuses(endpoint, "TOO_MANY_REQUESTS");
const branches = answers(member.branchList, [{ value: branch.branchID, label: "Central" }] as never);
const usual = [
  meta(),
  branches,
  answers(media.channels, []),
  answers(metaSettings.log, { list: [], total: 0 } as never),
  answers(googleLeads.log, { list: [], total: 0 } as never),
  answers(campaigns.accounts, { list: [account] }),
  answers(conversions.setting, dataset),
  logOf(event),
];

interface Open {
  server?: ReturnType<typeof answers>[];
  perms?: readonly Permission[];
  search?: string;
}

function open(
  children: ReactNode,
  { server = [], perms = ["org:meta:edit", "org:meta:test"], search = "" }: Open = {},
) {
  return show(children, { perms, search, server: [...server, ...usual] });
}

const openMeta = (around?: Open) => open(<MetaSettingScreen />, around);
const card = async (name: string) => within(await screen.findByRole("article", { name }));
const press = async (person: ReturnType<typeof show>["person"], where: string, name: string) =>
  person.click((await card(where)).getByRole("button", { name }));

it("connects once with the sign-in result from Meta, and removes it from the address", async () => {
  const { sentTo, search } = openMeta({
    server: [answers(metaSettings.connect, null)],
    search: "?code=abc&state=xyz",
  });
  await screen.findByText("Connected with Meta");
  expect(sentTo(metaSettings.connect)).toEqual([{ code: "abc", state: "xyz" }]);
  expect(search()).toBe("");
});

it("reports a cancelled sign-in at Meta, and connects nothing", async () => {
  const { sentTo, search } = openMeta({ search: "?error=access_denied&error_reason=user_denied&state=xyz" });
  await screen.findByText("Not connected: the sign-in at Meta was cancelled");
  expect(sentTo(metaSettings.connect)).toEqual([]);
  expect(search()).toBe("");
});

it.each<[string, Partial<MetaSetting>, readonly Permission[], string[]]>([
  ["connected", {}, ["org:meta:test"], ["Reload", "Connect again", "Disconnect"]],
  ["connected by the head office", { mayConnect: false }, ["org:meta:test"], ["Reload"]],
  ["connected", {}, [], ["Connect again", "Disconnect"]],
  ["not connected", { connection: null }, ["org:meta:test"], ["Connect Meta"]],
])("an organisation that is %s (%j) offers with %j: %j", async (_, setting, perms, expected) => {
  openMeta({ server: [meta(setting)], perms });
  const buttons = (await card("Connection with Meta")).queryAllByRole("button");
  expect(buttons.map(({ textContent }) => textContent)).toEqual(expected);
});

it.each([
  ["expiring", "The connection ends within a week. Connect again so that you do not miss any leads."],
  ["expired", "The connection has ended. Connect again to receive leads."],
  ["refused", "Meta no longer accepts the connection. Connect again to receive leads."],
] as const)("warns of a connection that is %s", async (state, words) => {
  openMeta({ server: [meta({ connection: { ...connection, state } })] });
  expect(await screen.findByText(words)).toBeTruthy();
});

it.each<[Partial<MetaPage>, Partial<MetaSetting>, string[]]>([
  [{ status: 1 }, {}, ["Takes leads"]],
  [
    { status: 1 },
    { connection: { ...connection, state: "refused" } },
    ["Takes no leads for now", "Connect again above."],
  ],
  [
    { status: 1, problem: "reconnect" },
    { connection: { ...connection, state: "expired" }, mayConnect: false },
    ["Takes no leads for now", "Ask an administrator of the head office to connect again."],
  ],
  [{ status: 1, problem: "refused" }, {}, ["Refused by Meta"]],
  [{ status: 0 }, { connection: { ...connection, state: "refused" } }, ["Takes no leads"]],
])("says of a page %j of a connection %j: %j", async (part, setting, [state = "", advice]) => {
  openMeta({ server: [meta({ pages: [{ ...page, ...part }], ...setting })] });
  const shown = await card("Music");
  expect(shown.getByText(state)).toBeTruthy();
  const lost = shown.queryByText(/^The connection with Meta is lost/)?.textContent;
  if (advice) expect(lost).toContain(advice);
  else expect(lost).toBeUndefined();
});

it("names the permissions that are missing at Meta", async () => {
  openMeta({ server: [meta({ connection: { ...connection, missingScopes: ["leads_retrieval"] } })] });
  expect(
    await screen.findByText("Meta did not grant: leads_retrieval. Connect again and grant everything."),
  ).toBeTruthy();
});

it("disconnects only after a confirmation, and reports a refusal", async () => {
  const { person, sentTo } = openMeta({ server: [busy(metaSettings.disconnect)] });
  await press(person, "Connection with Meta", "Disconnect");
  const asked = await question("Disconnect from Meta?");
  expect(sentTo(metaSettings.disconnect)).toEqual([]);
  await person.click(asked.getByRole("button", { name: "Disconnect" }));
  await screen.findByText(/^Too many attempts/);
});

it("can request the sign-in address again after a refusal", async () => {
  const { person, sentTo } = openMeta({ server: [busy(metaSettings.authUrl)] });
  await press(person, "Connection with Meta", "Connect again");
  await screen.findByText(/^Too many attempts/);
  await person.click(await screen.findByRole("button", { name: "Connect again" }));
  await waitFor(() => expect(sentTo(metaSettings.authUrl)).toHaveLength(2));
});

it("suggests collecting the leads of a page at its first set-up, for the first branch", async () => {
  const { person, sentTo, search } = openMeta({ server: [answers(metaSettings.save, null)] });
  await press(person, "Music", "Set up");
  await person.click(await screen.findByRole("button", { name: "Save" }));
  await screen.findByText("Saved the leads of Music");
  expect(sentTo(metaSettings.save)).toMatchObject([{ pageID: "77", branchID: branch.branchID, status: 1, version: 1 }]);
  expect(search()).toBe("");
});

it("says why a page cannot be set up when the branches could not be loaded", async () => {
  const { person } = openMeta({ server: [inTurn(busy(member.branchList), branches)] });
  await press(person, "Music", "Set up");
  const form = within(await screen.findByRole("dialog"));
  await form.findByText(/^Too many attempts/);
  await person.click(form.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("button", { name: "Save" })).toBeTruthy();
});

it("says why the ad accounts did not load, and retries", async () => {
  const accounts = answers(campaigns.accounts, { list: [account] });
  const { person } = openMeta({ server: [inTurn(busy(campaigns.accounts), accounts)] });
  const problem = within(await within(await screen.findByRole("region", { name: "Ad accounts" })).findByRole("alert"));
  await person.click(problem.getByRole("button", { name: "Try again" }));
  expect(await card("Ads")).toBeTruthy();
});

it("suggests fetching an account that is opened while it is off", async () => {
  const { person, sentTo } = openMeta({ server: [answers(campaigns.saveAccount, null)] });
  await press(person, "Ads", "Set up");
  await person.click(await screen.findByRole("button", { name: "Save" }));
  await screen.findByText("Saved Ads");
  expect(sentTo(campaigns.saveAccount)).toMatchObject([{ recordID: account.recordID, status: 1, version: 2 }]);
});

it.each([
  [{ status: 1 }, "Figures are fetched"],
  [{ status: 1, problem: "reconnect" as const }, "Connect Meta again"],
  [{ status: 0, problem: "reconnect" as const }, "Not fetched"],
])("says of an account %j: %s", async (part, words) => {
  openMeta({ server: [answers(campaigns.accounts, { list: [{ ...account, ...part }] })] });
  expect((await card("Ads")).getByText(words)).toBeTruthy();
});

it("says that nothing is fetched for an account while Meta refuses the connection", async () => {
  const lost = meta({ connection: { ...connection, state: "refused" } });
  openMeta({ server: [lost, answers(campaigns.accounts, { list: [{ ...account, status: 1 }] })] });
  expect((await card("Ads")).getByText("Connect Meta again")).toBeTruthy();
});

it("says why the feedback to Meta did not load, and retries", async () => {
  const setting = answers(conversions.setting, dataset);
  const { person } = open(<Conversions />, { server: [inTurn(busy(conversions.setting), setting)] });
  expect((await screen.findByRole("alert")).textContent).toMatch(/^Too many attempts/);
  await person.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByText("••••wxyz");
});

it("keeps the saved token when none is entered, and requires one at first", async () => {
  const none = { ...dataset, datasetID: "", accessToken: { hasValue: false, last4: "" }, status: 0 };
  const { person, sentTo } = open(<Conversions />, {
    server: [answers(conversions.setting, none), answers(conversions.save, null)],
  });
  await person.click(await screen.findByRole("button", { name: "Set up" }));
  fireEvent.change(await screen.findByLabelText("Dataset ID"), { target: { value: "123456" } });
  expect(
    screen.getByLabelText("Access token").closest(".ant-form-item")?.querySelector("[class*=required]"),
  ).not.toBeNull();
  await person.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(sentTo(conversions.save)).toMatchObject([{ datasetID: "123456", status: 1 }]));
});

it("sends a stage again once, however often the button is pressed, and says why it was refused", async () => {
  const waiting = Promise.withResolvers<void>();
  const { person, sentTo } = open(<Conversions />, { server: [later(busy(conversions.retry), waiting.promise)] });
  await person.dblClick(await screen.findByRole("button", { name: "Try again" }));
  waiting.resolve();
  await screen.findByText(/^Too many attempts/);
  expect(sentTo(conversions.retry)).toEqual([{ recordID: event.recordID }]);
});

it.each<[string, Partial<ConversionEvent>, readonly Permission[]]>([
  ["was sent", { state: "sent", problem: null }, ["org:meta:edit"]],
  ["is older than Meta takes", { problem: "tooOld" }, ["org:meta:edit"]],
  ["failed, to people without the right", {}, []],
])("offers no second try for a stage that %s", async (_, part, perms) => {
  open(<Conversions />, { server: [logOf({ ...event, ...part })], perms });
  await screen.findByRole("link", { name: "Amy" });
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
});

const google: GoogleSetting = {
  ...{ branch, webhookURL: "https://x.test/hook", googleKey: { hasValue: true, last4: "wxyz" }, channelID: null },
  ...{ secondaryChannelID: null, status: 1, lastReceivedAt: null, version: 4 },
};

function openGoogle(part: Partial<GoogleSetting> = {}, server: ReturnType<typeof answers>[] = []) {
  const setting = answers(googleLeads.setting, [{ ...google, ...part }]);
  return open(<GoogleForms />, {
    perms: ["org:google:edit"],
    server: [...server, setting],
    search: `?edit=${branch.branchID}`,
  });
}

const key = () => screen.findByLabelText<HTMLInputElement>("Key");

it("suggests a key at the first set-up of lead forms, and saves it with them", async () => {
  const { person, sentTo } = openGoogle({ googleKey: { hasValue: false, last4: "" }, status: 0 }, [
    answers(googleLeads.save, null),
  ]);
  const { value } = await key();
  expect(value).toMatch(/^[\w-]{32}$/);
  await person.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("Saved the Google lead forms of Central");
  expect(sentTo(googleLeads.save)).toMatchObject([{ branchID: branch.branchID, googleKey: value, status: 1 }]);
});

it("asks before discarding a new key that Google may already know", async () => {
  const { person, search } = openGoogle();
  expect((await key()).value).toBe("");
  await person.click(screen.getByRole("button", { name: "Create a new key" }));
  await waitFor(async () => expect((await key()).value).toMatch(/^[\w-]{32}$/));
  await person.click(screen.getByRole("button", { name: "Cancel" }));
  await question("Unsaved changes");
  expect(search()).toBe(`?edit=${branch.branchID}`);
});

it("leaves the saved key as it is when none is entered", async () => {
  const { person, sentTo } = openGoogle({}, [answers(googleLeads.save, null)]);
  await key();
  await person.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(sentTo(googleLeads.save)).toHaveLength(1));
  expect(sentTo(googleLeads.save)[0]).toMatchObject({ version: 4 });
  expect((sentTo(googleLeads.save)[0] as { googleKey?: string }).googleKey ?? "").toBe("");
});
