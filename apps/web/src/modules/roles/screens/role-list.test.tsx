// @vitest-environment happy-dom
import { AccountId, RoleId } from "@homeroom/contract/ids";
import { type RoleForm, type RoleHolder, type RoleRow, roles } from "@homeroom/contract/roles";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { answers, inTurn, later, question, refuses, show } from "#ui/for-tests.ts";
import { RoleHolders } from "../components/role-holders.tsx";
import { RoleList } from "./role-list.tsx";

const id = RoleId.parse("019aaaaa-0000-7000-8000-000000000001");
const all = { edit: true, grant: true, delete: true, viewAs: true };
const row: RoleRow = {
  ...{ id, name: "Desk", code: "desk", description: "", status: 1, isDefault: false, accountCount: 2 },
  ...{ permissionCount: 5, createTime: "2026-11-20T10:00:00Z", updateTime: "2026-11-20T10:00:00Z", version: 3 },
  can: all,
};
const form: RoleForm = { ...row, discountLimit: null, creator: "Ann", updater: "", isOwn: false };
const listOf = (...list: RoleRow[]) =>
  answers(roles.page, { list, total: list.length, pageNum: 1, pageSize: 50, nextCursor: null });
const holderOf = (n: number, part: Partial<RoleHolder> = {}): RoleHolder => ({
  ...{ accountID: AccountId.parse(`019aaaaa-0000-7000-8000-00000000001${n}`), nickname: `P${n}`, status: 1 },
  ...{ isOwner: false, onlyRole: false, ...part },
});
const holders = (count: number, ...list: RoleHolder[]) => answers(roles.accounts, { count, list });

const open = (server: ReturnType<typeof answers>[], search = "") =>
  show(<RoleList />, { server, search, height: 600, perms: ["sys:role:add", "sys:role:edit"] });

it("says why a role cannot be edited, and opens its form after a retry", async () => {
  const one = inTurn(refuses(roles.form, "TOO_MANY_REQUESTS"), answers(roles.form, form));
  const { person } = open([listOf(row), one], `?edit=${id}`);
  await screen.findByText(/^Too many attempts/);
  await person.click(screen.getByRole("button", { name: "Try again" }));
  expect((await screen.findByLabelText<HTMLInputElement>("Role name")).value).toBe("Desk");
});

it("says why the permissions cannot be shown, and clears the address when that is closed", async () => {
  const { person, search } = open([listOf(row), refuses(roles.form, "TOO_MANY_REQUESTS")], `?permissions=${id}`);
  await screen.findByText(/^Too many attempts/);
  await person.click(screen.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(search()).toBe(""));
});

it("distinguishes no roles from filters without matches", async () => {
  const { person, search } = open([listOf()], "?status=0");
  await screen.findByText("No role matches");
  await person.click(screen.getAllByRole("button", { name: "Clear filters" }).at(-1) as HTMLElement);
  await screen.findByText("There are no roles yet");
  expect(search()).toBe("");
});

async function remove(server: ReturnType<typeof answers>[]) {
  const shown = open([...server, listOf(row)]);
  fireEvent.click(await screen.findByRole("button", { name: "More for Desk" }));
  await shown.person.click(await screen.findByRole("menuitem", { name: "Delete" }));
  return shown;
}

it.each<[string, ReturnType<typeof answers>, RegExp]>([
  ["nobody", holders(0), /^Nobody has it/],
  ["few people", holders(2, holderOf(1), holderOf(2)), /^2 accounts have this role and will lose it: P1, P2\.\s*$/],
  [
    "people with no other role",
    holders(2, holderOf(1), holderOf(2, { onlyRole: true })),
    /P2 has no other role and can no longer sign in/,
  ],
  [
    "people who cannot sign in anyway",
    holders(1, holderOf(1, { onlyRole: true, status: 2 })),
    /^1 account has this role and will lose it: P1\.\s*$/,
  ],
  ["many people", holders(9, ...[1, 2, 3, 4, 5, 6, 7].map((n) => holderOf(n))), /P1, P2, P3, P4, P5, P6 and others/],
])("says before a role of %s is deleted what that means", async (_whose, people, words) => {
  const { sentTo } = await remove([people, answers(roles.remove, null)]);
  const asked = await question("Delete the role Desk?");
  asked.getByText(words);
  expect(sentTo(roles.remove)).toEqual([]);
});

it("says why a role was not deleted", async () => {
  const { person } = await remove([holders(0), refuses(roles.remove, "TOO_MANY_REQUESTS")]);
  const asked = await question("Delete the role Desk?");
  await person.click(asked.getByRole("button", { name: "Delete", hidden: true }));
  await screen.findByText(/^Too many attempts/);
});

it("deletes nothing if the holders of the role are unknown", async () => {
  const { sentTo } = await remove([refuses(roles.accounts, "TOO_MANY_REQUESTS"), answers(roles.remove, null)]);
  await screen.findByText(/^Too many attempts/);
  expect(sentTo(roles.remove)).toEqual([]);
});

it("says how many more people have a role than are named", async () => {
  show(<RoleHolders id={id} />, { server: [holders(3, holderOf(1, { isOwner: true }), holderOf(2, { status: 0 }))] });
  await screen.findByText("People with this role (3)");
  for (const words of ["Owner", "Disabled", "and 1 more"]) expect(screen.getByText(words)).toBeTruthy();
});

it("does not say that nobody has a role while that is unknown", async () => {
  const answer = Promise.withResolvers<void>();
  show(<RoleHolders id={id} />, { server: [later(holders(0), answer.promise)] });
  expect(screen.queryByText("Nobody has this role yet")).toBeNull();
  answer.resolve();
  await screen.findByText("Nobody has this role yet");
});
