// @vitest-environment happy-dom
import { aiImages } from "@homeroom/contract/ai-images";
import type { ResponseOf } from "@homeroom/contract/endpoint";
import { RecordId } from "@homeroom/contract/ids";
import { cleanup, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { answers, question, refuses, show } from "#ui/for-tests.ts";
import { OpenedImage } from "./opened-image.tsx";

const recordID = RecordId.parse("0190c3a0-0000-7000-8000-0000000000a1");
const image: ResponseOf<typeof aiImages.info> = {
  ...{ recordID, name: "Open day", reason: null, detail: "", prompt: "A classroom", sourceID: null, taskID: null },
  ...{
    url: "/open-day.jpg",
    width: 400,
    height: 300,
    size: 1000,
    contentType: "image/jpeg",
    creator: "Amy",
    version: 1,
  },
  ...{ createTime: "2026-11-20T10:00:00Z", updateTime: "2026-11-20T10:00:00Z" },
  type: "generated",
  status: "done",
  ratio: "4:3",
  resolution: "2K",
  model: "v1",
  tag: ["autumn"],
  usedIn: [],
};
const models = [{ model: "v1" as const, resolutions: ["2K" as const] }];
const quota = { isSetUp: true, models, month: "2026-11", limit: 9, used: 1, storageLimit: 9, storageUsed: 1 };
const server = [answers(aiImages.info, image), answers(aiImages.quota, quota), answers(aiImages.tags, [])];
const perms = ["ad:aimedia:generate"] as const;

it("changes the image that the address names, whether a list shows it or not", async () => {
  const made = answers(aiImages.generate, { taskID: recordID });
  const around = { perms, search: `?image=${recordID}&new=1`, server: [...server, made] };
  const { person, sentTo } = show(<OpenedImage />, around);
  await person.type(await screen.findByRole("textbox", { name: /change/i }), "Add balloons");
  await person.click(screen.getByRole("button", { name: "Generate" }));
  await waitFor(() => expect(sentTo(aiImages.generate)).toHaveLength(1));
  expect(sentTo(aiImages.generate)[0]).toMatchObject({ sourceID: recordID, ratio: "4:3", count: 1, tag: ["autumn"] });
});

it("goes back to the image from a change that was not submitted", async () => {
  const { person, search } = show(<OpenedImage />, { perms, search: `?image=${recordID}&new=1`, server });
  await screen.findByRole("textbox", { name: /change/i });
  await person.click(screen.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(search()).toBe(`?image=${recordID}`));
});

it("goes back to the image from text that was not saved, and asks before it is lost", async () => {
  const user = { organization: { logo: null } };
  const around = { user, perms: ["ad:aimedia:upload"] as const, search: `?image=${recordID}&overlay=1`, server };
  const { person, search } = show(<OpenedImage />, around);
  await person.type(await screen.findByRole("textbox", { name: "Title" }), "Open day");
  expect(screen.getAllByRole("dialog", { hidden: true })).toHaveLength(1);
  await person.keyboard("{Escape}");
  const asked = await question("Unsaved changes");
  expect(search()).toBe(`?image=${recordID}&overlay=1`);
  await person.click(asked.getByRole("button", { name: "Discard changes", hidden: true }));
  await waitFor(() => expect(search()).toBe(`?image=${recordID}`));
});

it("makes new images where the address names none", async () => {
  const { sentTo } = show(<OpenedImage />, { perms, search: "?new=1", server });
  await screen.findByRole("textbox", { name: "Description" });
  expect(sentTo(aiImages.info)).toEqual([]);
});

it("says why an image to be changed did not load", async () => {
  const gone = { perms, search: `?image=${recordID}&new=1`, server: [refuses(aiImages.info, "NOT_FOUND")] };
  const { sentTo } = show(<OpenedImage />, gone);
  await screen.findByText("Not found");
  // Once for the form, once for the panel that says so, and not again when the panel is there.
  expect(sentTo(aiImages.info)).toHaveLength(2);
  cleanup();
  const again = show(<OpenedImage />, gone);
  await screen.findByText("Not found");
  expect(again.sentTo(aiImages.info)).toHaveLength(2);
});

it("makes the same again once, however often the button is pressed before the answer comes", async () => {
  const { person, sentTo } = show(<OpenedImage />, { perms, search: `?image=${recordID}`, server });
  const press = async () => person.click(await screen.findByRole("button", { name: /Generate again/ }));
  await press();
  await waitFor(() => expect(sentTo(aiImages.generate)).toHaveLength(1));
  await waitFor(() => expect(screen.queryByRole("button", { name: /loading/ })).toBeNull());
  await press();
  await waitFor(() => expect(sentTo(aiImages.generate)).toHaveLength(2));
  const [first, second] = sentTo(aiImages.generate) as { taskID: string }[];
  expect(second?.taskID).toBe(first?.taskID);
});
