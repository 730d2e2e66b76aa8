import { buffer } from "node:stream/consumers";
import type { ImportTask } from "@homeroom/contract/imports";
import readXlsxFile from "read-excel-file/node";
import { v7 } from "uuid";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildOrganization } from "#modules/organizations/for-tests";
import { buildSession, callApi } from "#modules/sign-in/for-tests";
import { workbookStream } from "#platform/tables/write-workbook";
import { buildAccount } from "./for-tests.ts";
import { type ImportBench, openImportBench, unique } from "./staff-import-for-tests.ts";

let bench: ImportBench;

beforeAll(async () => {
  bench = await openImportBench();
});

afterAll(() => bench?.close());

const revoked = "已停止：發起人的帳號已停用，或權限已被收回";

describe("a long import", () => {
  const rows = (mark: string, count: number) =>
    Array.from({ length: count }, (_, at) => `第${at}人,${mark}-${at}@long.test`).join("\n");

  async function startLong(by: Awaited<ReturnType<typeof bench.as>>): Promise<ImportTask> {
    const body = await bench.send(`暱稱,電郵\n${rows(v7(), 1001)}\n`, by);
    if (!body.success) throw new Error(JSON.stringify(body));
    const { fileID, mapping } = body.resultData;
    return (await bench.run({ fileID, mapping }, by.token)).body.resultData as ImportTask;
  }

  test("continues in the background, even after an interruption, and creates nobody twice", async () => {
    const mark = v7();
    const started = await bench.importTable(`暱稱,電郵\n${rows(mark, 1001)}\n`);
    expect(started).toMatchObject({ state: "waiting", total: 1001, processed: 0 });
    const events = await bench.base.owner.query("select payload from outbox where aggregate_id = $1", [started.taskID]);
    expect(events.rows).toEqual([{ payload: expect.objectContaining({ runId: started.taskID, delaySeconds: 0 }) }]);

    const stop = new AbortController();
    stop.abort();
    await bench.workOnce(started.taskID, stop.signal);
    expect(await bench.task(started.taskID)).toMatchObject({ state: "running", processed: 200, createdCount: 200 });

    await Promise.all([bench.work(started.taskID), bench.work(started.taskID)]);
    expect(await bench.task(started.taskID)).toMatchObject({
      state: "done",
      processed: 1001,
      createdCount: 1001,
      invalidCount: 0,
    });
    const made = await bench.base.owner.query("select count(*)::int as n from account where email like $1", [
      `${mark}-%`,
    ]);
    expect(made.rows).toEqual([{ n: 1001 }]);

    const undoing = await bench.undo(started.taskID);
    expect(undoing.body.resultData).toMatchObject({ state: "undoing" });
    await bench.work(started.taskID);
    expect(await bench.task(started.taskID)).toMatchObject({ state: "undone", undoneCount: 1001 });
  });

  test("ends when its author can no longer sign in", async () => {
    const admin = await bench.as("admin");
    const task = await startLong(admin);
    await bench.base.owner.query("update account set status = 0 where account_id = $1", [admin.accountId]);
    await bench.work(task.taskID);
    expect(await bench.task(task.taskID)).toMatchObject({ state: "failed", processed: 0, messageList: [revoked] });
  });

  test("stops between two slices when the right to import is revoked, and keeps what is done", async () => {
    const admin = await bench.as("admin");
    const task = await startLong(admin);
    await bench.base.owner.query("delete from account_role where account_id = $1", [admin.accountId]);
    await bench.work(task.taskID);
    expect(await bench.task(task.taskID)).toMatchObject({ state: "failed", messageList: [revoked] });
    const stored = await bench.base.owner.query("select actor from import_run where import_id = $1", [task.taskID]);
    expect(Object.keys(stored.rows[0]?.actor).sort()).toEqual([
      "accountId",
      "branchId",
      "nickname",
      "sessionId",
      "viewsAs",
    ]);
  });

  test("two simultaneous imports of one file create everyone once", async () => {
    const { fileID, mapping } = await bench.upload(`暱稱,電郵\n${rows(v7(), 60)}\n`);
    const both = await Promise.all([bench.run({ fileID, mapping }), bench.run({ fileID, mapping })]);
    const tasks = both.map(({ body }) => body.resultData as ImportTask);
    expect(tasks.map(({ state }) => state)).toEqual(["done", "done"]);
    expect(tasks.reduce((sum, { createdCount }) => sum + createdCount, 0)).toBe(60);
    expect(tasks.reduce((sum, { invalidCount }) => sum + invalidCount, 0)).toBe(60);
  });
});

