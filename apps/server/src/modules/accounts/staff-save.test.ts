import type { Failure } from "@homeroom/contract/envelope";
import type { StaffForm } from "@homeroom/contract/staff";
import { v7 } from "uuid";
import { beforeAll, describe, expect, test } from "vitest";
import { buildOrganization } from "#modules/organizations/for-tests";
import { callApi } from "#modules/sign-in/for-tests";
import { verifyPassword } from "#platform/auth/passwords";
import { prepareDesk } from "#platform/db/for-tests";
import { buildAccount, openStaffDesk } from "./for-tests.ts";

const desk = prepareDesk(openStaffDesk);
let token: string;

beforeAll(async () => {
  ({ token } = await desk.signIn({ role: "admin", nickname: "陳主任" }));
});

type Made = { recordsn: string; initialPassword: string };
const add = (form: object, by = token) => callApi<Made>(desk.app, "POST /api_users/Member", { token: by, body: form });
const edit = (id: string, form: object, by = token) =>
  callApi<null>(desk.app, `PUT /api_users/Member/${id}`, { token: by, body: form });

async function added(given: object = {}): Promise<Made> {
  const { body } = await add(desk.form(given));
  if (!body.success) throw new Error(`${body.name} ${JSON.stringify(body.errors)}`);
  return body.resultData;
}

async function record(id: string, by = token): Promise<StaffForm> {
  const { body } = await callApi<StaffForm>(desk.app, `GET /api_users/Member/${id}/form`, { token: by });
  if (!body.success) throw new Error(body.name);
  return body.resultData;
}

const refusal = ({ status, body }: { status: number; body: { success: boolean } }) => {
  const { code, domain, name, errors } = body as Failure;
  return { status, code, domain, name, fields: errors?.map((error) => `${error.field} ${error.name}`) };
};

const mailsTo = async (address: string) => {
  const found = await desk.owner.query<{ subject: string; text: string }>(
    "select subject, body->>'text' as text from outgoing_mail where recipient = $1 order by mail_id",
    [address],
  );
  return found.rows;
};
const audited = async (id: string) => {
  const found = await desk.owner.query(
    "select action, before, after from audit_entry where subject_id = $1 order by audit_id",
    [id],
  );
  return found.rows as { action: string; before: object | null; after: object | null }[];
};

describe("the specified errors, by number, name and field, at adding and at editing", () => {
  const cases: [given: object, number, number, string, string][] = [
    [{ email: "nobody" }, 422, 100001, "STAFF_INVALID_EMAIL", "email STAFF_INVALID_EMAIL"],
    [{ nickname: " " }, 422, 100003, "STAFF_NICKNAME_REQUIRED", "nickname STAFF_NICKNAME_REQUIRED"],
    [{ nickname: undefined }, 422, 100003, "STAFF_NICKNAME_REQUIRED", "nickname STAFF_NICKNAME_REQUIRED"],
    [{ email: "TAKEN@School.test" }, 409, 100004, "STAFF_EMAIL_EXISTS", "email STAFF_EMAIL_EXISTS"],
    [{ email: "far@other.test" }, 409, 100004, "STAFF_EMAIL_EXISTS", "email STAFF_EMAIL_EXISTS"],
    [{ areaCode: "+999", phone: "61234567" }, 422, 100007, "STAFF_BAD_AREA_CODE", "areaCode STAFF_BAD_AREA_CODE"],
    [{ areaCode: "8x2", phone: "61234567" }, 422, 100007, "STAFF_BAD_AREA_CODE", "areaCode STAFF_BAD_AREA_CODE"],
    [{ phone: "61234567" }, 422, 100007, "STAFF_BAD_AREA_CODE", "areaCode STAFF_BAD_AREA_CODE"],
    [{ areaCode: "+852", phone: "1234567" }, 422, 100008, "STAFF_BAD_PHONE", "phone STAFF_BAD_PHONE"],
    [{ areaCode: "+852", phone: "call me" }, 422, 100008, "STAFF_BAD_PHONE", "phone STAFF_BAD_PHONE"],
    [
      { emergencyContact: { areaCode: "+852", phone: "1234567" } },
      422,
      100010,
      "STAFF_BAD_EMERGENCY_PHONE",
      "emergencyContact.phone STAFF_BAD_EMERGENCY_PHONE",
    ],
    [{ email: " " }, 422, 100011, "STAFF_EMAIL_REQUIRED", "email STAFF_EMAIL_REQUIRED"],
    [{ email: undefined }, 422, 100011, "STAFF_EMAIL_REQUIRED", "email STAFF_EMAIL_REQUIRED"],
    [{ staffID: "a100" }, 409, 100012, "STAFF_ID_EXISTS", "staffID STAFF_ID_EXISTS"],
    [{ roleIds: [] }, 422, 100451, "STAFF_ROLE_REQUIRED", "roleIds STAFF_ROLE_REQUIRED"],
    [{ branchIDs: [] }, 422, 100452, "STAFF_BRANCH_REQUIRED", "branchIDs STAFF_BRANCH_REQUIRED"],
  ];
  let id: string;
  beforeAll(async () => {
    await added({ email: "taken@school.test", staffID: "A100" });
    await buildAccount(desk.db, await buildOrganization(desk.db, "別家"), { email: "far@other.test", staffId: "B200" });
    id = (await added()).recordsn;
  });

  test.each(cases)("%j", async (...[given, status, code, name, field]) => {
    const expected = { status, code, domain: "staff", name, fields: [field] };
    expect(refusal(await add(desk.form(given)))).toEqual(expected);
    const { version } = await record(id);
    expect(refusal(await edit(id, { ...desk.form(given), version }))).toEqual(expected);
  });

  test.each([
    [{ staffID: "someone@else.test" }, "staffID FIELD_INVALID"],
    [{ roleIds: [v7()] }, "roleIds FIELD_INVALID"],
    [{ branchIDs: [v7()] }, "branchIDs FIELD_INVALID"],
    [{ deptID: v7() }, "deptID FIELD_INVALID"],
    [{ avatarFileID: v7() }, "avatarFileID FIELD_INVALID"],
    [{ status: 3 }, "status FIELD_INVALID"],
    [{ birthdate: "2026-02-30" }, "birthdate FIELD_INVALID"],
    [{ notes: "字".repeat(2001) }, "notes FIELD_INVALID"],
  ])("%j is wrong as well", async (given, field) => {
    expect(refusal(await add(desk.form(given)))).toMatchObject({ status: 422, code: 900422, fields: [field] });
  });

  test("all faults are reported at once", async () => {
    const wrong = desk.form({ staffID: "a100", email: "taken@school.test", areaCode: "+852", phone: "1", roleIds: [] });
    expect(refusal(await add({ ...wrong, phone: "1234567" })).fields).toEqual([
      "phone STAFF_BAD_PHONE",
      "roleIds STAFF_ROLE_REQUIRED",
      "email STAFF_EMAIL_EXISTS",
      "staffID STAFF_ID_EXISTS",
    ]);
  });

  test("a staff ID can also exist in another organisation", async () => {
    expect((await add(desk.form({ staffID: "B200" }))).status).toBe(200);
  });
});

