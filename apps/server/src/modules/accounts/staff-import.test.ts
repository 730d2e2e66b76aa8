import { RecordId } from "@homeroom/contract/ids";
import type { ImportTask, ReadTable } from "@homeroom/contract/imports";
import { v7 } from "uuid";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildOrganization } from "#modules/organizations/for-tests";
import { callApi } from "#modules/sign-in/for-tests";
import { verifyPassword } from "#platform/auth/passwords";
import { buildAccount } from "./for-tests.ts";
import { fixedPasswordOf } from "./rules/initial-password.ts";
import { type ImportBench, openImportBench, unique } from "./staff-import-for-tests.ts";

let bench: ImportBench;

beforeAll(async () => {
  bench = await openImportBench();
});

afterAll(() => bench?.close());

async function passwordOf(email: string): Promise<{ hash: string; kind: string }> {
  const { rows } = await bench.base.owner.query(
    "select password_hash as hash, initial_password as kind from account where email = $1",
    [email],
  );
  return rows[0];
}

describe("a stored file", () => {
  test("is shown with its encoding and the proposed mapping", async () => {
    const table = await bench.upload("姓名,電子郵件,手機,愛好\n陳美玲,a@x.test,91234567,畫畫\n王小明,b@x.test,,\n");
    expect(table).toMatchObject({
      name: "員工.csv",
      rowCount: 2,
      columns: ["姓名", "電子郵件", "手機", "愛好"],
      preview: [
        ["陳美玲", "a@x.test", "91234567", "畫畫"],
        ["王小明", "b@x.test", "", ""],
      ],
      encoding: "utf-8",
      delimiter: ",",
      mapping: { 姓名: "nickname", 電子郵件: "email", 手機: "phone" },
      remembered: false,
    });
    expect(table.fields.find(({ field }) => field === "email")).toEqual({
      field: "email",
      label: "電郵",
      required: true,
      instead: [],
      many: false,
    });
  });

  test("is read again with the chosen options", async () => {
    const { fileID } = await bench.upload("暱稱;電郵\n甲;a@x.test\n");
    const { body } = await callApi<ReadTable>(bench.app, "POST /api_users/Member/ReadImportFile", {
      token: bench.owner.token,
      body: { fileID, kind: "staff", encoding: "utf-8", delimiter: "," },
    });
    expect(body.resultData).toMatchObject({ columns: ["暱稱;電郵"], delimiter: "," });
  });

  test.each([
    ["", "IMPORT_FILE_EMPTY"],
    ["暱稱,電郵\n", "IMPORT_FILE_EMPTY"],
    ["<html><script>alert(1)</script></html>", "WRONG_FILE_FORMAT"],
    [`暱稱\n${"甲\n".repeat(100_001)}`, "IMPORT_FILE_TOO_MANY_ROWS"],
  ])("%# is refused with its own error", async (content, name) => {
    expect(await bench.send(content)).toMatchObject({ success: false, name });
  });

  test("needs the permission to import; another person's file is not found", async () => {
    expect(await bench.send("暱稱\n甲\n", { token: "anonymous" })).toMatchObject({ name: "TOKEN_INVALID" });
    expect(await bench.send("暱稱\n甲\n", { token: (await bench.as("sales")).token })).toMatchObject({
      name: "PERMISSION_DENIED",
    });
    const { fileID, mapping } = await bench.upload("暱稱,電郵\n甲,a@x.test\n");
    const colleague = await bench.as("admin");
    expect((await bench.run({ fileID, mapping }, colleague.token)).body).toMatchObject({ name: "NOT_FOUND" });
  });
});

