// @vitest-environment happy-dom
import { media, type UtmLink } from "@homeroom/contract/media";
import type { Permission } from "@homeroom/contract/permissions";
import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { answers, show } from "#ui/for-tests.ts";
import { UtmLinks } from "./utm-links.tsx";

const recordID = "019aaaaa-0000-7000-8000-000000000001";
const link = {
  recordID,
  url: "https://x.test",
  source: "fb",
  medium: "cpc",
  campaign: "Summer",
  term: "",
  content: "",
  link: "https://x.test/?utm_source=fb",
  creator: "Ann",
  createTime: "2026-01-01T00:00:00Z",
} as UtmLink;
const server = [
  answers(media.utmLinks, { list: [link], total: 1, nextCursor: null } as never),
  answers(media.removeUtmLink, null),
  answers(media.restoreUtmLink, null),
];
const open = (...perms: Permission[]) => show(<UtmLinks />, { perms, server, search: `?link=${recordID}` });

it("deletes a link at once, closes its panel, and brings the link back by Undo", async () => {
  const { person, sentTo, search } = open("org:channel:utm");
  await person.click(await screen.findByRole("button", { name: "delete Delete" }));
  await screen.findByText("Deleted the link “Summer”");
  expect(sentTo(media.removeUtmLink)).toEqual([{ recordID }]);
  await waitFor(() => expect(search()).toBe(""));
  await person.click(screen.getByRole("button", { name: "Undo" }));
  await waitFor(() => expect(sentTo(media.restoreUtmLink)).toEqual([{ recordID }]));
  await waitFor(() => expect(screen.queryByText("Deleted the link “Summer”")).toBeNull());
});

it("shows the link to people without the right to change links, with no way to", async () => {
  open("org:channel:query");
  await screen.findByRole("dialog", { name: "Summer" });
  expect(screen.queryByRole("button", { name: "delete Delete" })).toBeNull();
  expect(screen.queryByRole("button", { name: "plus Create link" })).toBeNull();
});