test("a new person has every field, an initial password and an invitation without it", async () => {
  const email = `${v7()}@school.test`;
  const form = desk.form({
    email: email.toUpperCase(),
    staffID: "T-7",
    firstName: "美儀",
    lastName: "林",
    ename: "May",
    areaCode: "+852",
    phone: "6123 9999",
    gender: 2,
    birthdate: "1990-05-04",
    education: 4,
    school: "港大",
    introduction: "教數學",
    address: "旺角",
    emergencyContact: { name: "林爸", areaCode: "+886", phone: "0912345678", email: "dad@home.test" },
    notes: "週末上班",
  });
  const { recordsn, initialPassword } = await added(form);
  expect(await record(recordsn)).toMatchObject({
    ...form,
    email,
    phone: "61239999",
    emergencyContact: { name: "林爸", areaCode: "+886", phone: "912345678", email: "dad@home.test" },
    status: 1,
    isPasswordInitialized: false,
    creator: "陳主任",
    roles: [{ id: desk.organization.roles.sales, name: "業務", code: "sales" }],
    branches: [{ branchID: desk.organization.branchIds[0], name: "旺角分校" }],
    version: 1,
    can: { edit: true, status: true, delete: true, resetPassword: true },
  });
  const found = await desk.owner.query("select * from account where account_id = $1", [recordsn]);
  expect(await verifyPassword(initialPassword, found.rows[0].password_hash)).toBe(true);
  const [mail, ...others] = await mailsTo(email);
  expect(others).toEqual([]);
  expect(mail?.subject).toBe("音樂小屋 邀請您使用 Homeroom");
  expect(mail?.text).toContain(email);
  expect(mail?.text).toContain("/login");
  expect(mail?.text).not.toContain(initialPassword);
  const [entry] = await audited(recordsn);
  expect(entry).toMatchObject({ action: "created", after: { nickname: "新同事", roles: ["業務"] } });
  expect(JSON.stringify(entry)).not.toContain(initialPassword);
});

test("people who cannot sign in, or should not be invited, get no invitation", async () => {
  for (const given of [{ invite: false }, { status: 0 }]) {
    const form = desk.form(given);
    await added(form);
    expect(await mailsTo(String(form["email"]))).toEqual([]);
  }
});

test("a create can be repeated safely, even at the same moment, with the same answer", async () => {
  const form = desk.form({ recordsn: v7() });
  const answers = await Promise.all([add(form), add(form)]);
  const again = await add(form);
  for (const { body } of [...answers, again]) expect(body.resultData).toEqual(answers[0]?.body.resultData);
  expect(await mailsTo(String(form["email"]))).toHaveLength(1);
  expect(await audited(String(form["recordsn"]))).toHaveLength(1);
});

