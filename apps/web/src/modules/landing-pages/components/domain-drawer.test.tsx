// @vitest-environment happy-dom
import { RecordId } from "@homeroom/contract/ids";
import { type Domain, landingDomains } from "@homeroom/contract/landing-domains";
import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { answers, refuses, show } from "#ui/for-tests.ts";
import { DomainDrawer } from "./domain-drawer.tsx";

const wrong = /Enter the domain alone/;

it("says at the field what is wrong with a domain, and keeps what was typed", async () => {
  const fault = { field: "host", name: "FIELD_INVALID" as const, message: "Not valid" };
  const server = [
    answers(landingDomains.list, { target: "centre.pages.test", list: [] }),
    refuses(landingDomains.add, "FIELD_INVALID", [fault]),
  ];
  const { person } = show(<DomainDrawer onClose={vi.fn()} />, { server, perms: ["ad:landing:domain"] });
  const host = await screen.findByLabelText<HTMLInputElement>("Domain");
  await person.type(host, "https://camp.school.hk/");
  await person.click(screen.getByRole("button", { name: "Add" }));
  await screen.findByText(wrong);
  expect(screen.queryByText("Please check the marked fields")).toBeNull();
  expect([host.value, host.getAttribute("aria-invalid")]).toEqual(["https://camp.school.hk/", "true"]);
  await person.type(host, "{Backspace}");
  await waitFor(() => expect(screen.queryByText(wrong)).toBeNull());
});

it("asks before a domain is removed, and focuses the button that removes nothing", async () => {
  const recordID = RecordId.parse("019aaaaa-0000-7000-8000-000000000001");
  const camp: Domain = { recordID, host: "camp.school.hk", state: "ok", problem: null, checkTime: null };
  const server = [
    answers(landingDomains.list, { target: "centre.pages.test", list: [camp] }),
    answers(landingDomains.remove, null),
  ];
  const { person, sentTo } = show(<DomainDrawer onClose={vi.fn()} />, { server, perms: ["ad:landing:domain"] });
  await person.click(await screen.findByRole("button", { name: "Remove" }));
  const cancel = await screen.findByRole("button", { name: "Cancel" });
  await waitFor(() => expect(document.activeElement === cancel).toBe(true));
  await person.keyboard("{Enter}");
  await waitFor(() => expect(screen.queryByRole("button", { name: "Cancel" })).toBeNull());
  expect(sentTo(landingDomains.remove)).toEqual([]);
});
