// @vitest-environment happy-dom
import { ChannelId, FileId, RecordId } from "@homeroom/contract/ids";
import { messageTemplates, type TemplateRow } from "@homeroom/contract/message-templates";
import type { Permission } from "@homeroom/contract/permissions";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { answers, later, question, refuses, show } from "#ui/for-tests.ts";
import { PictureLibrary } from "#ui/picture-upload/picture-library.ts";
import { TemplateList } from "../screens/template-list.tsx";
import { useTemplateCard } from "./template-columns.tsx";
import { TemplateEditor } from "./template-editor.tsx";
import { useTemplateActions } from "./use-template-actions.ts";

const recordID = RecordId.parse("019aaaaa-0000-7000-8000-000000000001");
const channelId = ChannelId.parse("019aaaaa-0000-7000-8000-000000000002");
const fileID = FileId.parse("019aaaaa-0000-7000-8000-0000000000f1");
const otherID = FileId.parse("019aaaaa-0000-7000-8000-0000000000f2");
const texts = { type: "none", header: "", body: "Your lesson begins soon.", footer: "", buttons: [] } as const;
const content: TemplateRow["content"] = {
  ...{ ...texts, buttons: [], headerSample: "", headerImage: null, variables: [], picture: null },
};
const row: TemplateRow = {
  ...{ ...texts, buttons: [], recordID, name: "lesson_soon", language: "en", category: "utility", usage: "both" },
  ...{ content, inUse: null, openStatus: 1, reviewStatus: "draft", rejectReason: null, rejectDetail: "" },
  ...{ sendable: false, known: false, approved: false, revisableAt: null, channels: [], creator: "Amy", updater: "" },
  ...{ createTime: "2026-11-20T10:00:00Z", updateTime: "2026-11-20T10:00:00Z", submitTime: null, version: 3 },
};
const approved: TemplateRow = { ...row, reviewStatus: "approved", approved: true, known: true, sendable: true };
const all: readonly Permission[] = [
  ...(["bulk:template:query", "bulk:template:add", "bulk:template:edit", "bulk:template:delete"] as const),
  ...(["bulk:template:submit", "bulk:template:status"] as const),
];
type Server = ReturnType<typeof answers>[];
const channels = [{ channelId, name: "Mong Kok", account: "1", open: true }];

function edit(template: TemplateRow | undefined, server: Server, perms = all) {
  const onClose = vi.fn();
  const editor = <TemplateEditor {...(template && { template })} channels={channels} onClose={onClose} />;
  return { ...show(editor, { perms, server }), onClose };
}

const written = { selector: "textarea, input:not([type=radio])" };
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name, written);
const write = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });
const press = (name: string | RegExp) => screen.getByRole("button", { name });
const preview = () => within(screen.getByRole("figure", { name: "Phone preview" }));
const saves = [answers(messageTemplates.edit, null), answers(messageTemplates.submit, row)];

it("creates a template and submits it", async () => {
  const server = [answers(messageTemplates.add, { recordID }), answers(messageTemplates.submit, row)];
  const { person, sentTo, onClose } = edit(undefined, server);
  write("Name", "Lesson Soon");
  expect(field("Name").value).toBe("lesson_soon");
  write("Text", "Your lesson begins soon.");
  await person.click(press("Save and submit"));
  await screen.findByText("Submitted “lesson_soon” for review");
  expect(sentTo(messageTemplates.add)).toMatchObject([{ name: "lesson_soon", body: "Your lesson begins soon." }]);
  expect(sentTo(messageTemplates.submit)).toEqual([{ recordID }]);
  expect(onClose).toHaveBeenCalledOnce();
});

it("saves a draft if it is not to be submitted", async () => {
  const { person, sentTo } = edit(row, saves);
  await person.click(screen.getByRole("checkbox", { name: /Submit to WhatsApp/ }));
  await person.click(press("Save draft"));
  await screen.findByText("Saved “lesson_soon”");
  expect(sentTo(messageTemplates.submit)).toEqual([]);
});

