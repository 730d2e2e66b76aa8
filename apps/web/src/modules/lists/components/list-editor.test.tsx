// @vitest-environment happy-dom
import { RecordId } from "@homeroom/contract/ids";
import { customLists, type ListItem, maxItems, media } from "@homeroom/contract/media";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { answers, inTurn, later, refuses, show } from "#ui/for-tests.ts";
import { ListEditor } from "./list-editor.tsx";

const idOf = (n: number) => RecordId.parse(`019aaaaa-0000-7000-8000-${String(n).padStart(12, "0")}`);
const itemOf = (n: number, name: string, part: Partial<ListItem> = {}): ListItem => ({
  ...{ recordID: idOf(n), name, sort: n, status: 1, useCount: 0, isProtected: false },
  ...part,
});
const items = (...list: ListItem[]) => answers(media.customItems, list);
const three = [itemOf(1, "Cold"), itemOf(2, "Warm"), itemOf(3, "Hot")];
const saved = answers(media.saveItem, { recordID: idOf(9) });
const busy = refuses(media.saveItem, "TOO_MANY_REQUESTS");
const all = { add: true, edit: true, remove: true };

interface Open {
  server?: ReturnType<typeof answers>[];
  may?: typeof all;
  list?: "leadStatuses" | "tags";
}

function open({ server = [], may = all, list = "leadStatuses" }: Open = {}) {
  return show(<ListEditor list={customLists[list]} name={list} may={may} />, { server: [...server, items(...three)] });
}

const names = () =>
  screen.getAllByRole("listitem").map((row) => /Cold|Warm|Hot/.exec(row.textContent)?.[0] ?? row.textContent);
const nameField = () => screen.getByRole<HTMLInputElement>("textbox", { name: "Name" });
const write = (value: string) => fireEvent.change(nameField(), { target: { value } });
const add = () => screen.findByRole("button", { name: "Add to Lead statuses" });
const handle = (name: string) => screen.findByRole("button", { name: `Move “${name}” with the arrow keys` });

it("adds items one after another, each with its name", async () => {
  const { person, sentTo } = open({ server: [saved] });
  await waitFor(async () => expect(await add()).toHaveProperty("disabled", false));
  await person.click(await add());
  write("Cool");
  await person.keyboard("{Enter}");
  await waitFor(() => expect(nameField().value).toBe(""));
  expect(document.activeElement).toBe(nameField());
  write("Lost");
  await person.keyboard("{Enter}");
  await waitFor(() => expect(sentTo(media.saveItem)).toHaveLength(2));
  expect(sentTo(media.saveItem)).toEqual(
    ["Cool", "Lost"].map((name) => ({ ProjectID: customLists.leadStatuses, name, status: 1 })),
  );
});

it("keeps the name of the next item, typed while the previous one is saved", async () => {
  const waiting = Promise.withResolvers<void>();
  const { person, sentTo } = open({ server: [later(saved, waiting.promise)] });
  await waitFor(async () => expect(await add()).toHaveProperty("disabled", false));
  await person.click(await add());
  write("Cool");
  await person.keyboard("{Enter}");
  write("Lost");
  waiting.resolve();
  await waitFor(() => expect(sentTo(media.customItems)).toHaveLength(2));
  await waitFor(() => expect(screen.getByRole("button", { name: "Save" }).className).not.toContain("loading"));
  expect(nameField().value).toBe("Lost");
});

it("says why an item was not saved, keeps its name, and clears the error once it changes", async () => {
  const { person, sentTo } = open({ server: [inTurn(busy, saved)] });
  await waitFor(async () => expect(await add()).toHaveProperty("disabled", false));
  await person.click(await add());
  await person.click(screen.getByRole("button", { name: "Save" }));
  expect(screen.getByRole("alert").textContent).toBe("Enter a name");
  expect(sentTo(media.saveItem)).toEqual([]);
  write("Cool");
  expect(screen.queryByRole("alert")).toBeNull();
  await person.click(screen.getByRole("button", { name: "Save" }));
  expect((await screen.findByRole("alert")).textContent).toMatch(/^Too many attempts/);
  expect(nameField().value).toBe("Cool");
  await person.click(nameField());
  await person.keyboard("{Escape}");
  expect(screen.queryByRole("textbox")).toBeNull();
});

