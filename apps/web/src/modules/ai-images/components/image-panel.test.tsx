// @vitest-environment happy-dom
import { aiImages } from "@homeroom/contract/ai-images";
import type { ResponseOf } from "@homeroom/contract/endpoint";
import { RecordId } from "@homeroom/contract/ids";
import type { Permission } from "@homeroom/contract/permissions";
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { answers, later, refuses, show } from "#ui/for-tests.ts";
import { GenerateImage } from "./generate-image.tsx";
import { ImagePanel } from "./image-panel.tsx";
import { ImagePicker } from "./image-picker.tsx";
import { UploadButton } from "./upload-button.tsx";

type Image = ResponseOf<typeof aiImages.info>;
const recordID = RecordId.parse("0190c3a0-0000-7000-8000-0000000000a1");
const done: Image = {
  ...{ recordID, name: "Open day", reason: null, detail: "", prompt: "A classroom", sourceID: null, taskID: null },
  ...{ url: "/open-day.jpg", width: 400, height: 300, size: 1000, contentType: "image/jpeg", creator: "Amy" },
  ...{ createTime: "2026-11-20T10:00:00Z", updateTime: "2026-11-20T10:00:00Z", version: 1 },
  ...{ type: "generated", status: "done", ratio: "4:3", resolution: "2K", model: "v1", tag: ["autumn"], usedIn: [] },
};
const rights: readonly Permission[] = [
  ...(["ad:aimedia:generate", "ad:aimedia:upload", "ad:aimedia:download", "ad:aimedia:delete"] as const),
];
const models = [
  { model: "v1" as const, resolutions: ["1K" as const] },
  { model: "v2" as const, resolutions: ["1K" as const, "2K" as const] },
];
const quota = { isSetUp: true, models, month: "2026-11", limit: 9, used: 7, storageLimit: 9, storageUsed: 1 };
const around = [answers(aiImages.quota, quota), answers(aiImages.tags, [])];

async function open(image: Partial<Image> = {}, server: typeof around = [], perms = rights) {
  const answered = [...server, answers(aiImages.info, { ...done, ...image }), ...around];
  const [onClose, onChange, onOverlay] = [vi.fn(), vi.fn(), vi.fn()];
  const panel = <ImagePanel recordID={recordID} onClose={onClose} onChange={onChange} onOverlay={onOverlay} />;
  const shown = show(panel, { perms, server: answered });
  await screen.findByText("Used in");
  const becomes = (now: Partial<Image>) => void answered.unshift(answers(aiImages.info, { ...done, ...image, ...now }));
  return { ...shown, onClose, becomes };
}

const name = () => screen.getByLabelText<HTMLInputElement>("Name");
const verbs = ["Change with AI", "Words and logo", "Download", "Generate again", "Delete", "Save"];
const offered = () => verbs.filter((verb) => screen.queryByRole("button", { name: new RegExp(verb) }));

it.each<[string, Partial<Image>, string[]]>([
  ["one that was made", {}, verbs],
  ["an upload", { type: "uploaded" }, ["Change with AI", "Words and logo", "Download", "Delete", "Save"]],
  ["one that is being made", { status: "queued", url: null }, ["Save"]],
  ["one that failed", { status: "failed", url: null, reason: "noAnswer" }, ["Generate again", "Delete", "Save"]],
])("offers for %s what can be done with it", async (_name, image, expected) => {
  await open(image);
  expect(offered()).toEqual(expected);
});

it.each<[Permission, string[]]>([
  ["ad:aimedia:query", []],
  ["ad:aimedia:generate", ["Change with AI", "Generate again", "Save"]],
  ["ad:aimedia:upload", ["Words and logo", "Save"]],
  ["ad:aimedia:download", ["Download"]],
  ["ad:aimedia:delete", ["Delete"]],
])("offers a person with %s alone %j", async (right, expected) => {
  await open({}, [], [right]);
  expect(offered()).toEqual(expected);
});

