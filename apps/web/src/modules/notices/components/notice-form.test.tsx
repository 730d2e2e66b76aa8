// @vitest-environment happy-dom
import type { ResponseOf } from "@homeroom/contract/endpoint";
import { RecordId } from "@homeroom/contract/ids";
import { notices } from "@homeroom/contract/notices";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { answers, inTurn, refuses, show } from "#ui/for-tests.ts";
import { AddNotice, EditNotice } from "./notice-form.tsx";

const [id, role, person2] = [1, 2, 3].map((n) => RecordId.parse(`019aaaaa-0000-7000-8000-00000000000${n}`)) as [
  RecordId,
  RecordId,
  RecordId,
];
const form: ResponseOf<typeof notices.form> = {
  ...{ id, title: "Closed", content: "<p>We rest.</p>", type: "general", level: "normal", targetType: 3 },
  ...{ targetIds: [role], imageFileID: null, imageUrl: null, publishStatus: 0, version: 2 },
};
const targets = answers(notices.targets, {
  people: [{ value: person2, label: "Ann" }],
  roles: [{ value: role, label: "Teachers" }],
  branches: [],
});
const loaded = (part: Partial<typeof form> = {}) => answers(notices.form, { ...form, ...part });
const saved = answers(notices.edit, null);
type Server = ReturnType<typeof answers>[];

async function edit(server: Server, perms: "sys:notice:publish"[] = []) {
  const onDone = vi.fn();
  const shown = show(<EditNotice id={id} onClose={vi.fn()} onDone={onDone} />, { perms, server: [...server, targets] });
  await screen.findByLabelText("Title");
  return { ...shown, onDone };
}

const title = () => screen.getByLabelText<HTMLInputElement>("Title");
const write = (value: string) => fireEvent.change(title(), { target: { value } });
const save = () => screen.getByRole("button", { name: "Save" });

it("clears the chosen roles when people are to be chosen instead, and requires none for everyone", async () => {
  const { person, sentTo, onDone } = await edit([loaded(), saved]);
  screen.getByLabelText("Roles");
  await person.click(screen.getByRole("radio", { name: "Chosen people" }));
  await screen.findByLabelText("People");
  await person.click(screen.getByRole("radio", { name: "Everyone" }));
  expect(screen.queryByLabelText("People")).toBeNull();
  await person.click(save());
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(sentTo(notices.edit)).toMatchObject([{ targetType: 1, targetIds: [] }]);
});

it.each([
  [[], false],
  [["sys:notice:publish" as const], true],
])("offers people with %j to publish at once: %s", async (perms, expected) => {
  await edit([loaded()], perms);
  expect(screen.queryByRole("switch") !== null).toBe(expected);
});

it("does not publish when a draft is only saved", async () => {
  const { person, sentTo, onDone } = await edit([loaded(), saved], ["sys:notice:publish"]);
  write("Closed on Monday");
  await person.click(save());
  await waitFor(() => expect(onDone).toHaveBeenCalledWith(id));
  expect(sentTo(notices.edit)).toMatchObject([{ title: "Closed on Monday", version: 2, publish: false }]);
});

it("does not treat refetched values as the person's own changes", async () => {
  const theirs = loaded({ version: 3, level: "urgent" });
  const stale = inTurn(refuses(notices.edit, "STALE_DATA"), saved);
  const { person, sentTo, onDone } = await edit([inTurn(loaded(), theirs), stale]);
  write("Closed on Monday");
  window.dispatchEvent(new Event("visibilitychange"));
  await waitFor(() => expect(sentTo(notices.form)).toHaveLength(2));
  await person.click(save());
  await screen.findByText(/^Updated with their changes: /);
  await person.click(save());
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(sentTo(notices.edit)[1]).toMatchObject({ version: 3, level: "urgent", title: "Closed on Monday" });
});

it("sends a new notice under the same id on retry", async () => {
  const server = [inTurn(refuses(notices.add, "NETWORK_ERROR"), answers(notices.add, { recordID: id })), targets];
  const onDone = vi.fn();
  const { person, sentTo } = show(<AddNotice onClose={vi.fn()} onDone={onDone} />, { server });
  write("Closed");
  const editor = await screen.findByRole("textbox", { name: /Text|Content/ });
  editor.innerHTML = "<p>We rest.</p>";
  fireEvent.input(editor);
  await person.click(save());
  await screen.findByRole("alert");
  await person.click(save());
  await waitFor(() => expect(onDone).toHaveBeenCalledWith(id));
  const [first, second] = sentTo(notices.add) as [{ recordID: string }, { recordID: string }];
  expect(first.recordID).toBe(second.recordID);
  expect(second).toMatchObject({ title: "Closed", targetType: 1, publish: false });
});
