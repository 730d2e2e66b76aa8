// @vitest-environment happy-dom
import { RecordId } from "@homeroom/contract/ids";
import { type LeadChannel, maxChannels, media } from "@homeroom/contract/media";
import type { Permission } from "@homeroom/contract/permissions";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { answers, inTurn, question, refuses, show } from "#ui/for-tests.ts";
import { LeadChannels } from "./lead-channels.tsx";

const idOf = (n: number) => RecordId.parse(`019aaaaa-0000-7000-8000-${String(n).padStart(12, "0")}`);
const child = (n: number, name: string, useCount = 0) => ({ recordID: idOf(n), name, isDefault: false, useCount });
const channelOf = (n: number, name: string, part: Partial<LeadChannel> = {}): LeadChannel => ({
  ...{ ...child(n, name), children: [] },
  ...part,
});
const web = channelOf(1, "Web", {
  useCount: 3,
  children: [child(11, "Search"), child(12, "Maps", 2), child(13, "Blog")],
});
const street = channelOf(2, "Street");
const own = channelOf(3, "Import", { isDefault: true });
const all: readonly Permission[] = ["org:channel:add", "org:channel:edit", "org:channel:delete"];

interface Open {
  server?: ReturnType<typeof answers>[];
  perms?: readonly Permission[];
  search?: string;
}

function open({ server = [], perms = all, search = "" }: Open = {}) {
  const channels = answers(media.channels, [web, street, own]);
  return show(<LeadChannels />, { perms, search, server: [...server, channels] });
}

const buttons = () => screen.getAllByRole("button").map((one) => one.getAttribute("aria-label") ?? one.textContent);
const press = async (person: ReturnType<typeof show>["person"], name: string) =>
  person.click(await screen.findByRole("button", { name }));

it("leaves Homeroom's own channels as they are", async () => {
  open();
  await screen.findByText("Import");
  expect(buttons()).toContain("Rename “Street”");
  expect(buttons()).toContain("Delete “Street”");
  expect(buttons().filter((name) => name?.includes("Import"))).toEqual(["Add a secondary channel below “Import”"]);
});

it("offers nothing to change to people who can only read", async () => {
  open({ perms: [] });
  await screen.findByText("Import");
  expect(screen.queryAllByRole("button", { name: /channel|Rename|Delete/ })).toEqual([]);
});

it("opens no form for people without the permission, whatever the address says", async () => {
  open({ perms: [], search: "?form=primary" });
  await screen.findByText("Import");
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("links to the leads of a channel, and to those of a secondary one", async () => {
  open();
  const link = await screen.findByRole("link", { name: "3 leads" });
  expect(link.getAttribute("href")).toBe(`/lead/list?channel=${idOf(1)}`);
  expect(screen.getByRole("link", { name: "2 leads" }).getAttribute("href")).toBe(
    `/lead/list?secondaryChannel=${idOf(12)}`,
  );
});

it("adds a secondary channel below the one that was pressed", async () => {
  const { person, sentTo, search } = open({ server: [answers(media.saveChannel, { recordID: idOf(9) })] });
  await press(person, "Add a secondary channel below “Street”");
  fireEvent.change(await screen.findByLabelText("Channel name"), { target: { value: "Flyer" } });
  await person.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("Saved the channel “Flyer”");
  expect(sentTo(media.saveChannel)).toEqual([{ name: "Flyer", parentID: idOf(2) }]);
  expect(search()).toBe("");
});

it("asks for the primary channel of a new secondary one before it is sent", async () => {
  const { person, sentTo } = open({ search: "?form=secondary" });
  fireEvent.change(await screen.findByLabelText("Channel name"), { target: { value: "Flyer" } });
  await person.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(document.querySelector(".ant-form-item-explain-error")).not.toBeNull());
  expect(sentTo(media.saveChannel)).toEqual([]);
});

it("keeps a name that the server refuses, and says why", async () => {
  const { person, search } = open({
    server: [refuses(media.saveChannel, "CHANNEL_PRIMARY_DUPLICATE")],
    search: `?form=${idOf(2)}`,
  });
  const field = await screen.findByLabelText<HTMLInputElement>("Channel name");
  expect(field.value).toBe("Street");
  fireEvent.change(field, { target: { value: "Web" } });
  await person.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByRole("alert");
  expect(field.value).toBe("Web");
  expect(search()).toBe(`?form=${idOf(2)}`);
});

it("asks, and then deletes a channel without leads", async () => {
  const { person, sentTo } = open({ server: [answers(media.removeChannel, null)] });
  await press(person, "Delete “Street”");
  const asked = await question("Delete the channel “Street”?");
  expect(sentTo(media.removeChannel)).toEqual([]);
  await person.click(asked.getByRole("button", { name: "Delete" }));
  await screen.findByText("Deleted the channel “Street”");
  expect(sentTo(media.removeChannel)).toEqual([{ recordID: idOf(2) }]);
});

it("says why a channel was not deleted", async () => {
  const { person } = open({ server: [refuses(media.removeChannel, "TOO_MANY_REQUESTS")] });
  await press(person, "Delete “Street”");
  await person.click((await question("Delete the channel")).getByRole("button", { name: "Delete" }));
  await screen.findByText(/^Too many attempts/);
});

it("shows the leads of a channel instead of deleting it", async () => {
  const { person, sentTo } = open();
  await press(person, "Delete “Maps”");
  const asked = await question("is in use and cannot be deleted");
  asked.getByText("2 leads came through it. Move them to another channel first.");
  await person.click(asked.getByRole("button", { name: "Cancel" }));
  expect(sentTo(media.removeChannel)).toEqual([]);
});

it.each([
  ["", "“Web” still has 3 secondary channels; delete them first."],
  ["?keywords=maps", "“Web” still has 3 secondary channels; delete them first."],
])("names all secondary channels that stand in the way, also in a search: %j", async (search, words) => {
  const { person, sentTo } = open({ search });
  await press(person, "Delete “Web”");
  await screen.findByText(words);
  expect(sentTo(media.removeChannel)).toEqual([]);
});

it("shows the channels that a search finds, and all again once it is cleared", async () => {
  const { person, search } = open({ search: "?keywords=nothing" });
  await screen.findByText("No channels match");
  await person.click(screen.getByRole("button", { name: "Clear the search" }));
  await screen.findByText("Street");
  expect(search()).toBe("");
});

it("accepts no further primary channel at the limit", async () => {
  const most = Array.from({ length: maxChannels.primary }, (_, at) => channelOf(100 + at, `Channel ${at}`));
  open({ server: [answers(media.channels, most)] });
  await screen.findByText(/^Primary 20 \/ 20/);
  const add = (name: RegExp) => screen.getByRole<HTMLButtonElement>("button", { name });
  expect([add(/Add primary channel/).disabled, add(/^Add secondary channel$/).disabled]).toEqual([true, false]);
});

it("says why the channels could not be loaded, and tries again", async () => {
  const { person } = open({
    server: [inTurn(refuses(media.channels, "TOO_MANY_REQUESTS"), answers(media.channels, [street]))],
  });
  await screen.findByText(/^Too many attempts/);
  await press(person, "Try again");
  await screen.findByText("Street");
});
