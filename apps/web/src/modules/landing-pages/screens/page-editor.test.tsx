// @vitest-environment happy-dom
import { FileId, RecordId } from "@homeroom/contract/ids";
import { landingPages, type PageInfo } from "@homeroom/contract/landing-pages";
import { landingSplits, type PastSplit } from "@homeroom/contract/landing-splits";
import { emptySection, type SectionOf } from "@homeroom/contract/page-design/sections";
import { screen, waitFor, within } from "@testing-library/react";
import { Link, Navigate, Route, Routes } from "react-router";
import { expect, it, onTestFinished } from "vitest";
import { answers, question, refuses, show } from "#ui/for-tests.ts";
import { PictureLibrary } from "#ui/picture-upload/picture-library.ts";
import { usePage } from "../api/pages.ts";
import { pageInfo } from "../for-tests.ts";
import { PageEditor } from "./page-editor.tsx";

const page = pageInfo();
const { recordID } = page;
const fileID = FileId.parse("019aaaaa-0000-7000-8000-000000000003");
const theirs: PageInfo = { ...page, version: 5, sections: [emptySection("text", "text1")] };

function Pages() {
  return <p role="note">Version {usePage(recordID).data?.version}</p>;
}

function Screens() {
  return (
    <PictureLibrary value={async () => ({ fileID, url: "/library.jpg", name: "Camp" })}>
      <Link to="/pages">All pages</Link>
      <Link to={`/page/${recordID}`}>Edit</Link>
      <Routes>
        <Route path="screen" element={<Navigate to="/pages" />} />
        <Route path="pages" element={<Pages />} />
        <Route path="page/:recordID" element={<PageEditor />} />
      </Routes>
    </PictureLibrary>
  );
}

/** The cached page is old; a colleague has saved it since. */
async function edit(saved = theirs) {
  const server = [answers(landingPages.info, page), answers(landingPages.edit, { version: 6 })];
  const shown = show(<Screens />, { server, perms: ["ad:landing:query", "ad:landing:edit", "ad:landing:publish"] });
  await screen.findByText("Version 3");
  server[0] = answers(landingPages.info, saved);
  await shown.person.click(screen.getByText("Edit"));
  return { ...shown, server };
}

async function addText(person: Awaited<ReturnType<typeof edit>>["person"]) {
  await person.click(await screen.findByRole("button", { name: /Add section/ }));
  await person.click(await screen.findByRole("menuitem", { name: "Text" }));
}

it("starts with the currently saved page, not the cached one", async () => {
  const { person, sentTo } = await edit();
  await addText(person);
  await waitFor(() => expect(sentTo(landingPages.edit)).toHaveLength(1));
  const [sent] = sentTo(landingPages.edit) as { version: number; sections: unknown[] }[];
  expect([sent?.version, sent?.sections.length]).toEqual([5, 2]);
});

it("asks before leaving with sections that conflict with somebody else's save", async () => {
  const { person, server } = await edit();
  server[1] = refuses(landingPages.edit, "STALE_DATA");
  await addText(person);
  await screen.findByRole("button", { name: "Keep mine" });
  await person.click(screen.getByText("All pages"));
  const asked = await question("Unsaved changes");
  await person.click(asked.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.getByRole("button", { name: "Keep mine" })).toBeTruthy());
});

it("says so when the sections of a colleague cannot be fetched", async () => {
  const { person, server } = await edit();
  server[1] = refuses(landingPages.edit, "STALE_DATA");
  await addText(person);
  server[0] = refuses(landingPages.info, "PERMISSION_DENIED");
  await person.click(await screen.findByRole("button", { name: "Use theirs" }));
  expect(await screen.findByText("You have no permission")).toBeTruthy();
});

it("opens the settings if they are incomplete for publishing, and marks the field", async () => {
  const { person, server } = await edit({ ...theirs, publishStatus: "draft" });
  const name = "LANDING_TRACKING_CODE_REQUIRED";
  server.push(refuses(landingPages.publish, name, [{ field: "trackingCode", name, message: "Enter the code" }]));
  await person.click(await screen.findByRole("button", { name: /Publish$/ }));
  const settings = within(await screen.findByRole("dialog", { name: /Settings of/ }));
  const said = await settings.findByText("Enter the code");
  expect(said.closest(".ant-form-item")?.textContent).toContain("Tracking code");
  await person.click(settings.getByRole("button", { name: "No tracking code" }));
  await waitFor(() => expect(settings.queryByText("Enter the code")).toBeNull());
});