describe("an import", () => {
  test("creates accounts by the form's rules, and reports the faults of every other row", async () => {
    const [one, two] = [unique(), unique()];
    const task = await bench.importTable(
      `暱稱,電郵,區號,電話,角色,性別,生日\n陳美玲,${one},,91234567,業務,女,1995/8/21\n,x,+852,12,校長,?,昨天\n王小明,${two},+886,0912345678,,,\n`,
    );
    expect(task).toMatchObject({
      state: "done",
      total: 3,
      createdCount: 2,
      validCount: 2,
      invalidCount: 1,
      canUndo: true,
    });
    expect(task.errors.map(({ row, column, name }) => [row, column, name])).toEqual([
      [3, "角色", "IMPORT_CHOICE_UNKNOWN"],
      [3, "性別", "IMPORT_CHOICE_UNKNOWN"],
      [3, "生日", "FIELD_INVALID"],
      [3, "暱稱", "STAFF_NICKNAME_REQUIRED"],
      [3, "電郵", "STAFF_INVALID_EMAIL"],
      [3, "電話", "STAFF_BAD_PHONE"],
    ]);
    expect(task.messageList[0]).toBe("第 3 列：沒有「校長」這個選項");
    expect(await bench.account(one)).toMatchObject({
      nickname: "陳美玲",
      area_code: "+852",
      phone: "91234567",
      gender: 2,
      birth_date: "1995-08-21",
      status: 1,
      password_initialized_at: null,
      roles: [expect.objectContaining({ code: "sales" })],
      branches: [{ branchID: bench.place.branchIds[0], name: "旺角分校" }],
    });
    expect(await bench.account(two)).toMatchObject({
      area_code: "+886",
      roles: [expect.objectContaining({ code: "tutor" })],
    });
    const audit = await bench.base.owner.query("select after from audit_entry where subject_id = $1", [task.taskID]);
    expect(audit.rows).toEqual([{ after: { total: 3, created: 2, updated: 0, skipped: 0, invalid: 1 } }]);
  });

  test("as a dry run reports the same and saves nothing", async () => {
    const email = unique();
    const table = await bench.upload(`暱稱,電郵\n甲,${email}\n乙,${email}\n丙,不是電郵\n`);
    const before = await bench.base.owner.query("select count(*)::int as n from account");
    const { body } = await bench.run({ fileID: table.fileID, mapping: table.mapping, dryRun: true });
    expect(body.resultData).toMatchObject({ dryRun: true, createdCount: 1, invalidCount: 2, canUndo: false });
    expect((body.resultData as ImportTask).errors.map(({ row, name }) => [row, name])).toEqual([
      [3, "IMPORT_ROW_REPEATED"],
      [4, "STAFF_INVALID_EMAIL"],
    ]);
    expect(await bench.account(email)).toBeUndefined();
    expect((await bench.base.owner.query("select count(*)::int as n from account")).rows).toEqual(before.rows);
    const mails = await bench.base.owner.query("select from outgoing_mail where recipient = $1", [email]);
    expect(mails.rowCount).toBe(0);
  });

  test("shows the fixed initial password for a day; a dry run and an older import show none", async () => {
    const email = unique();
    const password = fixedPasswordOf(bench.base.platform, bench.place.organizationId);
    const content = `暱稱,電郵\n甲,${email}\n`;
    expect(await bench.importTable(content, { dryRun: true })).toMatchObject({ initialPassword: null });
    const task = await bench.importTable(content);
    expect(task.initialPassword).toBe(password);
    const { hash, kind } = await passwordOf(email);
    expect([await verifyPassword(password, hash), kind]).toEqual([true, "fixed"]);
    await bench.base.owner.query(
      "update import_run set finished_at = now() - interval '25 hours' where import_id = $1",
      [task.taskID],
    );
    const { body } = await callApi<ImportTask>(bench.app, `GET /api_users/Member/ImportTask?taskID=${task.taskID}`, {
      token: bench.owner.token,
    });
    expect(body.resultData?.initialPassword).toBeNull();
  });

  test("creates accounts without a password if the organisation uses random ones, and the mail explains how to get one", async () => {
    const email = unique();
    const set = (on: boolean) =>
      bench.base.owner.query("update organization set random_initial_passwords = $2 where organization_id = $1", [
        bench.place.organizationId,
        on,
      ]);
    await set(true);
    const task = await bench.importTable(`暱稱,電郵\n甲,${email}\n`, { invite: true });
    await set(false);
    expect(task).toMatchObject({ createdCount: 1, initialPassword: null });
    expect(await passwordOf(email)).toEqual({ hash: "", kind: "random" });
    const mails = await bench.base.owner.query("select body->>'text' as text from outgoing_mail where recipient = $1", [
      email,
    ]);
    expect(mails.rows).toEqual([{ text: expect.stringContaining("忘記密碼") }]);
  });

  test("gives random passwords to the importer, the same ones again, and stores only their hashes", async () => {
    const [email, replaced] = [unique(), unique()];
    const set = (on: boolean) =>
      bench.base.owner.query("update organization set random_initial_passwords = $2 where organization_id = $1", [
        bench.place.organizationId,
        on,
      ]);
    await set(true);
    const { taskID, hasPasswords } = await bench.importTable(`暱稱,電郵\n甲,${email}\n乙,${replaced}\n`);
    await set(false);
    expect(hasPasswords).toBe(true);
    const ask = (token: string) =>
      bench.app.inject({
        method: "POST",
        url: "/api_users/Member/ImportPasswords",
        headers: { accesstoken: token },
        payload: { taskID },
      });
    const file = await ask(bench.owner.token);
    const [, first = "", second = ""] = file.payload.trim().split(/\r?\n/);
    const password = first.split(",").at(-1) ?? "";
    expect(first).toBe(`甲,${email},,${password}`);
    expect(second.split(",").at(-1)).not.toBe(password);
    const { hash, kind } = await passwordOf(email);
    expect([kind, await verifyPassword(password, hash)]).toEqual(["random", true]);
    await bench.base.owner.query("update account set password_initialized_at = now() where email = $1", [replaced]);
    expect((await ask(bench.owner.token)).payload.trim().split(/\r?\n/).slice(1)).toEqual([first]);
    const colleague = await bench.as("owner");
    expect((await ask(colleague.token)).statusCode).toBe(404);
    const entries = await bench.base.owner.query("select before, after from audit_entry where subject_id = $1", [
      taskID,
    ]);
    expect(JSON.stringify(entries.rows)).toContain('{"handedOut":2}');
    expect(JSON.stringify(entries.rows)).not.toContain(password);
    await bench.base.owner.query(
      "update import_run set finished_at = now() - interval '73 hours' where import_id = $1",
      [taskID],
    );
    expect((await ask(bench.owner.token)).statusCode).toBe(404);
  });

  test("gives out only passwords of people that the importer can still change", async () => {
    const { organizationId, branchIds, roles } = bench.place;
    const query = (text: string, values: unknown[]) => bench.base.owner.query(text, values);
    const importer = await bench.as("admin");
    const [usual, promoted, moved] = [unique(), unique(), unique()];
    await query("update organization set random_initial_passwords = true where organization_id = $1", [organizationId]);
    const { fileID, mapping } = await bench.upload(
      `暱稱,電郵\n甲,${usual}\n乙,${promoted}\n丙,${moved}\n`,
      importer.token,
    );
    const { body } = await bench.run({ fileID, mapping }, importer.token);
    await query("update organization set random_initial_passwords = false where organization_id = $1", [
      organizationId,
    ]);
    const role = v7();
    await query("insert into role (organization_id, role_id, code, name) values ($1, $2, 'clerk', '文員')", [
      organizationId,
      role,
    ]);
    await query(
      `insert into role_permission (organization_id, role_id, permission)
       select organization_id, $2::uuid, permission from role_permission where role_id = $1
       union select $3, $2::uuid, 'hr:staff:import'`,
      [roles.tutor, role, organizationId],
    );
    await query("update account_role set role_id = $2 where account_id = $1", [importer.accountId, role]);
    const of = "account_id = (select account_id from account where email = $1)";
    await query(`update account_role set role_id = $2 where ${of}`, [promoted, roles.admin]);
    await query(`update account_branch set branch_id = $2 where ${of}`, [moved, branchIds[1]]);
    const file = await bench.app.inject({
      method: "POST",
      url: "/api_users/Member/ImportPasswords",
      headers: { accesstoken: importer.token },
      payload: { taskID: body.resultData?.taskID },
    });
    const lines = file.payload.trim().split(/\r?\n/).slice(1);
    expect(lines.map((line) => line.split(",")[1])).toEqual([usual]);
    expect([(await passwordOf(promoted)).hash, (await passwordOf(moved)).hash]).toEqual(["", ""]);
  });

  test("rows of existing people are wrong, skipped, or update them, as chosen", async () => {
    const email = unique();
    const content = `暱稱,電郵,就讀學校\n甲,${email},\n`;
    await bench.importTable(content);
    expect(await bench.importTable(content)).toMatchObject({
      invalidCount: 1,
      errors: [{ name: "STAFF_EMAIL_EXISTS" }],
    });
    expect(await bench.importTable(content, { skipDuplicates: true })).toMatchObject({
      skippedCount: 1,
      canUndo: false,
    });
    const next = `暱稱,電郵,學校\n甲甲,${email.toUpperCase()},港大\n`;
    const updated = await bench.importTable(next, { updateExisting: true });
    expect(updated).toMatchObject({ updatedCount: 1, invalidCount: 0 });
    expect(await bench.account(email)).toMatchObject({ nickname: "甲甲", school: "港大", version: 2 });
    expect(await bench.importTable(next, { updateExisting: true })).toMatchObject({ updatedCount: 0, skippedCount: 1 });
  });

  test("an e-mail of another organisation is reported as taken, without naming it", async () => {
    const elsewhere = await buildOrganization(bench.base.db, "別家");
    const { email } = await buildAccount(bench.base.db, elsewhere);
    const fresh = unique();
    const task = await bench.importTable(`暱稱,電郵\n甲,${email}\n乙,${fresh}\n`, { updateExisting: true });
    expect(task).toMatchObject({ createdCount: 1, errors: [{ row: 2, column: "電郵", name: "STAFF_EMAIL_EXISTS" }] });
  });

  test("a file grants nothing that the form would refuse", async () => {
    const admin = await bench.as("admin");
    await bench.base.owner.query("delete from role_permission where role_id = $1 and permission = 'org:branch:query'", [
      bench.place.roles.admin,
    ]);
    const body = await bench.send("暱稱,電郵,角色,分校\n甲,x1@x.test,管理員,\n乙,x2@x.test,導師,沙田分校\n", admin);
    if (!body.success) throw new Error(JSON.stringify(body));
    const { fileID, mapping } = body.resultData;
    const wrongBranch = await bench.run({ fileID, mapping, branchID: bench.place.branchIds[1] }, admin.token);
    expect(wrongBranch.body).toMatchObject({ name: "NOT_FOUND" });
    const task = (await bench.run({ fileID, mapping }, admin.token)).body.resultData as ImportTask;
    expect(task.errors.map(({ row, column, name }) => [row, column, name])).toContainEqual([
      3,
      "分校",
      "STAFF_BRANCH_BEYOND_REACH",
    ]);
    const beyond = await bench.run({ fileID, mapping, roleIds: [v7()] }, admin.token);
    expect(beyond.body).toMatchObject({ name: "FIELD_INVALID" });
  });

  test("required fields must be mapped, and each field only once", async () => {
    const { fileID } = await bench.upload("甲,乙\n1,2\n");
    expect((await bench.run({ fileID, mapping: { 甲: "nickname" } })).body).toMatchObject({
      name: "IMPORT_COLUMN_MISSING",
      message: "請指定「電郵」對應的欄位",
      errors: [{ field: "mapping.email" }],
    });
    expect((await bench.run({ fileID, mapping: { 甲: "email", 乙: "email" } })).body).toMatchObject({
      name: "IMPORT_COLUMN_TWICE",
    });
  });

  test("repeating a request with one id makes one import, even at the same moment", async () => {
    const { fileID, mapping } = await bench.upload(`暱稱,電郵\n甲,${unique()}\n`);
    const form = { fileID, mapping, taskID: RecordId.parse(v7()) };
    const answers = await Promise.all([bench.run(form), bench.run(form)]);
    for (const { body } of answers) expect(body).toMatchObject({ success: true });
    expect((await bench.run(form)).body.resultData).toMatchObject({ createdCount: 1, invalidCount: 0, total: 1 });
  });

  test("a mapping is remembered for the same columns in any order", async () => {
    const { fileID } = await bench.upload(`欄一,欄二\n甲,${unique()}\n`);
    await bench.run({ fileID, mapping: { 欄一: "nickname", 欄二: "email" } });
    expect(await bench.upload("欄二,欄一\nx@x.test,乙\n")).toMatchObject({
      remembered: true,
      mapping: { 欄一: "nickname", 欄二: "email" },
    });
  });

  test("people are invited by mail only when that is wanted", async () => {
    const [told, untold] = [unique(), unique()];
    await bench.importTable(`暱稱,電郵\n甲,${told}\n`, { invite: true });
    await bench.importTable(`暱稱,電郵\n甲,${untold}\n`);
    const mails = await bench.base.owner.query("select recipient from outgoing_mail where recipient = any($1)", [
      [told, untold],
    ]);
    expect(mails.rows).toEqual([{ recipient: told }]);
  });

  test("the simple call uses the template's columns", async () => {
    const email = unique();
    const task = await bench.send<ImportTask>(`Nickname,E-mail,Roles\n甲,${email},tutor\n`, {
      path: "import",
      fields: { deptId: "" },
    });
    expect(task).toMatchObject({ success: true, resultData: { createdCount: 1 } });
    expect(await bench.send("甲,乙\n1,2\n", { path: "import" })).toMatchObject({ name: "IMPORT_COLUMN_MISSING" });
    const unknown = await bench.send("暱稱,電郵\n甲,z@z.test\n", { path: "import", fields: { deptId: v7() } });
    expect(unknown).toMatchObject({ name: "NOT_FOUND" });
  });
});
