// @vitest-environment happy-dom
import { AccountId, BranchId, RoleId } from "@homeroom/contract/ids";
import { type StaffForm, type StaffRow, staff } from "@homeroom/contract/staff";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, onTestFinished, vi } from "vitest";
import { answers, inTurn, later, question, refuses, show } from "#ui/for-tests.ts";
import { useStaffList } from "../api/queries.ts";
import { BulkStanding } from "./bulk-standing.tsx";
import { InitialPasswordDialog, type IssuedPassword } from "./initial-password-dialog.tsx";
import { AddStaff, EditStaff } from "./staff-form.tsx";

const idOf = (n: number) => `019aaaaa-0000-7000-8000-${String(n).padStart(12, "0")}`;
const [teacher, desk, branchID] = [RoleId.parse(idOf(1)), RoleId.parse(idOf(2)), BranchId.parse(idOf(3))];
const user = { branch: { branchID, name: "East", timezone: "Asia/Hong_Kong" } };
const choicesOf = (newPasswords: "fixed" | "random") =>
  answers(staff.choices, {
    roles: [
      { value: teacher, label: "Teacher", code: "teacher", mayGive: true },
      { value: desk, label: "Desk", code: "desk", mayGive: true },
    ],
    branches: [{ value: branchID, label: "East", mayGive: true }],
    departments: [],
    newPasswords,
  });
const choices = choicesOf("random");
const made = answers(staff.add, {
  ...{ recordsn: AccountId.parse(idOf(9)), initialPassword: "pw1", passwordKind: "random" },
} as never);
type Server = ReturnType<typeof answers>[];

function add(server: Server, screenName: "staff" | "teacher" = "staff") {
  const onDone = vi.fn();
  const form = <AddStaff screen={screenName} onClose={vi.fn()} onDone={onDone} />;
  return { ...show(form, { user, server }), onDone };
}

const write = (name: string, value: string) => fireEvent.change(screen.getByLabelText(name), { target: { value } });
const save = () => screen.getByRole("button", { name: "Save" });

async function fillIn() {
  await screen.findByLabelText("Name");
  write("Name", "Ann");
  write("E-mail (sign-in name)", "ann@x.test");
}

it("says why nobody can be added, and opens the form after a retry", async () => {
  const { person } = add([inTurn(refuses(staff.choices, "TOO_MANY_REQUESTS"), choices)]);
  await screen.findByText(/^Too many attempts/);
  await person.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByLabelText("Name");
});

it.each([
  ["teacher" as const, [teacher]],
  ["staff" as const, []],
])("begins among %s with the role %j and with the reader's branch", async (screenName, roleIds) => {
  const { person, sentTo } = add([choices, refuses(staff.add, "TOO_MANY_REQUESTS")], screenName);
  await fillIn();
  await person.click(save());
  await screen.findByText(/^Too many attempts/);
  expect(sentTo(staff.add)).toMatchObject([{ roleIds, branchIDs: [branchID], invite: true }]);
});

it("keeps the input after a refusal, and does not make a second account on retry", async () => {
  const message = "This e-mail is taken";
  const taken = refuses(staff.add, "FIELD_INVALID", [{ field: "email", message } as never]);
  const { person, sentTo, onDone } = add([choices, inTurn(taken, made)]);
  await fillIn();
  await person.click(save());
  await screen.findByText(message);
  write("E-mail (sign-in name)", "ann2@x.test");
  await person.click(save());
  const told = { kind: "added", name: "Ann", account: "ann2@x.test", password: "pw1", passwordKind: "random" };
  await waitFor(() => expect(onDone).toHaveBeenCalledWith({ recordsn: idOf(9), told }));
  const [first, second] = sentTo(staff.add) as { recordsn: string }[];
  expect(first?.recordsn).toBe(second?.recordsn);
});

it.each([
  ["fixed" as const, true],
  ["random" as const, false],
])("offers a random password where passwords are %s: %s", async (kind, expected) => {
  add([choicesOf(kind)]);
  await screen.findByLabelText("Name");
  expect(screen.queryByLabelText("Use a random password") !== null).toBe(expected);
});

const record = {
  ...{ recordsn: AccountId.parse(idOf(9)), id: idOf(9), version: 4, nickname: "Ann", email: "ann@x.test" },
  ...{ roleIds: [desk], branchIDs: [branchID], isSelf: false, isOwner: false, avatar: null, avatarFileID: null },
  emergencyContact: { name: "", areaCode: "", phone: "", email: "" },
} as unknown as StaffForm;
const edit = (facts: object, server: Server) =>
  show(<EditStaff record={{ ...record, ...facts }} onClose={vi.fn()} onDone={vi.fn()} />, { user, server });