it("keeps the last contact field of a form", async () => {
  const form = { ...(emptySection("form", "form1") as SectionOf<"form">), fields: ["name" as const] };
  const { person, sentTo } = await edit({ ...theirs, sections: [form] });
  await person.click(await screen.findByRole("button", { name: /^Form/ }));
  const box = (name: string) => screen.getByRole<HTMLInputElement>("checkbox", { name });
  const states = () => ["Name", "Phone", "E-mail"].map((name) => [box(name).checked, box(name).disabled]);
  await screen.findByRole("checkbox", { name: "Phone" });
  expect(states()).toEqual([
    [true, false],
    [true, true],
    [false, false],
  ]);
  for (const name of ["E-mail", "Phone", "Name"]) await person.click(box(name));
  expect(states()).toEqual([
    [false, false],
    [false, false],
    [true, true],
  ]);
  await waitFor(() => expect(sentTo(landingPages.edit).at(-1)).toMatchObject({ sections: [{ fields: ["email"] }] }));
});

it("adds pictures to a gallery from the library", async () => {
  const { person, sentTo } = await edit({ ...theirs, sections: [emptySection("gallery", "gallery1")] });
  await person.click(await screen.findByRole("button", { name: /^Gallery/ }));
  await person.click(await screen.findByRole("button", { name: /From library/ }));
  await waitFor(() => expect(document.querySelector('img[src="/library.jpg"]')).toBeTruthy());
  await waitFor(() => expect(sentTo(landingPages.edit).at(-1)).toMatchObject({ sections: [{ pictures: [fileID] }] }));
});

it("says that visitors see no buttons while there is no form for them to open", async () => {
  const { person } = await edit({ ...theirs, sections: [emptySection("hero", "hero1")] });
  const warning = await screen.findByText(/Visitors see no buttons/);
  await person.click(screen.getByRole("button", { name: /Add section/ }));
  await person.click(await screen.findByRole("menuitem", { name: "Form" }));
  await waitFor(() => expect(warning.isConnected).toBe(false));
  await person.click(screen.getByRole("button", { name: "All sections" }));
  expect(screen.queryByText(/Visitors see no buttons/)).toBeNull();
});

it("offers marks for bold and lists only where the page supports them", async () => {
  const hero = { ...(emptySection("hero", "hero1") as SectionOf<"hero">), subtitle: "Five days" };
  const text = { ...(emptySection("text", "text1") as SectionOf<"text">), body: "Small groups" };
  const { person } = await edit({ ...theirs, sections: [hero, text] });
  await person.click(await screen.findByRole("button", { name: /^Hero/ }));
  expect(screen.getByLabelText("Subtitle").tagName).toBe("TEXTAREA");
  expect(screen.queryByText(/\*\*bold\*\*/)).toBeNull();
  await person.click(screen.getByRole("button", { name: "All sections" }));
  await person.click(screen.getByRole("button", { name: /^Text/ }));
  expect(await screen.findByText(/\*\*bold\*\*/)).toBeTruthy();
});

it("offers no preview widths on a phone, where all are the same, and has short labels", async () => {
  const view = window as unknown as { happyDOM: { setViewport: (size: { width: number }) => void } };
  view.happyDOM.setViewport({ width: 390 });
  onTestFinished(() => view.happyDOM.setViewport({ width: 1024 }));
  await edit({ ...theirs, publishStatus: "changed", publishTime: "2026-11-01T00:00:00Z" });
  expect(await screen.findByRole("button", { name: "Publish" })).toBeTruthy();
  expect(screen.queryByRole("radiogroup", { name: "Width of the preview" })).toBeNull();
});

it("shows what A/B tests that are over said, beside the versions", async () => {
  const arm = { views: 400, leads: 1 };
  const past = {
    recordID: RecordId.parse("019aaaaa-0000-7000-8000-000000000009"),
    ...{ startTime: "2026-11-01T02:00:00Z", endTime: "2026-11-08T02:00:00Z", verdict: "b", certainty: 0.99, kept: "b" },
    arms: [
      { arm: "a", number: 3, actions: 10, rate: 0.025, ...arm },
      { arm: "b", number: 4, actions: 34, rate: 0.085, ...arm },
    ],
  } satisfies PastSplit;
  const { person, server } = await edit();
  server.push(answers(landingPages.versions, []), answers(landingSplits.history, [past]));
  await person.click(screen.getByRole("button", { name: "Versions" }));
  const tests = await screen.findByRole("region", { name: "Earlier A/B tests" });
  expect(tests.textContent).toContain("B was kept");
  expect(tests.textContent).toContain("B · Version 48.5%400 views · 34 clicks and forms · 1 lead");
});
