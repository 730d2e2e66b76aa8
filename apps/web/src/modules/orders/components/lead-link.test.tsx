// @vitest-environment happy-dom
import { LeadId } from "@homeroom/contract/ids";
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { show } from "#ui/for-tests.ts";
import { LeadLink } from "./lead-link.tsx";

const lead = { leadId: LeadId.parse("019aaaaa-0000-7000-8000-000000000001"), leadName: "Ming" };

it("opens the lead for people who see leads", () => {
  show(<LeadLink {...lead} />, { perms: ["crm:lead:query"] });
  expect(screen.getByRole("link", { name: "Ming" }).getAttribute("href")).toBe(`/lead/list?lead=${lead.leadId}`);
});

it("is a plain name for people who only see orders", () => {
  show(<LeadLink {...lead} />, { perms: ["sale:order:query"] });
  expect(screen.getByText("Ming")).toBeTruthy();
  expect(screen.queryByRole("link")).toBeNull();
});