it("says why an image could not be made, in the provider's words too", async () => {
  await open({ status: "failed", url: null, reason: "promptRefused", detail: "policy 12" });
  expect(screen.getByText(/The description is not allowed.*policy 12/)).toBeTruthy();
});

it("saves a name and tags on the version that was shown", async () => {
  const { person, sentTo } = await open({}, [answers(aiImages.edit, null)]);
  fireEvent.change(name(), { target: { value: "Autumn" } });
  await person.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("Saved");
  expect(sentTo(aiImages.edit)).toEqual([{ recordID, version: 1, name: "Autumn", tag: ["autumn"] }]);
});

it("saves a second time with the version that the first save created", async () => {
  const { person, sentTo, becomes } = await open({}, [answers(aiImages.edit, null)]);
  fireEvent.change(name(), { target: { value: "Autumn" } });
  becomes({ name: "Autumn", version: 2 });
  await person.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("Saved");
  fireEvent.change(name(), { target: { value: "Winter" } });
  await person.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(sentTo(aiImages.edit)).toHaveLength(2));
  expect(sentTo(aiImages.edit)[1]).toMatchObject({ version: 2, name: "Winter" });
});

it("keeps a name that was typed when somebody else has saved, and takes over their tags", async () => {
  const { person, sentTo, becomes } = await open({}, [refuses(aiImages.edit, "STALE_DATA")]);
  fireEvent.change(name(), { target: { value: "Autumn" } });
  becomes({ tag: ["harvest"], version: 2 });
  await person.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("Someone saved this while you were writing");
  expect(name().value).toBe("Autumn");
  await person.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(sentTo(aiImages.edit)).toHaveLength(2));
  expect(sentTo(aiImages.edit)[1]).toMatchObject({ version: 2, name: "Autumn", tag: ["harvest"] });
});

it("deletes an image once, however often the button is pressed, and can restore it", async () => {
  const answer = Promise.withResolvers<void>();
  const gone = later(answers(aiImages.remove, null), answer.promise);
  const { person, sentTo, onClose } = await open({}, [gone, answers(aiImages.restore, null)]);
  await person.click(screen.getByRole("button", { name: /Delete/ }));
  await person.click(screen.getByRole("button", { name: /Delete/ }));
  answer.resolve();
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(sentTo(aiImages.remove)).toHaveLength(1);
  // Fetched once when the panel opened; it is gone by now.
  expect(sentTo(aiImages.info)).toHaveLength(1);
  await person.click(await screen.findByRole("button", { name: "Undo" }));
  await waitFor(() => expect(sentTo(aiImages.restore)).toEqual([{ ids: [recordID] }]));
});

it("stays open when deleting is refused, and can be pressed again", async () => {
  const { person, sentTo, onClose } = await open({}, [refuses(aiImages.remove, "PERMISSION_DENIED")]);
  await person.click(screen.getByRole("button", { name: /Delete/ }));
  await screen.findByText("You have no permission");
  expect(onClose).not.toHaveBeenCalled();
  await person.click(await screen.findByRole("button", { name: "Delete" }));
  await waitFor(() => expect(sentTo(aiImages.remove)).toHaveLength(2));
});

it("links to where an image is used", async () => {
  await open({ usedIn: [{ place: "product", recordID: "p1", name: "Piano" }] });
  expect(screen.getByRole("link", { name: "Piano" }).getAttribute("href")).toBe("/system/fee?product=p1");
});

it("says how many images are left, and keeps a prompt that was refused", async () => {
  const onOrdered = vi.fn();
  const server = [refuses(aiImages.generate, "TOO_MANY_REQUESTS"), ...around];
  const { person, sentTo } = show(<GenerateImage onClose={() => {}} onOrdered={onOrdered} />, {
    perms: rights,
    server,
  });
  await screen.findByText("2 more this month");
  await person.click(screen.getByRole("button", { name: "Open day" }));
  const prompt = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Description" });
  expect(prompt.value).toMatch(/^A school open day/);
  await person.click(screen.getByRole("button", { name: "Generate" }));
  await screen.findByRole("alert");
  expect(prompt.value).toMatch(/^A school open day/);
  await person.click(screen.getByRole("button", { name: "Generate" }));
  await waitFor(() => expect(sentTo(aiImages.generate)).toHaveLength(2));
  const [first, second] = sentTo(aiImages.generate) as { taskID: string }[];
  expect(second?.taskID).toBe(first?.taskID);
  expect(onOrdered).not.toHaveBeenCalled();
});

