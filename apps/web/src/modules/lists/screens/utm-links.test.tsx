// @vitest-environment happy-dom
import { media, type UtmLink } from "@homeroom/contract/media";
import type { Permission } from "@homeroom/contract/permissions";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { answers, later, refuses, show } from "#ui/for-tests.ts";
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

const address = "https://x.test/?utm_source=fb&utm_medium=cpc&utm_campaign=Spring";
const built = answers(media.buildUtmLink, { recordID, link: address } as never);

async function build(more: ReturnType<typeof answers>[] = [built], search = "?new=1") {
  const shown = show(<UtmLinks />, {
    perms: ["org:channel:utm"],
    server: [...more, answers(media.channels, []), ...server],
    search,
  });
  await screen.findByRole("button", { name: "Update link" });
  return shown;
}

const write = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const spring = [
  ["Address", "https://x.test/"],
  ["Source", "fb"],
  ["Campaign medium", "cpc"],
  ["Campaign name", "Spring"],
] as const;
const update = () => screen.getByRole("button", { name: "Update link" });

it("deletes a link at once, closes its panel, and restores the link with Undo", async () => {
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

it("deletes a link once, however often the button is pressed", async () => {
  const waiting = Promise.withResolvers<void>();
  const { person, sentTo } = show(<UtmLinks />, {
    perms: ["org:channel:utm"],
    server: [later(answers(media.removeUtmLink, null), waiting.promise), ...server],
    search: `?link=${recordID}`,
  });
  await person.dblClick(await screen.findByRole("button", { name: "delete Delete" }));
  waiting.resolve();
  await screen.findByText("Deleted the link “Summer”");
  expect(sentTo(media.removeUtmLink)).toHaveLength(1);
});

it("says why a link was not deleted, and leaves it open", async () => {
  const { person, search } = show(<UtmLinks />, {
    perms: ["org:channel:utm"],
    server: [refuses(media.removeUtmLink, "TOO_MANY_REQUESTS"), ...server],
    search: `?link=${recordID}`,
  });
  await person.click(await screen.findByRole("button", { name: "delete Delete" }));
  await screen.findByText(/^Too many attempts/);
  expect(search()).toBe(`?link=${recordID}`);
});

it("shows a link only once it is built, and hides it when its fields change", async () => {
  const copied = vi.spyOn(navigator.clipboard, "writeText");
  const { person, sentTo } = await build();
  for (const [label, value] of spring) write(label, value);
  await screen.findByText(/^Fill in the fields and press/);
  await person.click(screen.getByRole("button", { name: "copy Copy link" }));
  expect(copied).not.toHaveBeenCalled();
  await person.click(update());
  await screen.findByText("The link is up to date and ready to use.");
  expect(sentTo(media.buildUtmLink)).toMatchObject([{ source: "fb", medium: "cpc", campaign: "Spring", term: "" }]);
  await person.click(screen.getByRole("button", { name: "copy Copy link" }));
  await screen.findByText("Copied");
  expect(await navigator.clipboard.readText()).toBe(address);
  write("Campaign name", "Autumn");
  await screen.findByText("The fields have changed: press “Update link”.");
  expect(screen.queryByRole("img", { name: "QR code of “Autumn”" })).toBeNull();
});

it("keeps the input when a link is refused, and does not send an invalid address", async () => {
  const { person, sentTo } = await build([refuses(media.buildUtmLink, "TOO_MANY_REQUESTS")]);
  for (const [label, value] of spring) write(label, value);
  write("Address", "x.test");
  await person.click(update());
  expect(sentTo(media.buildUtmLink)).toEqual([]);
  write("Address", "https://x.test/");
  await person.click(update());
  await screen.findByText(/^Too many attempts/);
  expect(screen.getByLabelText<HTMLInputElement>("Campaign name").value).toBe("Spring");
});

it("builds another link from an existing one", async () => {
  const { person, search } = open("org:channel:utm");
  await person.click(await screen.findByRole("button", { name: "copy Create another from it" }));
  await screen.findByRole("button", { name: "Update link" });
  expect(spring.map(([label]) => screen.getByLabelText<HTMLInputElement>(label).value)).toEqual([
    ...["https://x.test", "fb", "cpc", "Summer"],
  ]);
  expect(search()).toBe("?new=1");
});

it("distinguishes an empty list from a search without results", async () => {
  const none = answers(media.utmLinks, { list: [], total: 0, nextCursor: null } as never);
  const { person } = show(<UtmLinks />, { server: [none], search: "?keywords=x" });
  await screen.findByText("No links match");
  await person.click(screen.getByRole("button", { name: "Clear the search" }));
  expect(await screen.findByText("No links yet")).toBeTruthy();
});