it("offers only drafts without the permission to submit", async () => {
  const { person, sentTo } = edit(row, saves, ["bulk:template:edit"]);
  expect(screen.queryByRole("checkbox", { name: /Submit to WhatsApp/ })).toBeNull();
  await person.click(press("Save draft"));
  await waitFor(() => expect(sentTo(messageTemplates.edit)).toHaveLength(1));
  expect(sentTo(messageTemplates.submit)).toEqual([]);
});

it("submits nothing that WhatsApp would certainly reject, and says why at the field", async () => {
  const { person, sentTo, onClose } = edit(row, saves);
  write("Text", "Hello {{1}}, your lesson begins soon.");
  await person.click(press("Save and submit"));
  await waitFor(() => expect(screen.getAllByText(/needs a sample/).length).toBeGreaterThan(1));
  expect(sentTo(messageTemplates.edit)).toEqual([]);
  expect(onClose).not.toHaveBeenCalled();
  write("Sample", "Amy");
  await preview().findByText("Hello Amy, your lesson begins soon.");
  await person.click(press("Save and submit"));
  await waitFor(() => expect(sentTo(messageTemplates.edit)).toHaveLength(1));
  expect(sentTo(messageTemplates.edit)).toMatchObject([{ recordID, version: 3, variables: [{ sample: "Amy" }] }]);
});

it("closes when it is saved but not submitted, and says why", async () => {
  const server = [answers(messageTemplates.edit, null), refuses(messageTemplates.submit, "PERMISSION_DENIED")];
  const { person, onClose } = edit(row, server);
  await person.click(press("Save and submit"));
  await screen.findByText("You have no permission");
  expect(onClose).toHaveBeenCalledOnce();
  expect(screen.queryByText(/^Submitted/)).toBeNull();
});

it("says that an unchanged text of an approved template is not reviewed again", async () => {
  const server = [answers(messageTemplates.edit, null), answers(messageTemplates.info, approved)];
  const { person, sentTo } = edit(approved, server);
  expect(field("Name").disabled).toBe(true);
  await person.click(press("Save and submit"));
  await screen.findByText(/its text is the same, so it is not reviewed again/);
  expect(sentTo(messageTemplates.submit)).toEqual([]);
});

it("keeps the input when saving is refused", async () => {
  const { person, onClose } = edit(row, [refuses(messageTemplates.edit, "TOO_MANY_REQUESTS")]);
  write("Text", "Your lesson is cancelled.");
  await person.click(press("Save and submit"));
  await screen.findByRole("alert");
  expect(field("Text").value).toBe("Your lesson is cancelled.");
  expect(onClose).not.toHaveBeenCalled();
});

it("shows on the phone the picture that was chosen from the library", async () => {
  const old = { ...content, type: "image" as const, headerImage: fileID, picture: { fileID, url: "/old.jpg" } };
  const { person } = show(
    <PictureLibrary value={async () => ({ fileID: otherID, url: "/new.jpg", name: "New" })}>
      <TemplateEditor template={{ ...row, content: old }} channels={channels} onClose={() => {}} />
    </PictureLibrary>,
    { perms: all },
  );
  const shown = () => screen.getByRole("figure", { name: "Phone preview" }).querySelector("img")?.getAttribute("src");
  expect(shown()).toBe("/old.jpg");
  await person.click(press(/From library/));
  await waitFor(() => expect(shown()).toBe("/new.jpg"));
  await person.click(press("Remove the picture: Header picture"));
  expect(shown()).toBeUndefined();
});

/** The actions of a row, rendered alone, because a list without height renders no rows. */
function Row({ template }: { template: TemplateRow }) {
  return useTemplateCard(useTemplateActions(() => {}))(template).actions;
}

function list(template: Partial<TemplateRow>, server: Server = [], perms = all) {
  return show(<Row template={{ ...row, ...template }} />, { perms, server });
}