it("edits an item in place: its name, and whether it is in use", async () => {
  const { person, sentTo } = open({ server: [saved] });
  await person.click(await screen.findByRole("button", { name: "Edit “Warm”" }));
  expect(nameField().value).toBe("Warm");
  await person.click(screen.getByRole("checkbox", { name: "In use" }));
  write("Warmer");
  await person.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.queryByRole("textbox")).toBeNull());
  const form = { ProjectID: customLists.leadStatuses, recordID: idOf(2), name: "Warmer", status: 0 };
  expect(sentTo(media.saveItem)).toEqual([form]);
});

it("asks for a colour only for tags", async () => {
  const { person, sentTo } = open({ server: [saved], list: "tags" });
  await person.click(await screen.findByRole("button", { name: "Edit “Warm”" }));
  await person.click(screen.getByRole("radio", { name: "Green" }));
  await person.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(sentTo(media.saveItem)).toMatchObject([{ name: "Warm", color: "green" }]));
});

it("moves an item by its handle at once, sends the whole order and announces its position", async () => {
  const { person, sentTo } = open({ server: [answers(media.sortItems, null)] });
  (await handle("Cold")).focus();
  await person.keyboard("{ArrowDown}");
  await waitFor(() => expect(names()).toEqual(["Warm", "Cold", "Hot"]));
  expect(screen.getByRole("status").textContent).toBe("“Cold” is now number 2");
  expect(sentTo(media.sortItems)).toEqual([{ ProjectID: customLists.leadStatuses, ids: [idOf(2), idOf(1), idOf(3)] }]);
});

it("reverts an order that was refused, and says why", async () => {
  const { person } = open({ server: [refuses(media.sortItems, "TOO_MANY_REQUESTS")] });
  (await handle("Hot")).focus();
  await person.keyboard("{ArrowUp}");
  await screen.findByText(/^Too many attempts/);
  expect(names()).toEqual(["Cold", "Warm", "Hot"]);
});

it("sends nothing when the first item is moved up", async () => {
  const { person, sentTo } = open();
  (await handle("Cold")).focus();
  await person.keyboard("{ArrowUp}");
  expect(names()).toEqual(["Cold", "Warm", "Hot"]);
  expect(sentTo(media.sortItems)).toEqual([]);
});

it("moves an item to where it is dropped", async () => {
  const { sentTo } = open({ server: [answers(media.sortItems, null)] });
  await handle("Hot");
  const [first, , last] = screen.getAllByRole("listitem");
  if (!first || !last) throw new Error("The items are not there.");
  fireEvent.dragStart(last, { dataTransfer: { setData: () => undefined } });
  fireEvent.drop(first);
  await waitFor(() => expect(names()).toEqual(["Hot", "Cold", "Warm"]));
  expect(sentTo(media.sortItems)).toHaveLength(1);
});

it("accepts no further item when the list is full, and says so", async () => {
  const most = maxItems[customLists.leadStatuses];
  open({ server: [items(...Array.from({ length: most }, (_, at) => itemOf(at, `Item ${at}`)))] });
  await screen.findByText(`${most} / ${most}`);
  expect(await add()).toHaveProperty("disabled", true);
  expect((await add()).title).toBe("The limit is reached; delete what is not used first");
});

it("closes the form of new items once the list is full", async () => {
  const most = maxItems[customLists.leadStatuses];
  const { person } = open({
    server: [saved, items(...Array.from({ length: most - 1 }, (_, at) => itemOf(at, `Item ${at}`)))],
  });
  await screen.findByText(`${most - 1} / ${most}`);
  await person.click(await add());
  write("Last");
  await person.keyboard("{Enter}");
  await waitFor(() => expect(screen.queryByRole("textbox")).toBeNull());
});

it("offers nothing to people who can only read, and says when there is nothing", async () => {
  open({ server: [items()], may: { add: false, edit: false, remove: false } });
  await screen.findByText("Nothing here yet.");
  expect(screen.queryByRole("button")).toBeNull();
});

it("says why a list could not be loaded, offers no new item, and tries again", async () => {
  const { person } = open({ server: [inTurn(refuses(media.customItems, "TOO_MANY_REQUESTS"), items(...three))] });
  const problem = within(await screen.findByRole("alert"));
  problem.getByText(/^Too many attempts/);
  expect(await add()).toHaveProperty("disabled", true);
  await person.click(problem.getByRole("button", { name: "Try again" }));
  await handle("Cold");
});