describe("an undo", () => {
  test("removes the people the import created, restores the ones it changed, and leaves what was changed or used since", async () => {
    const [old, used, changed, plain] = [unique(), unique(), unique(), unique()];
    await bench.importTable(`暱稱,電郵,學校\n舊人,${old},舊校\n`);
    const task = await bench.importTable(
      `暱稱,電郵,學校\n新名,${old},新校\n乙,${used},\n丙,${changed},\n丁,${plain},\n`,
      {
        updateExisting: true,
      },
    );
    expect(task).toMatchObject({ createdCount: 3, updatedCount: 1 });
    const { account_id: usedId } = await bench.account(used);
    await buildSession(bench.base.db, bench.place, { accountId: usedId });
    await bench.base.owner.query("update account set version = version + 1 where email = $1", [changed]);

    const { body } = await bench.undo(task.taskID);
    expect(body.resultData).toMatchObject({
      state: "undone",
      undoneCount: 2,
      canUndo: false,
      kept: [
        { row: 3, name: "乙", reason: "匯入後已在使用" },
        { row: 4, name: "丙", reason: "匯入後有人修改過" },
      ],
    });
    expect(await bench.account(plain)).toBeUndefined();
    expect(await bench.account(used)).toBeDefined();
    expect(await bench.account(old)).toMatchObject({ nickname: "舊人", school: "舊校" });
    const again = await bench.undo(task.taskID);
    expect(again.body.resultData).toMatchObject({ state: "undone", undoneCount: 2 });
    const audit = await bench.base.owner.query("select action from audit_entry where subject_id = $1", [task.taskID]);
    expect(audit.rows.map(({ action }) => action).sort()).toEqual(["importUndone", "imported"]);
  });

  test("leaves a person whose previous e-mail meanwhile belongs to another organisation, and undoes the others", async () => {
    const [first, second, third, staffId] = [unique(), unique(), unique(), v7()];
    await bench.importTable(`暱稱,電郵,員工編號\n甲,${first},${staffId}\n`);
    const task = await bench.importTable(`暱稱,電郵,員工編號\n乙,${third},\n甲,${second},${staffId}\n`, {
      updateExisting: true,
    });
    expect(task).toMatchObject({ createdCount: 1, updatedCount: 1 });
    const elsewhere = await buildOrganization(bench.base.db, "別家");
    await buildAccount(bench.base.db, elsewhere, { email: first });
    const { body } = await bench.undo(task.taskID);
    expect(body.resultData).toMatchObject({ state: "undone", undoneCount: 1, kept: [{ row: 3, name: "甲" }] });
    expect(await bench.account(third)).toBeUndefined();
    expect(await bench.account(second)).toMatchObject({ nickname: "甲" });
  });

  test("is only for the person who started it, and not for a dry run or an empty import", async () => {
    const task = await bench.importTable(`暱稱,電郵\n甲,${unique()}\n`);
    const colleague = await bench.as("admin");
    await bench.base.owner.query("delete from role_permission where role_id = $1 and permission = 'org:branch:query'", [
      bench.place.roles.admin,
    ]);
    expect((await bench.undo(task.taskID, colleague.token)).body).toMatchObject({ name: "NOT_FOUND" });
    const trial = await bench.importTable(`暱稱,電郵\n甲,${unique()}\n`, { dryRun: true });
    expect((await bench.undo(trial.taskID)).body).toMatchObject({ name: "IMPORT_NOT_UNDOABLE" });
    await bench.base.owner.query("update import_run set created_at = now() - interval '31 days' where import_id = $1", [
      task.taskID,
    ]);
    expect((await bench.undo(task.taskID)).body).toMatchObject({ name: "IMPORT_NOT_UNDOABLE" });
  });
});

