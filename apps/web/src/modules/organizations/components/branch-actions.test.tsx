// @vitest-environment happy-dom
import { type BranchInfo, branches } from "@homeroom/contract/branches";
import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { answers, question, show } from "#ui/for-tests.ts";
import { BranchActions } from "./branch-actions.tsx";

const all = ["org:branch:edit", "org:branch:delete"] as const;
const branch = {
  recordID: "019aaaaa-0000-7000-8000-000000000001",
  name: "East",
  status: 1,
  isCurrent: false,
  isLastOpen: false,
  use: { leads: 0 },
  stranded: { count: 0, names: [] },
  leadSources: { count: 0, list: [] },
} as unknown as BranchInfo;

const actions = (facts: object = {}) => (
  <BranchActions branch={{ ...branch, ...facts }} onEdit={vi.fn()} onDeleted={vi.fn()} />
);
const button = (name: string) => screen.queryByRole<HTMLButtonElement>("button", { name });
const canPress = (name: string) => button(name)?.disabled === false;

it("shows nothing to people without a permission", () => {
  show(actions({ isCurrent: true }));
  expect(screen.queryAllByRole("button")).toEqual([]);
  expect(screen.queryByText(/You are in this branch/)).toBeNull();
});

it("does not let people close or delete the branch that they are in, and says why", () => {
  show(actions({ isCurrent: true }), { perms: all });
  expect([canPress("Edit"), canPress("Close branch"), canPress("delete Delete")]).toEqual([true, false, false]);
  screen.getByText(/You are in this branch/);
});

it("lets people close a branch in use, but not delete it", () => {
  show(actions({ use: { leads: 3 } }), { perms: all });
  expect([canPress("Close branch"), canPress("delete Delete")]).toEqual([true, false]);
  screen.getByText(/Something still belongs to it/);
});

it("does not mention uses to people who could not delete the branch anyway", () => {
  show(actions({ use: { leads: 3 } }), { perms: ["org:branch:edit"] });
  expect(button("delete Delete")).toBeNull();
  expect(screen.queryByText(/Something still belongs to it/)).toBeNull();
});

it("names the people who would have no branch left, and closes only after confirmation", async () => {
  const server = [answers(branches.updateStatus, null)];
  const facts = { stranded: { count: 2, names: ["Ann", "Ben"] } };
  const { person, sentTo } = show(actions(facts), { perms: all, server });
  await person.click(screen.getByRole("button", { name: "Close branch" }));
  const asked = await question("Close East");
  asked.getByText(/Ann, Ben will have no branch left to enter/);
  expect(sentTo(branches.updateStatus)).toEqual([]);
  await person.click(asked.getByRole("button", { name: "Close branch" }));
  await screen.findByText("East is closed");
  expect(sentTo(branches.updateStatus)).toEqual([{ recordID: branch.recordID, status: "0", confirm: "true" }]);
});

it("names the pages and forms that would continue to send leads to a closed branch", async () => {
  const named = ["Summer camp", "Open day"].map((name) => ({ kind: "landingPage", name }));
  const list = [...named, { kind: "googleForm", name: "" }, { kind: "metaPage", name: "Our school" }];
  const { person } = show(actions({ leadSources: { count: 4, list } }), { perms: all });
  await person.click(screen.getByRole("button", { name: "Close branch" }));
  const asked = await question("Close East");
  expect(asked.getByText(/go to this branch after closing too/).textContent).toContain(
    "page “Summer camp”, page “Open day”, the Google lead form, Meta page “Our school”",
  );
});

it("opens a closed branch at once, even the last one", async () => {
  const server = [answers(branches.updateStatus, null)];
  const { person, sentTo } = show(actions({ status: 0, isLastOpen: false }), { perms: all, server });
  await person.click(screen.getByRole("button", { name: "Open again" }));
  await screen.findByText("East is open");
  expect(sentTo(branches.updateStatus)).toEqual([expect.objectContaining({ status: "1" })]);
});
