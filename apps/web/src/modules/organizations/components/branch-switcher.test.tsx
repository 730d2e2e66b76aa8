// @vitest-environment happy-dom
import { AccountId, BranchId, OrganizationId } from "@homeroom/contract/ids";
import { login } from "@homeroom/contract/login";
import { member } from "@homeroom/contract/member";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, onTestFinished, vi } from "vitest";
import { answers, inTurn, later, refuses, show } from "#ui/for-tests.ts";
import { BranchSwitcher } from "./branch-switcher.tsx";
import { SwitchBranch } from "./switch-branch.tsx";

const idOf = (n: number) => `019aaaaa-0000-7000-8000-0000000000${String(n).padStart(2, "0")}`;
const user = { branch: { branchID: BranchId.parse(idOf(1)), name: "East", timezone: "Asia/Hong_Kong" } };
const perms = ["org:branch:switch"] as const;
const branchesOf = (...names: string[]) =>
  answers(
    member.branchList,
    names.map((label, n) => ({ value: idOf(n + 1), label })),
  );
const session = answers(login.switchBranch, {
  ...{ token: "t2", accountID: AccountId.parse(idOf(8)), isPasswordInitialized: true },
  ...{ organizationId: OrganizationId.parse(idOf(9)), branchID: BranchId.parse(idOf(2)) },
});
type Server = ReturnType<typeof answers>[];

async function choices(server: Server) {
  const shown = show(<BranchSwitcher compact={false} onSwitched={vi.fn()} />, { user, perms, server });
  const opener = screen.getByRole("button", { name: /East/ });
  await shown.person.click(opener);
  // The open state survives the test page.
  onTestFinished(() => void fireEvent.click(opener));
  return shown;
}

it.each([
  [false, "East"],
  [true, null],
])("names the branch to people who cannot leave it, and on a phone (%s) not even that", (compact, words) => {
  show(<BranchSwitcher compact={compact} onSwitched={vi.fn()} />, { user });
  expect(screen.queryByRole("button")).toBeNull();
  expect(screen.queryByText("East")?.textContent ?? null).toBe(words);
});

it("fetches branches only when opened, and does not offer the current one", async () => {
  const { sentTo } = await choices([branchesOf("East", "West")]);
  expect((await screen.findByRole<HTMLButtonElement>("button", { name: "West" })).disabled).toBe(false);
  const here = screen.getAllByRole<HTMLButtonElement>("button", { name: /East/, hidden: true });
  expect(here.at(-1)?.disabled).toBe(true);
  expect(sentTo(member.branchList)).toHaveLength(1);
});

it("says that there is no other branch", async () => {
  await choices([branchesOf("East")]);
  expect(await screen.findByText("This is the only branch that you can enter.")).toBeTruthy();
});

it("offers a search among many branches, and says when nothing is found", async () => {
  await choices([branchesOf("East", ...Array.from("ABCDEFGH"))]);
  fireEvent.change(await screen.findByLabelText(/Search/), { target: { value: " c " } });
  await waitFor(() => expect(screen.queryByRole("button", { name: "B" })).toBeNull());
  screen.getByRole("button", { name: "C" });
  fireEvent.change(screen.getByLabelText(/Search/), { target: { value: "zzz" } });
  await waitFor(() => expect(screen.queryByRole("button", { name: "C" })).toBeNull());
});

it("says why the branches failed to load, and shows them after a retry", async () => {
  const { person } = await choices([
    inTurn(refuses(member.branchList, "TOO_MANY_REQUESTS"), branchesOf("East", "West")),
  ]);
  await screen.findByText(/^Too many attempts/);
  await person.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByRole("button", { name: "West" });
});

function switchTo(server: Server) {
  onTestFinished(() => localStorage.clear());
  const handlers = { onClose: vi.fn(), onSwitched: vi.fn() };
  const shown = show(<SwitchBranch branch={{ value: idOf(2), label: "West" }} {...handlers} />, { server });
  return { ...shown, ...handlers, field: screen.getByLabelText<HTMLInputElement>("Your password") };
}

it("asks for the password before anything is sent", async () => {
  const { person, sentTo, field } = switchTo([session]);
  await person.type(field, "{Enter}");
  await screen.findByText("Please enter the password");
  expect(sentTo(login.switchBranch)).toEqual([]);
});

it("switches once when Enter is pressed", async () => {
  const answer = Promise.withResolvers<void>();
  const { person, sentTo, field, onSwitched } = switchTo([later(session, answer.promise)]);
  await person.type(field, "s1{Enter}");
  answer.resolve();
  await waitFor(() => expect(onSwitched).toHaveBeenCalledOnce());
  expect(sentTo(login.switchBranch)).toMatchObject([{ branchID: idOf(2), password: "s1" }]);
  expect(localStorage.getItem("accessToken")).toBe("t2");
});

it("says that the password is wrong until it is changed, and lets people try again", async () => {
  const { person, field, onSwitched } = switchTo([
    inTurn(refuses(login.switchBranch, "BRANCH_WRONG_PASSWORD"), session),
  ]);
  await person.type(field, "s1{Enter}");
  await screen.findByRole("alert");
  expect([field.disabled, onSwitched.mock.calls]).toEqual([false, []]);
  fireEvent.change(field, { target: { value: "s2" } });
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
  await person.click(screen.getByRole("button", { name: /^Switch/ }));
  await waitFor(() => expect(onSwitched).toHaveBeenCalled());
});
