// @vitest-environment happy-dom
import { dictionary } from "@homeroom/contract/dictionary";
import type { ResponseOf } from "@homeroom/contract/endpoint";
import { RecordId } from "@homeroom/contract/ids";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { answers, inTurn, question, refuses, show } from "#ui/for-tests.ts";
import { AddDict, EditDict } from "./dict-form.tsx";

type Dict = ResponseOf<typeof dictionary.form>;
const idOf = (n: number) => RecordId.parse(`019aaaaa-0000-7000-8000-00000000000${n}`);
const itemOf = (n: number, name: string, isFixed = false): Dict["dictItems"][number] => ({
  ...{ id: idOf(n), name, titles: null, value: String(n), sort: n, status: 1, isFixed },
});
const dict: Dict = {
  ...{ id: idOf(1), name: "Grade", titles: null, code: "grade", status: 1, remark: "", isBuiltIn: false, version: 4 },
  dictItems: [itemOf(2, "First"), itemOf(3, "Second")],
};
const loaded = (part: Partial<Dict> = {}) => answers(dictionary.form, { ...dict, ...part });
const saved = answers(dictionary.edit, null);
const stale = refuses(dictionary.edit, "STALE_DATA");

async function edit(server: ReturnType<typeof answers>[], perms: "sys:dict:delete"[] = []) {
  const onClose = vi.fn();
  const shown = show(<EditDict id={idOf(1)} onClose={onClose} />, { server, perms });
  await screen.findByLabelText("Code");
  return { ...shown, onClose };
}

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const write = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });
const press = (name: string) => screen.getByRole("button", { name });

it("says why a dictionary cannot be opened, and opens it after a retry", async () => {
  const form = inTurn(refuses(dictionary.form, "TOO_MANY_REQUESTS"), loaded());
  const { person } = show(<EditDict id={idOf(1)} onClose={vi.fn()} />, { server: [form] });
  await screen.findByRole("alert");
  await person.click(press("Try again"));
  expect((await screen.findByLabelText<HTMLInputElement>("Name")).value).toBe("Grade");
});

it("sends the items in the order in which they are shown, numbered from one", async () => {
  const { person, sentTo, onClose } = await edit([loaded(), saved]);
  expect(press("Move item 1 up")).toHaveProperty("disabled", true);
  expect(press("Move item 2 down")).toHaveProperty("disabled", true);
  await person.click(press("Move item 2 up"));
  await person.click(press("Save"));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sentTo(dictionary.edit)).toMatchObject([
    { version: 4, dictItems: [expect.objectContaining({ id: idOf(3), sort: 1 }), { id: idOf(2), sort: 2 }] },
  ]);
});

it("uses the name as the title in traditional Chinese, for the dictionary and its items", async () => {
  const { person, sentTo, onClose } = await edit([loaded(), saved]);
  write("Name", "Class");
  write("Item 1: Name", "One");
  await person.click(press("Save"));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  const [sent] = sentTo(dictionary.edit);
  expect(sent).toMatchObject({ titles: { "zh-tw": "Class" }, dictItems: [{ titles: { "zh-tw": "One" } }, {}] });
});

it("shows at an item what is missing, and sends nothing", async () => {
  const { person, sentTo } = await edit([loaded()]);
  await person.click(press("plus Add item"));
  await person.click(press("Save"));
  await waitFor(() => expect(document.activeElement).toBe(field("Item 3: Name")));
  expect(sentTo(dictionary.edit)).toEqual([]);
});

it("allows rewording and disabling items that the product uses, but not changing or removing them", async () => {
  await edit(
    [loaded({ isBuiltIn: true, dictItems: [itemOf(2, "First", true), itemOf(3, "Second")] })],
    ["sys:dict:delete"],
  );
  screen.getByText(/The code and values of a built-in dictionary are fixed/);
  const disabled = ["Code", "Item 1: Value", "Item 1: Name", "Item 2: Value"].map((name) => field(name).disabled);
  expect(disabled).toEqual([true, true, false, false]);
  expect([press("Delete item 1"), press("Delete item 2")].map((one) => one.hasAttribute("disabled"))).toEqual([
    true,
    false,
  ]);
  expect(screen.queryByRole("button", { name: "Delete dictionary" })).toBeNull();
});

it("keeps changed items when somebody else has saved meanwhile", async () => {
  const { person, sentTo, onClose } = await edit([
    inTurn(loaded(), loaded({ version: 5, remark: "Theirs" })),
    inTurn(stale, saved),
  ]);
  write("Item 1: Name", "One");
  await person.click(press("Save"));
  await screen.findByText("Updated with their changes: Remark");
  expect(field("Item 1: Name").value).toBe("One");
  await person.click(press("Save"));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sentTo(dictionary.edit)[1]).toMatchObject({ version: 5, remark: "Theirs", dictItems: [{ name: "One" }, {}] });
});

it("lets people choose between two versions of the items", async () => {
  const theirs = loaded({ version: 5, dictItems: [itemOf(2, "Theirs")] });
  const { person } = await edit([inTurn(loaded(), theirs), stale]);
  write("Item 1: Name", "Mine");
  await person.click(press("Save"));
  const both = within(await screen.findByRole("group", { name: "Items" }));
  both.getByText("2 Mine · 3 Second");
  both.getByText("2 Theirs");
  await person.click(both.getByRole("button", { name: "Use" }));
  await waitFor(() => expect(field("Item 1: Name").value).toBe("Theirs"));
});

it("does not treat refetched values as the person's own changes", async () => {
  const theirs = loaded({ version: 5, remark: "Theirs" });
  const { person, sentTo, onClose } = await edit([inTurn(loaded(), theirs), inTurn(stale, saved)]);
  write("Name", "Class");
  window.dispatchEvent(new Event("visibilitychange"));
  await waitFor(() => expect(sentTo(dictionary.form)).toHaveLength(2));
  await person.click(press("Save"));
  await screen.findByText("Updated with their changes: Remark");
  await person.click(press("Save"));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sentTo(dictionary.edit)[1]).toMatchObject({ version: 5, name: "Class", remark: "Theirs" });
});

it("deletes a dictionary only after a confirmation, and stays open when that is refused", async () => {
  const server = [loaded(), inTurn(refuses(dictionary.remove, "TOO_MANY_REQUESTS"), answers(dictionary.remove, null))];
  const { person, sentTo, onClose } = await edit(server, ["sys:dict:delete"]);
  const agree = async () => {
    await person.click(press("Delete dictionary"));
    const asked = await question("Delete dictionary “Grade”?");
    await person.click(asked.getByRole("button", { name: "Delete dictionary", hidden: true }));
  };
  await agree();
  await screen.findByText(/^Too many attempts/);
  expect(onClose).not.toHaveBeenCalled();
  await agree();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sentTo(dictionary.remove)).toHaveLength(2);
});

it("keeps a new dictionary whose code is already used, and says so at the code", async () => {
  const message = "This code is taken";
  const taken = refuses(dictionary.add, "DICT_CODE_EXISTS", [{ field: "code", message } as never]);
  const onClose = vi.fn();
  const { person } = show(<AddDict onClose={onClose} />, { server: [taken] });
  write("Name", "Grade");
  write("Code", "grade");
  await person.click(press("Save"));
  await screen.findByText(message);
  expect([field("Name").value, onClose.mock.calls]).toEqual(["Grade", []]);
});
