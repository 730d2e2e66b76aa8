import type { AccountId } from "@homeroom/contract/ids";
import type { PersonOption } from "@homeroom/contract/member";
import type { StaffForm } from "@homeroom/contract/staff";
import { v7 } from "uuid";
import { beforeAll, expect, test } from "vitest";
import { callApi } from "#modules/sign-in/for-tests";
import { verifyPassword } from "#platform/auth/passwords";
import { prepareDesk } from "#platform/db/for-tests";
import { openStaffDesk, type StaffDesk } from "./for-tests.ts";

let admin: Awaited<ReturnType<StaffDesk["signIn"]>>;
/** People referenced by rows of another module. */
const named = new Set<AccountId>();

const desk = prepareDesk(() => openStaffDesk([async (_tx, _scope, ids) => ids.filter((id) => named.has(id))]));
beforeAll(async () => {
  admin = await desk.signIn({ role: "admin", nickname: "陳主任" });
});

const call = (address: Parameters<typeof callApi>[1], body?: object, token = admin.token) =>
  callApi<unknown>(desk.app, address, { token, ...(body && { body }) });
const setStatus = (ids: readonly string[], status: number) =>
  call(`GET /api_users/Member/UpdateStaffStatus?recordsn=${ids.join(",")}&status=${status}`);
const row = async (id: string) =>
  (await desk.owner.query("select * from account where account_id = $1", [id])).rows[0] as Record<string, unknown>;
const isIn = async (token: string) => (await call("GET /api_users/Member/User", undefined, token)).status === 200;
const events = async (id: string) =>
  (await desk.owner.query<{ event: string }>("select event from outbox where aggregate_id = $1", [id])).rows.map(
    ({ event }) => event,
  );
const actions = async (id: string) =>
  (
    await desk.owner.query<{ action: string }>(
      "select action from audit_entry where subject_id = $1 order by audit_id",
      [id],
    )
  ).rows.map(({ action }) => action);

test("a disabled person is signed out at once, no longer offered, and cannot use an old session", async () => {
  const person = await desk.signIn({ role: "sales" });
  const offered = async () =>
    ((await call("GET /api_users/Member/SalesList")).body.resultData as PersonOption[]).some(
      ({ value }) => value === person.accountId,
    );
  expect([await isIn(person.token), await offered()]).toEqual([true, true]);
  expect((await setStatus([person.accountId], 0)).status).toBe(200);
  expect([await isIn(person.token), await offered()]).toEqual([false, false]);
  expect(await events(person.accountId)).toEqual(["staff.changed"]);
  expect((await setStatus([person.accountId], 1)).status).toBe(200);
  expect([await isIn(person.token), await offered()]).toEqual([false, true]);
  expect(await actions(person.accountId)).toEqual(["disabled", "enabled"]);
});

test("leaving is stored with its time, and can be reverted", async () => {
  const { accountId } = await desk.signIn({ role: "tutor" });
  await setStatus([accountId], 2);
  expect(await row(accountId)).toMatchObject({ status: 2, left_at: expect.any(Date) });
  await setStatus([accountId], 1);
  expect(await row(accountId)).toMatchObject({ status: 1, left_at: null });
});