it("says why a person cannot be edited instead of showing ids for names", async () => {
  const { person } = edit({}, [inTurn(refuses(staff.choices, "TOO_MANY_REQUESTS"), choices)]);
  await screen.findByText(/^Too many attempts/);
  expect(screen.queryByText(desk)).toBeNull();
  await person.click(screen.getByRole("button", { name: "Try again" }));
  expect((await screen.findByLabelText<HTMLInputElement>("Name")).value).toBe("Ann");
});

it.each([
  ["themselves", { isSelf: true }, true, true],
  ["themselves as the owner", { isSelf: true, isOwner: true }, false, true],
  ["somebody else", {}, false, false],
])("lets people who edit %s change roles and address only where they can", async (_who, facts, roles, address) => {
  edit(facts, [choices]);
  await screen.findByLabelText("Name");
  expect(screen.getByLabelText<HTMLInputElement>("Roles").disabled).toBe(roles);
  expect(screen.getByLabelText<HTMLInputElement>("E-mail (sign-in name)").disabled).toBe(address);
});

const personOf = (n: number, status: number, may = true) =>
  ({ recordsn: AccountId.parse(idOf(100 + n)), status, can: { status: may } }) as StaffRow;
const changed = answers(staff.updateStatus, null);

function Bulk({ people, onDone }: { people: StaffRow[]; onDone: () => void }) {
  useStaffList("staff", {});
  return <BulkStanding people={async () => people} onDone={onDone} />;
}

function bulk(people: StaffRow[], server: Server) {
  const onDone = vi.fn();
  const list = answers(staff.list, { list: [], total: 0, pageNum: 1, pageSize: 50 });
  return { ...show(<Bulk people={people} onDone={onDone} />, { server: [...server, list] }), onDone };
}

const press = (name: string) => screen.getByRole("button", { name });

it("disables only active people who can be changed, after a question with their number", async () => {
  const { person, sentTo, onDone } = bulk([personOf(1, 1), personOf(2, 0), personOf(3, 1, false)], [changed]);
  await person.click(press("Disable"));
  const asked = await question("Disable 1 person?");
  expect(sentTo(staff.updateStatus)).toEqual([]);
  await person.click(asked.getByRole("button", { name: "Disable", hidden: true }));
  await screen.findByText("1 person disabled");
  expect(sentTo(staff.updateStatus)).toHaveLength(1);
  expect(onDone).toHaveBeenCalled();
});

it("keeps the selection when nobody was enabled, and says why", async () => {
  const { person, onDone } = bulk([personOf(1, 0)], [refuses(staff.updateStatus, "TOO_MANY_REQUESTS")]);
  await person.click(press("Enable"));
  await screen.findByText(/^Too many attempts/);
  expect(onDone).not.toHaveBeenCalled();
});

it("shows who was enabled even if the next hundred were refused", async () => {
  const people = Array.from({ length: 101 }, (_none, n) => personOf(n, 0));
  const { person, sentTo } = bulk(people, [inTurn(changed, refuses(staff.updateStatus, "TOO_MANY_REQUESTS"))]);
  await waitFor(() => expect(sentTo(staff.list)).toHaveLength(1));
  await person.click(press("Enable"));
  await screen.findByText(/^Too many attempts/);
  expect(sentTo(staff.updateStatus)).toHaveLength(2);
  await waitFor(() => expect(sentTo(staff.list)).toHaveLength(2));
});

it("ignores a second press while people are being changed", async () => {
  const answer = Promise.withResolvers<void>();
  const { sentTo, onDone } = bulk([personOf(1, 0)], [later(changed, answer.promise)]);
  fireEvent.click(press("Enable"));
  fireEvent.click(press("Enable"));
  answer.resolve();
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(sentTo(staff.updateStatus)).toHaveLength(1);
});

const told: IssuedPassword = {
  kind: "added",
  name: "Ann",
  account: "ann@x.test",
  password: "pw1",
  passwordKind: "fixed",
};

it.each([
  ["fixed" as const, false],
  ["random" as const, true],
])("says of a %s password that it is shown only once: %s", (passwordKind, once) => {
  show(<InitialPasswordDialog told={{ ...told, passwordKind }} onClose={vi.fn()} />);
  expect(screen.queryByText(/It is not shown again/) !== null).toBe(once);
});

it("says when the password could not be copied", async () => {
  const { person } = show(<InitialPasswordDialog told={told} onClose={vi.fn()} />);
  const spy = vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("no"));
  onTestFinished(() => spy.mockRestore());
  await person.click(press("copy Copy"));
  await screen.findByText("Copying failed. Please select it and copy it");
  expect(screen.queryByText("Copied")).toBeNull();
});
