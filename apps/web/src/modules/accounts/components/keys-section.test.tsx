// @vitest-environment happy-dom
import { autoLogin, type KeyRow } from "@homeroom/contract/auto-login";
import { AccountId, OrganizationId, RecordId } from "@homeroom/contract/ids";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { answers, inTurn, later, refuses, show } from "#ui/for-tests.ts";
import { KeysSection } from "./keys-section.tsx";

const uuid = (n: number) => `019aaaaa-0000-7000-8000-00000000000${n}`;
const user = { accountID: AccountId.parse(uuid(1)), nickname: "Olivia", email: "olivia@x.test" };
const keyOf = (n: number, part: Partial<KeyRow> = {}): KeyRow => ({
  ...{ recordID: RecordId.parse(uuid(n)), createTime: "2026-11-20T10:00:00Z", expireTime: "2026-11-21T10:00:00Z" },
  ...{ account: { accountID: AccountId.parse(uuid(2)), nickname: "Ben" }, creator: user, status: "open" },
  ...{ usedTime: null, usedAddress: "", ...part },
});
const page = (list: KeyRow[], total = list.length, pageNum = 1) =>
  answers(autoLogin.list, { list, total, pageNum, pageSize: 10 });
const people = (...names: string[]) =>
  answers(
    autoLogin.accounts,
    names.map((label, n) => ({ value: uuid(n + 2), label, email: `${label.toLowerCase()}@x.test` })) as never,
  );
const made = answers(autoLogin.add, {
  ...{ recordID: RecordId.parse(uuid(9)), key: "secret/1", organizationId: OrganizationId.parse(uuid(8)) },
  expireTime: "2026-11-21T10:00:00Z",
});

const open = (server: ReturnType<typeof answers>[]) => show(<KeysSection />, { user, server });
type Person = ReturnType<typeof open>["person"];
const revoke = () => screen.findByRole("button", { name: /Revoke the link for Ben/ });

async function create({ click }: Person) {
  await click(screen.getByRole("button", { name: "Create a link" }));
  return screen.findByRole("combobox", { name: "For" });
}

it("offers the reader as the first choice, even if they are not among the first fifty people", async () => {
  const { person, sentTo } = open([page([]), people("Ben", "Cleo"), made]);
  await create(person);
  await screen.findByText("Olivia · olivia@x.test");
  expect(screen.queryByText(user.accountID)).toBeNull();
  await person.click(screen.getByRole("button", { name: "Create" }));
  await screen.findByRole("textbox", { name: "Sign-in link" });
  expect(sentTo(autoLogin.add)).toEqual([{ accountID: user.accountID, validMinutes: 60 }]);
});

it("keeps the name of the chosen person while another search finds nobody", async () => {
  const { person, sentTo } = open([page([]), inTurn(people("Ben"), people()), made]);
  const choice = await create(person);
  await person.click(choice);
  await person.click(await screen.findByText("Ben · ben@x.test"));
  fireEvent.change(choice, { target: { value: "nobody" } });
  await waitFor(() => expect(sentTo(autoLogin.accounts)).toContainEqual({ keywords: "nobody" }));
  fireEvent.change(choice, { target: { value: "" } });
  await person.click(screen.getByRole("button", { name: "Create" }));
  await screen.findByRole("textbox", { name: "Sign-in link" });
  expect(sentTo(autoLogin.add)).toEqual([{ accountID: uuid(2), validMinutes: 60 }]);
});

it("says why nobody can be chosen", async () => {
  const { person } = open([page([]), refuses(autoLogin.accounts, "TOO_MANY_REQUESTS")]);
  await person.click(await create(person));
  await screen.findByText(/^Too many attempts/);
});

it("shows the whole link once, with its key as a part of an address", async () => {
  const { person } = open([page([]), people("Ben"), made]);
  await create(person);
  await person.click(screen.getByRole("button", { name: "Create" }));
  const link = await screen.findByRole<HTMLTextAreaElement>("textbox", { name: "Sign-in link" });
  const { pathname, searchParams } = new URL(link.value);
  expect([pathname, searchParams.get("key"), searchParams.get("organizationid")]).toEqual([
    "/login",
    "secret/1",
    uuid(8),
  ]);
});

it("offers to revoke only links that still work", async () => {
  open([
    page([keyOf(3), keyOf(4, { status: "used" }), keyOf(5, { status: "expired" }), keyOf(6, { status: "revoked" })]),
  ]);
  await screen.findByText("Expired");
  expect(screen.getAllByRole("button", { name: /Revoke/ })).toHaveLength(1);
});

it("revokes a link once, however often the button is pressed", async () => {
  const answer = Promise.withResolvers<void>();
  const list = inTurn(page([keyOf(3)]), page([keyOf(3, { status: "revoked" })]));
  const { sentTo } = open([list, later(answers(autoLogin.revoke, null), answer.promise)]);
  fireEvent.click(await revoke());
  fireEvent.click(await revoke());
  answer.resolve();
  await screen.findByText("Revoked");
  expect(sentTo(autoLogin.revoke)).toEqual([{ recordID: uuid(3) }]);
});

it("says why a link was not revoked, and leaves the button", async () => {
  const { person } = open([page([keyOf(3)]), refuses(autoLogin.revoke, "TOO_MANY_REQUESTS")]);
  await person.click(await revoke());
  await screen.findByText(/^Too many attempts/);
  expect(await revoke()).toBeTruthy();
});

it("says why more links did not load, and retries", async () => {
  const next = page([keyOf(4, { status: "used" })], 11, 2);
  const { person } = open([inTurn(page([keyOf(3)], 11), refuses(autoLogin.list, "TOO_MANY_REQUESTS"), next)]);
  await person.click(await screen.findByRole("button", { name: "Load more" }));
  await screen.findByText(/^Too many attempts/);
  await person.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByText("Used");
  expect(screen.getByText("Open")).toBeTruthy();
});

it("says why the links did not load, and shows them after a retry", async () => {
  const { person } = open([inTurn(refuses(autoLogin.list, "TOO_MANY_REQUESTS"), page([]))]);
  await screen.findByText(/^Too many attempts/);
  expect(screen.queryByText("No links yet.")).toBeNull();
  await person.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByText("No links yet.");
});
