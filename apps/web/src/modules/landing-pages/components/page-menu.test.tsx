// @vitest-environment happy-dom
import { BranchId, RecordId } from "@homeroom/contract/ids";
import { landingPages, type PageRow, type PublishStatus } from "@homeroom/contract/landing-pages";
import type { Permission } from "@homeroom/contract/permissions";
import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { answers, question, show } from "#ui/for-tests.ts";
import { PageMenu } from "./page-menu.tsx";
import { usePageActions } from "./use-page-actions.ts";

const recordID = RecordId.parse("019aaaaa-0000-7000-8000-000000000001");
const branchID = BranchId.parse("019aaaaa-0000-7000-8000-000000000002");
const page: Omit<PageRow, "publishStatus"> = {
  ...{ recordID, name: "Camp", urlName: "camp", url: "https://a.hk/p/a/camp", theme: "camp", category: null },
  ...{
    language: "en",
    branch: { branchID, name: "Central" },
    buttonAction: "form",
    publishTime: "2026-11-01T00:00:00Z",
  },
  ...{ urlNameLocked: true, domainID: null, isSplit: false, stuckCount: 0, viewCount: 0, clickCount: 0, leadCount: 0 },
  ...{ spend: [], creator: "", updater: "", createTime: "", updateTime: "", version: 3 },
};

function Menu({ publishStatus, isSplit = false }: { publishStatus: PublishStatus; isSplit?: boolean }) {
  const actions = usePageActions({ onCopy: vi.fn(), onSettings: vi.fn() });
  return <PageMenu page={{ ...page, publishStatus, isSplit }} actions={actions} />;
}

async function takeOffline(publishStatus: PublishStatus) {
  const server = [answers(landingPages.takeOffline, null), answers(landingPages.publish, { url: page.url })];
  const shown = show(<Menu publishStatus={publishStatus} />, { server, perms: ["ad:landing:publish"] });
  await shown.person.click(screen.getByRole("button", { name: "Actions of “Camp”" }));
  await shown.person.click(await screen.findByRole("menuitem", { name: /Take offline/ }));
  await screen.findByText("Took “Camp” offline");
  return shown;
}

it("publishes a page again when taking it offline is undone", async () => {
  const { person, sentTo } = await takeOffline("published");
  await person.click(await screen.findByRole("button", { name: "Undo" }));
  await waitFor(() => expect(sentTo(landingPages.publish)).toEqual([{ recordID }]));
});

it("does not offer an undo for a page with an unpublished draft, which it would publish", async () => {
  const { sentTo } = await takeOffline("changed");
  expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
  expect(sentTo(landingPages.takeOffline)).toEqual([{ recordID }]);
});

async function undoRemoval(publishStatus: PublishStatus, perms: readonly Permission[] = []) {
  const server = [
    answers(landingPages.remove, null),
    answers(landingPages.restore, null),
    answers(landingPages.publish, { url: page.url }),
  ];
  const shown = show(<Menu publishStatus={publishStatus} />, { server, perms: ["ad:landing:delete", ...perms] });
  await shown.person.click(screen.getByRole("button", { name: "Actions of “Camp”" }));
  await shown.person.click(await screen.findByRole("menuitem", { name: /Delete/ }));
  await shown.person.click(await screen.findByRole("button", { name: "Undo" }));
  await waitFor(() => expect(shown.sentTo(landingPages.restore)).toEqual([{ recordID }]));
  return shown;
}

it("brings a page back online when its removal is undone", async () => {
  const { sentTo } = await undoRemoval("published", ["ad:landing:publish"]);
  await waitFor(() => expect(sentTo(landingPages.publish)).toEqual([{ recordID }]));
});

it.each<[string, PublishStatus, Permission[]]>([
  ["it has edits that visitors have not seen", "changed", ["ad:landing:publish"]],
  ["the person may not publish", "published", []],
])("says that a page is back but offline when %s", async (_, publishStatus, perms) => {
  const { sentTo } = await undoRemoval(publishStatus, perms);
  await screen.findByText("“Camp” is back, and offline until it is published");
  expect(sentTo(landingPages.publish)).toEqual([]);
});

it.each([
  ["Publish", landingPages.publish],
  ["Take offline", landingPages.takeOffline],
  ["Delete", landingPages.remove],
] as const)("asks before %s ends the A/B test of a page", async (verb, call) => {
  const server = [answers(landingPages.publish, { url: page.url }), answers(landingPages.takeOffline, null)];
  const perms = ["ad:landing:publish", "ad:landing:delete"] as const;
  const { person, sentTo } = show(<Menu publishStatus="changed" isSplit />, {
    server: [...server, answers(landingPages.remove, null)],
    perms,
  });
  const choose = async () => {
    await person.click(screen.getByRole("button", { name: "Actions of “Camp”" }));
    await person.click(await screen.findByRole("menuitem", { name: new RegExp(verb) }));
    return question("End the A/B test?");
  };
  await person.click((await choose()).getByRole("button", { name: "Cancel" }));
  expect(sentTo(call)).toEqual([]);
  await person.click((await choose()).getByRole("button", { name: verb }));
  await waitFor(() => expect(sentTo(call)).toEqual([{ recordID }]));
});