it("offers no more images at once than are left, and says so before any input if none are", async () => {
  const countOf = (number: string) => screen.getByRole<HTMLInputElement>("radio", { name: number });
  const form = <GenerateImage onClose={() => {}} onOrdered={() => {}} />;
  show(form, { perms: rights, server: [answers(aiImages.quota, { ...quota, used: 8 }), ...around] });
  await screen.findByText("1 more this month");
  await waitFor(() => expect([countOf("1").checked, countOf("2").disabled]).toEqual([true, true]));
  expect(screen.queryByText(/images are used up/)).toBeNull();
  cleanup();
  show(form, { perms: rights, server: [answers(aiImages.quota, { ...quota, used: 9 }), ...around] });
  await screen.findByText(/images are used up/);
  expect(countOf("1").disabled).toBe(true);
});

it("offers the sizes that a model makes, and says when nothing can be made", async () => {
  const server = [answers(aiImages.quota, { ...quota, isSetUp: false, used: 12 }), ...around];
  const { person } = show(<GenerateImage onClose={() => {}} onOrdered={() => {}} />, { perms: rights, server });
  await screen.findByText(/Image generation is not set up/);
  expect(screen.getByText("0 more this month")).toBeTruthy();
  const large = () => screen.getByRole<HTMLInputElement>("radio", { name: /^2K/ });
  expect(large().disabled).toBe(true);
  await person.click(screen.getByRole("radio", { name: "Version 2" }));
  await waitFor(() => expect(large().disabled).toBe(false));
});

const library = (list: Image[]) => answers(aiImages.list, { list, total: list.length, nextCursor: null } as never);

it("makes a copy of the chosen image, once", async () => {
  const copy = { fileID: "0190c3a0-0000-7000-8000-0000000000f1", url: "/copy.jpg", name: "Open day" };
  const onPicked = vi.fn();
  const server = [library([done]), answers(aiImages.take, copy as never)];
  const { person, sentTo } = show(<ImagePicker onPicked={onPicked} />, { server });
  await person.dblClick(await screen.findByRole("button", { name: /Open day/ }));
  await waitFor(() => expect(onPicked).toHaveBeenCalledExactlyOnceWith(copy));
  expect(sentTo(aiImages.take)).toHaveLength(1);
});

it("allows choosing another image after a refusal", async () => {
  const onPicked = vi.fn();
  const { person, sentTo } = show(<ImagePicker onPicked={onPicked} />, {
    server: [library([done]), refuses(aiImages.take, "NOT_FOUND")],
  });
  await person.click(await screen.findByRole("button", { name: /Open day/ }));
  await screen.findByText("Not found");
  await person.click(screen.getByRole("button", { name: /Open day/ }));
  await waitFor(() => expect(sentTo(aiImages.take)).toHaveLength(2));
  expect(onPicked).not.toHaveBeenCalled();
});

it("uploads the valid files, and counts only those", async () => {
  const { sentTo } = show(<UploadButton />, { server: [answers(aiImages.upload, null as never)] });
  const file = (title: string, type: string) => new File(["x"], title, { type });
  const files = [file("a.png", "image/png"), file("b.gif", "image/gif"), file("c.jpg", "image/jpeg")];
  fireEvent.change(document.querySelector('input[type="file"]') as HTMLInputElement, { target: { files } });
  await screen.findByText("Only JPG, JPEG or PNG pictures");
  await screen.findByText("2 images uploaded");
  expect(sentTo(aiImages.upload)).toHaveLength(2);
});