test("an id that another organisation uses is refused", async () => {
  const stranger = await buildAccount(desk.db, await buildOrganization(desk.db, "別家"));
  const answer = await add(desk.form({ recordsn: stranger.accountId }));
  expect(refusal(answer)).toMatchObject({ status: 422, fields: ["recordsn FIELD_INVALID"] });
});

test("of two people who get the same e-mail or staff ID at once, one is refused at the field", async () => {
  for (const [given, name] of [
    [{ email: `${v7()}@school.test` }, "STAFF_EMAIL_EXISTS"],
    [{ staffID: v7() }, "STAFF_ID_EXISTS"],
  ] as const) {
    const answers = await Promise.all([add(desk.form(given)), add(desk.form(given)), add(desk.form(given))]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 200)) expect(refusal(answer).name).toBe(name);
  }
});

test("a role, branch or department deleted while being assigned is refused at its field", async () => {
  const { organizationId } = desk.organization;
  const cases = [
    [
      "role",
      "insert into role (organization_id, role_id, code, name) values ($1, $2::uuid, $2::uuid::text, $2::uuid::text)",
      "roleIds",
    ],
    [
      "branch",
      "insert into branch (organization_id, branch_id, name, time_zone) values ($1, $2::uuid, $2::uuid::text, 'Asia/Taipei')",
      "branchIDs",
    ],
    [
      "department",
      "insert into department (organization_id, department_id, name, code) values ($1, $2::uuid, '教務', $2::uuid::text)",
      "deptID",
    ],
  ] as const;
  // One after the other: saves of people wait for each other as well.
  const ways = cases.flatMap((one) => (["add", "edit"] as const).map((way) => [...one, way] as const));
  for (const [table, make, field, way] of ways) {
    const id = v7();
    await desk.owner.query(make, [organizationId, id]);
    const given = { [field]: field === "deptID" ? id : [id] };
    const made = desk.form();
    const { recordsn } = await added(made);
    const save = () => (way === "add" ? add(desk.form(given)) : edit(recordsn, { ...made, ...given, version: 1 }));
    const deleting = await desk.owner.connect();
    try {
      await deleting.query("begin");
      await deleting.query(`delete from ${table} where ${table}_id = $1`, [id]);
      const saved = save();
      const waiting = "select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))";
      await expect.poll(async () => (await deleting.query(waiting)).rowCount).toBe(1);
      await deleting.query("commit");
      expect(refusal(await saved)).toMatchObject({ status: 422, fields: [`${field} FIELD_INVALID`] });
    } finally {
      deleting.release(true);
    }
  }
});

test("an edit is saved with its version, logged, and refused when stale", async () => {
  const made = desk.form();
  const { recordsn } = await added(made);
  const form = { ...made, version: 1, nickname: "新名字", roleIds: [desk.organization.roles.tutor] };
  const [first, second] = await Promise.all([edit(recordsn, form), edit(recordsn, { ...form, school: "中大" })]);
  expect([first?.status, second?.status].sort()).toEqual([200, 409]);
  expect(refusal([first, second].find(({ status }) => status === 409) ?? first)).toMatchObject({ name: "STALE_DATA" });
  const after = await record(recordsn);
  expect(after).toMatchObject({ nickname: "新名字", version: 2, updater: "陳主任" });
  expect((await audited(recordsn))[1]).toMatchObject({
    action: "edited",
    before: { nickname: "新同事", roles: ["業務"] },
    after: { nickname: "新名字", roles: ["導師"] },
  });
});

test("saving what is there already changes nothing", async () => {
  const made = desk.form();
  const { recordsn } = await added(made);
  expect((await edit(recordsn, { ...made, version: 1 })).status).toBe(200);
  expect((await record(recordsn)).version).toBe(1);
  expect(await audited(recordsn)).toHaveLength(1);
});

test("a changed e-mail is reported to both addresses", async () => {
  const made = desk.form({ invite: false });
  const { recordsn } = await added(made);
  const email = `${v7()}@school.test`;
  await edit(recordsn, { ...made, email, version: 1 });
  for (const address of [String(made["email"]), email]) {
    const [mail] = await mailsTo(address);
    expect(mail?.subject).toBe("您的登入電郵已更改");
    expect(mail?.text).toContain(email);
  }
});

test("unknown people are not found, and a session and the permission are required", async () => {
  expect((await edit(v7(), desk.form({ version: 1 }))).status).toBe(404);
  const { token: sales } = await desk.signIn({ role: "sales" });
  const { recordsn } = await added();
  for (const by of ["anonymous", sales]) {
    const status = by === sales ? 403 : 401;
    expect((await add(desk.form(), by)).status).toBe(status);
    expect((await edit(recordsn, desk.form({ version: 1 }), by)).status).toBe(status);
    expect((await callApi(desk.app, `GET /api_users/Member/${recordsn}/form`, { token: by })).status).toBe(status);
  }
});