it("offers neither new templates nor a sync before a number is connected", async () => {
  const page = { list: [], total: 0, totalIsEstimate: false, pageNum: 1, pageSize: 30, nextCursor: null, channels: [] };
  show(<TemplateList switcher={null} />, {
    perms: all,
    search: "?new=1",
    server: [answers(messageTemplates.list, page)],
  });
  await screen.findByText("WhatsApp is not connected");
  expect(screen.queryByRole("button", { name: /Sync|New template/ })).toBeNull();
  expect(screen.queryByRole("dialog")).toBeNull();
});

async function menu(person: ReturnType<typeof list>["person"]) {
  await person.click(press("Actions for “lesson_soon”"));
  await screen.findByRole("menu");
  return screen.getAllByRole("menuitem").map((item) => item.textContent);
}

it.each<[TemplateRow["reviewStatus"], readonly Permission[], string[]]>([
  ["draft", all, ["Submit for review", "Copy to another language", "Delete"]],
  ["rejected", all, ["Submit for review", "Copy to another language", "Delete"]],
  ["pending", all, ["Copy to another language"]],
  ["approved", all, ["Copy to another language", "Delete"]],
  ["draft", ["bulk:template:submit"], ["Submit for review"]],
  ["approved", ["bulk:template:delete"], ["Delete"]],
])("offers for one that is %s with %j what can be done", async (reviewStatus, perms, expected) => {
  const { person } = list({ reviewStatus }, [], perms);
  expect(await menu(person)).toEqual(expected);
});

it("has no menu without actions", () => {
  list({ reviewStatus: "approved" }, [], ["bulk:template:query", "bulk:template:submit"]);
  expect(screen.queryByRole("button", { name: /^Actions for/ })).toBeNull();
});

it.each([
  [true, /It is deleted at WhatsApp too/],
  [false, "A deleted draft cannot be restored."],
])("says before deleting what it means (at WhatsApp: %s), and why it was refused", async (known, detail) => {
  const { person, sentTo } = list({ known }, [refuses(messageTemplates.remove, "TEMPLATE_UNDER_REVIEW")]);
  await menu(person);
  await person.click(screen.getByRole("menuitem", { name: /Delete/ }));
  const asked = await question("Delete template “lesson_soon”");
  expect(asked.getByText(detail)).toBeTruthy();
  await person.click(asked.getByRole("button", { name: "Delete", hidden: true }));
  await screen.findByText("TEMPLATE_UNDER_REVIEW");
  expect(sentTo(messageTemplates.remove)).toEqual([{ recordID }]);
});

it("closes a template for use, and shows it open again when that is refused", async () => {
  const answer = Promise.withResolvers<void>();
  const refused = later(refuses(messageTemplates.setStatus, "PERMISSION_DENIED"), answer.promise);
  const { person, sentTo } = list({}, [refused]);
  const open = () => screen.getByRole("switch", { name: "Open “lesson_soon” for use" });
  await person.click(open());
  answer.resolve();
  await screen.findByText("You have no permission");
  await waitFor(() => expect(open().getAttribute("aria-checked")).toBe("true"));
  expect(sentTo(messageTemplates.setStatus)).toMatchObject([{ openStatus: "0" }]);
});

it("shows the result of a sync, and what could not be reached", async () => {
  const report = {
    added: 2,
    updated: 1,
    unchanged: 4,
    missing: 1,
    skipped: 3,
    failed: [{ name: "Sha Tin", reason: "" }],
  };
  const page = { list: [row], total: 1, totalIsEstimate: false, pageNum: 1, pageSize: 30, nextCursor: null };
  const server = [answers(messageTemplates.sync, report), answers(messageTemplates.list, { ...page, channels })];
  const { person } = show(<TemplateList switcher={null} />, { perms: all, server });
  await person.click(await screen.findByRole("button", { name: /Sync from WhatsApp/ }));
  await screen.findByText("2 added, 1 updated; 1 gone at WhatsApp, now drafts; 3 of other kinds or languages left out");
  expect(await screen.findByText("Could not reach: Sha Tin")).toBeTruthy();
});