test("several people change together or not at all, and repeating is idempotent", async () => {
  const [one, two] = [await desk.signIn({ role: "sales" }), await desk.signIn({ role: "sales" })];
  expect((await setStatus([one.accountId, admin.accountId], 0)).status).toBe(409);
  expect((await row(one.accountId))["status"]).toBe(1);
  const both = [one.accountId, two.accountId];
  const answers = await Promise.all([setStatus(both, 0), setStatus([...both].reverse(), 0)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(await actions(one.accountId)).toEqual(["disabled"]);
});

test("people who could not sign in cannot be enabled", async () => {
  const { accountId } = await desk.signIn({ role: "sales", status: 0 });
  await desk.owner.query("delete from account_role where account_id = $1", [accountId]);
  expect((await setStatus([accountId], 1)).body).toMatchObject({ name: "STAFF_ROLE_REQUIRED" });
});

test("a removed role takes effect with the next request, and the browser is notified", async () => {
  const person = await desk.signIn({ role: "tutor" });
  const { body } = await callApi<StaffForm>(desk.app, `GET /api_users/Member/${person.accountId}/form`, {
    token: admin.token,
  });
  const change = { ...body.resultData, roleIds: [desk.organization.roles.teacher] };
  expect((await call(`PUT /api_users/Member/${person.accountId}`, change)).status).toBe(200);
  const me = await call("GET /api_users/Member/User", undefined, person.token);
  expect(me.body.resultData).toMatchObject({ roles: ["teacher"] });
  const told = await desk.owner.query("select payload from outbox where event = 'rights.changed'");
  expect(JSON.stringify(told.rows)).toContain(person.accountId);
});

test("a reset issues the initial password, ends sessions, and notifies the person without it", async () => {
  const person = await desk.signIn({ role: "sales" });
  const answer = await call(`PATCH /api_users/Member/${person.accountId}/password`, {});
  const { initialPassword } = answer.body.resultData as { initialPassword: string };
  const after = await row(person.accountId);
  expect(await verifyPassword(initialPassword, String(after["password_hash"]))).toBe(true);
  expect(after["password_initialized_at"]).toBeNull();
  expect(Date.now() - (after["password_given_at"] as Date).getTime()).toBeLessThan(60_000);
  expect(await isIn(person.token)).toBe(false);
  const mail = await desk.owner.query("select subject, body from outgoing_mail where recipient = $1", [person.email]);
  expect(mail.rows[0].subject).toBe("您的登入密碼已被重設");
  const audit = await desk.owner.query("select * from audit_entry where subject_id = $1", [person.accountId]);
  expect(audit.rows[0].action).toBe("passwordReset");
  expect(JSON.stringify([mail.rows, audit.rows])).not.toContain(initialPassword);
});

test("a chosen password is accepted in the address, as specified, or in the body, and not returned", async () => {
  const person = await desk.signIn({ role: "sales" });
  const path = `/api_users/Member/${person.accountId}/password` as const;
  for (const [address, body, password] of [
    [`PATCH ${path}?password=Chosen2026`, undefined, "Chosen2026"],
    [`PATCH ${path}`, { password: "Other2026" }, "Other2026"],
  ] as const) {
    expect((await call(address, body)).body.resultData).toEqual({ initialPassword: null });
    expect(await verifyPassword(password, String((await row(person.accountId))["password_hash"]))).toBe(true);
  }
  for (const password of ["short", "with-marks!", "a".repeat(21), "密碼密碼密碼"]) {
    expect((await call(`PATCH ${path}`, { password })).body).toMatchObject({ name: "LOGIN_BAD_PASSWORD_FORMAT" });
  }
});

test("people without records are deleted; others are marked as left", async () => {
  const [fresh, known] = [await desk.signIn({ role: "sales" }), await desk.signIn({ role: "sales" })];
  named.add(known.accountId);
  expect((await call(`DELETE /api_users/Member/${fresh.accountId},${known.accountId}`)).status).toBe(200);
  expect(await row(fresh.accountId)).toBeUndefined();
  expect(await row(known.accountId)).toMatchObject({ status: 2 });
  expect([await isIn(fresh.token), await isIn(known.token)]).toEqual([false, false]);
  expect([await actions(fresh.accountId), await actions(known.accountId)]).toEqual([["deleted"], ["disabled"]]);
});

test("several people are deleted together or not at all", async () => {
  const { accountId } = await desk.signIn({ role: "sales" });
  expect((await call(`DELETE /api_users/Member/${accountId},${admin.accountId}`)).status).toBe(409);
  expect(await row(accountId)).toMatchObject({ status: 1 });
});

test("the personal data of people who left are erased: the name stays, the e-mail is free again", async () => {
  const person = await desk.signIn({ role: "sales", nickname: "舊同事", staffId: "OLD-1" });
  await desk.owner.query(
    "update account set phone = '61234567', address = '旺角', notes = '秘密', birth_date = '1990-01-01' where account_id = $1",
    [person.accountId],
  );
  const { organizationId } = desk.organization;
  const fileId = v7();
  await desk.owner.query(
    `insert into stored_file (organization_id, file_id, name, content_type, size, created_by)
     values ($1, $2, 'me.png', 'image/png', 1, $3)`,
    [organizationId, fileId, person.accountId],
  );
  await desk.owner.query("update account set avatar_file_id = $2 where account_id = $1", [person.accountId, fileId]);
  await desk.owner.query(
    "insert into sign_in_place (organization_id, account_id, network, device) values ($1, $2, $3, $3)",
    [organizationId, person.accountId, "x"],
  );
  await desk.owner.query(
    `insert into auto_login_key (organization_id, key_id, key_hash, account_id, created_by, expires_at, used_at, used_address)
     values ($1, $2, '\\x01', $3, $3, now(), now(), '203.0.113.7')`,
    [organizationId, v7(), person.accountId],
  );
  const left = async () =>
    (
      await desk.owner.query(
        `select (select count(*)::int from stored_file where file_id = $2) as files,
           (select count(*)::int from session where account_id = $1) as sessions,
           (select count(*)::int from sign_in_place where account_id = $1) as places,
           (select count(*)::int from auto_login_key where account_id = $1) as keys`,
        [person.accountId, fileId],
      )
    ).rows[0];
  const erase = () => call("POST /api_users/Member/EraseStaff", { recordsn: person.accountId });
  expect((await erase()).body).toMatchObject({ name: "STAFF_NOT_LEFT" });
  await setStatus([person.accountId], 2);
  expect(await left()).toEqual({ files: 1, sessions: 1, places: 1, keys: 1 });
  expect((await erase()).status).toBe(200);
  expect(await left()).toEqual({ files: 0, sessions: 0, places: 0, keys: 0 });
  expect((await erase()).status).toBe(200);
  expect(await row(person.accountId)).toMatchObject({
    nickname: "舊同事",
    phone: "",
    address: "",
    notes: "",
    birth_date: null,
    staff_id: null,
    password_hash: "",
  });
  for (const status of [0, 1]) {
    expect((await setStatus([person.accountId], status)).body).toMatchObject({ name: "STAFF_ERASED" });
    const form = (await call(`GET /api_users/Member/${person.accountId}/form`)).body.resultData as StaffForm;
    expect(form.can).toMatchObject({ edit: false, status: false, resetPassword: false, delete: true });
    const change = { ...form, status, email: `${v7()}@school.test` };
    expect((await call(`PUT /api_users/Member/${person.accountId}`, change)).body).toMatchObject({
      name: "STAFF_ERASED",
    });
  }
  expect((await setStatus([person.accountId], 2)).status).toBe(200);
  expect((await call(`PATCH /api_users/Member/${person.accountId}/password`, {})).body).toMatchObject({
    name: "STAFF_ERASED",
  });
  expect(await row(person.accountId)).toMatchObject({ status: 2, password_hash: "" });
  const again = await call("POST /api_users/Member", desk.form({ email: person.email, staffID: "OLD-1" }));
  expect(again.status).toBe(200);
});