describe("files", () => {
  async function download(path: string, token = bench.owner.token) {
    const headers = { accesstoken: token, "accept-language": "zh-TW" };
    return bench.app.inject({ method: "GET", url: path as `/${string}`, headers });
  }

  test("wrong rows can be downloaded unchanged, with the reason next to each", async () => {
    const task = await bench.importTable(`暱稱,電郵,電話\n甲,${unique()},\n=1+1,x,0123\n`);
    const answer = await download(`/api_users/Member/ImportErrorFile?taskID=${task.taskID}`);
    expect(decodeURIComponent(String(answer.headers["content-disposition"]))).toContain("員工 - 錯誤資料.xlsx");
    const [sheet] = await readXlsxFile(answer.rawPayload);
    expect(sheet?.data).toEqual([
      ["暱稱", "電郵", "電話", "原列號", "原因"],
      ["=1+1", "x", "0123", "3", expect.stringContaining("電郵格式不正確")],
    ]);
  });

  test("the template is a CSV with a byte order mark unless a workbook is asked for", async () => {
    const answer = await download("/api_users/Member/StaffTemplete");
    expect(answer.headers["content-disposition"]).toContain(".csv");
    expect(answer.rawPayload.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    expect(answer.payload.split(/\r?\n/)[0]).toContain("暱稱");
  });

  test("the template can be imported as it is, except for its sample's e-mail", async () => {
    const answer = await download("/api_users/Member/StaffTemplete?format=xlsx");
    const sheets = await readXlsxFile(answer.rawPayload);
    expect(sheets.map(({ sheet }) => sheet)).toEqual(["資料", "填寫說明"]);
    const [columns = [], sample = []] = sheets[0]?.data ?? [];
    const rows = [sample.map((cell) => (cell === "mei.chen@example.com" ? unique() : String(cell ?? "")))];
    const filled = await buffer(workbookStream([{ name: "x", columns: columns.map(String), rows }]));
    const task = await bench.send<ImportTask>(new Uint8Array(filled), { path: "import" });
    expect(task).toMatchObject({ resultData: { createdCount: 1, invalidCount: 0 } });
  });
});

describe("the export", () => {
  test("contains the people of the list in the template's columns, for importing again", async () => {
    const email = unique();
    await bench.importTable(`暱稱,電郵,電話,備註\n出口甲,${email},91234567,=HYPERLINK("x")\n`);
    const answer = await bench.app.inject({
      method: "GET",
      url: `/api_users/Member/export?keywords=${encodeURIComponent("出口甲")}`,
      headers: { accesstoken: bench.owner.token, "accept-language": "zh-TW" },
    });
    const [sheet] = await readXlsxFile(answer.rawPayload);
    const [columns = [], ...rows] = sheet?.data ?? [];
    expect(rows).toHaveLength(1);
    const row = Object.fromEntries(columns.map((column, at) => [column, rows[0]?.[at]]));
    expect(row).toMatchObject({
      暱稱: "出口甲",
      電郵: email,
      電話: "91234567",
      備註: '=HYPERLINK("x")',
      角色: "導師",
      狀態: "啟用",
    });
    const again = await bench.send(new Uint8Array(answer.rawPayload));
    expect(again).toMatchObject({ resultData: { mapping: { 暱稱: "nickname", 緊急聯絡電話: "emergencyPhone" } } });
    const audit = await bench.base.owner.query("select after from audit_entry where action = 'exported'");
    expect(audit.rows).toEqual([{ after: { count: 1, keywords: "出口甲" } }]);
  });

  test("is refused without its permission, and contains nobody that the list would hide", async () => {
    const get = (token: string) =>
      bench.app.inject({ method: "GET", url: "/api_users/Member/export", headers: { accesstoken: token } });
    expect((await get("anonymous")).statusCode).toBe(401);
    expect((await get((await bench.as("sales")).token)).statusCode).toBe(403);
    const elsewhere = await buildOrganization(bench.base.db, "別家");
    const stranger = await bench.as("owner", elsewhere);
    const [sheet] = await readXlsxFile((await get(stranger.token)).rawPayload);
    expect(sheet?.data.slice(1).map((row) => row[1])).toEqual([stranger.email]);
  });
});

test("the list shows one's own recent imports, without dry runs", async () => {
  const admin = await bench.as("admin");
  const body = await bench.send(`暱稱,電郵,角色\n甲,${unique()},導師\n`, admin);
  if (!body.success) throw new Error(JSON.stringify(body));
  const form = { fileID: body.resultData.fileID, mapping: body.resultData.mapping };
  await bench.run({ ...form, dryRun: true }, admin.token);
  const made = (await bench.run(form, admin.token)).body.resultData as ImportTask;
  const list = await callApi<ImportTask[]>(bench.app, "GET /api_users/Member/ImportList?kind=staff", {
    token: admin.token,
  });
  expect((list.body.resultData as ImportTask[]).map(({ taskID }) => taskID)).toEqual([made.taskID]);
});
