// @vitest-environment happy-dom
import { RecordId } from "@homeroom/contract/ids";
import { landingDomains } from "@homeroom/contract/landing-domains";
import { landingPages } from "@homeroom/contract/landing-pages";
import { member } from "@homeroom/contract/member";
import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { answers, refuses, show } from "#ui/for-tests.ts";
import { DomainDrawer } from "./domain-drawer.tsx";
import { AddPage, PageSettings } from "./page-form.tsx";

const recordID = RecordId.parse("019aaaaa-0000-7000-8000-000000000001");

it("says why the form of a new page does not open, and retries", async () => {
  const server = [refuses(member.branchList, "TOO_MANY_REQUESTS")];
  const onClose = vi.fn();
  const { person, sentTo } = show(<AddPage likeID={null} onAdded={vi.fn()} onClose={onClose} />, { server });
  await screen.findByRole("alert");
  await person.click(screen.getByRole("button", { name: "Try again" }));
  await expect.poll(() => sentTo(member.branchList)).toHaveLength(2);
  await screen.findByRole("alert");
  await person.click(screen.getByRole("button", { name: "Close" }));
  expect(onClose).toHaveBeenCalledOnce();
});

it("says why the settings of a page do not open", async () => {
  show(<PageSettings recordID={recordID} onClose={vi.fn()} />, { server: [refuses(landingPages.info, "NOT_FOUND")] });
  expect((await screen.findByRole("alert")).textContent).toContain("Not found");
});

it("says why the host names are not shown, and shows them once they have loaded", async () => {
  const server = [refuses(landingDomains.list, "TOO_MANY_REQUESTS")];
  const { person } = show(<DomainDrawer onClose={vi.fn()} />, { server });
  await screen.findByRole("alert");
  server[0] = answers(landingDomains.list, { target: "pages.example", list: [] });
  await person.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByRole("textbox");
});
