import { v7 } from "uuid";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callApi } from "#modules/sign-in/for-tests";
import { inTransaction } from "#platform/db/transaction";
import { eraseDeletedLeads } from "../bin/actions/erase-deleted-leads.ts";
import { leadForNewContact } from "../public.ts";
import { type LeadImportBench, openLeadImportBench } from "./for-tests.ts";

let bench: LeadImportBench;
let numbers = 62_000_000;
const number = () => String((numbers += 1));

beforeAll(async () => {
  bench = await openLeadImportBench();
});

afterAll(() => bench?.close());

const byPhone = (phone: string) => bench.leads("phone_e164 = $1 and deleted_at is null", [`852${phone}`]);

describe("an undo", () => {
  test("removes what nobody has worked with, restores what was changed, and leaves the rest", async () => {
    const [gone, talked, edited, old] = [number(), number(), number(), number()];
    await bench.importTable(`姓名,電話,學校\n舊人,${old},\n`);
    const content = `姓名,電話,學校\n走,${gone},\n談過,${talked},\n改過,${edited},\n舊人,${old},港小\n`;
    const task = await bench.importTable(content, { updateExisting: true });
    expect(task).toMatchObject({ createdCount: 3, updatedCount: 1, canUndo: true });
    const [lead] = await byPhone(talked);
    await callApi(bench.app, "POST /api_users/Member/AddLeadDesc", {
      token: bench.owner.token,
      body: { leadId: lead.lead_id, content: "已聯絡" },
    });
    const [changed] = await byPhone(edited);
    await callApi(bench.app, "POST /api_users/Member/ChangeLeadInfo", {
      token: bench.owner.token,
      body: { leadId: changed.lead_id, version: 1, changes: { school: "別校" } },
    });
    const { body } = await bench.undo(task.taskID);
    expect(body.resultData).toMatchObject({ state: "undone", undoneCount: 2 });
    expect(body.resultData?.kept.map(({ row }) => row)).toEqual([3, 4]);
    expect(await byPhone(gone)).toHaveLength(0);
    expect(await byPhone(talked)).toHaveLength(1);
    expect((await byPhone(edited))[0].school).toBe("別校");
    expect((await byPhone(old))[0]).toMatchObject({ school: "" });
    expect(await bench.importTable(content, { skipDuplicates: true })).toMatchObject({
      createdCount: 1,
      skippedCount: 3,
    });
  });
});

test("an undo does not restore deleted references", async () => {
  const [phone, former] = [number(), v7()];
  const left = await bench.as("sales");
  await bench.base.owner.query(
    "insert into list_item (organization_id, item_id, project_id, name) values ($1, $2, 3, '舊狀態')",
    [bench.place.organizationId, former],
  );
  await bench.importTable(`姓名,電話,學校\n舊人,${phone},\n`);
  await bench.base.owner.query("update lead set status_id = $2, tutor_id = $3 where phone_e164 = $1", [
    `852${phone}`,
    former,
    left.accountId,
  ]);
  const content = `姓名,電話,學校,狀態\n舊人,${phone},港小,成交\n`;
  const task = await bench.importTable(content, { updateExisting: true, overwrite: true });
  const [written] = await byPhone(phone);
  expect(written.status_id).not.toBe(former);
  await bench.base.owner.query("delete from list_item where item_id = $1", [former]);
  await bench.base.owner.query("update account set status = 2 where account_id = $1", [left.accountId]);
  expect((await bench.undo(task.taskID)).body.resultData).toMatchObject({ undoneCount: 1 });
  // A person who has left keeps the leads that they have.
  expect((await byPhone(phone))[0]).toMatchObject({
    school: "",
    status_id: written.status_id,
    tutor_id: left.accountId,
  });
});

test("leads removed by an undo are erased after their time in the bin", async () => {
  const phone = number();
  const task = await bench.importTable(`姓名,電話\n走,${phone}\n`);
  await bench.undo(task.taskID);
  const deleted = () => bench.leads("phone_e164 = $1", [`852${phone}`]);
  expect(await deleted()).toHaveLength(1);
  await bench.base.owner.query("update lead set deleted_at = deleted_at - interval '40 days' where phone_e164 = $1", [
    `852${phone}`,
  ]);
  await bench.base.owner.query("update lead_bin_day set deleted_on = deleted_on - 40");
  await eraseDeletedLeads(bench.base.platform, { findFiles: [], forget: [] }, () => false);
  expect(await deleted()).toEqual([]);
});

test("a file that contains one lead twice, by number and by e-mail, saves it once, and its undo restores it", async () => {
  const [phone, others] = [number(), Array.from({ length: 1200 }, number)];
  await bench.importTable(`姓名,電話,電郵,學校\n一人,${phone},one@family.test,\n`);
  const filler = others.map((other) => `旁人,${other},,`).join("\n");
  const content = `姓名,電話,電郵,學校\n一人,${phone},,甲校\n${filler}\n一人,,one@family.test,乙校\n`;
  const task = await bench.importTable(content, { updateExisting: true, overwrite: true });
  await bench.work(task.taskID);
  const [wrong] = await bench.rowsOf(task.taskID, "&outcome=invalid");
  expect(wrong).toMatchObject({ row: 1203 });
  expect((await byPhone(phone))[0].school).toBe("甲校");
  await bench.undo(task.taskID);
  await bench.work(task.taskID);
  const [run] = (await bench.base.owner.query("select * from import_run where import_id = $1", [task.taskID])).rows;
  expect(run).toMatchObject({ state: "undone", updated_count: 1, invalid_count: 1, undone_count: 1201, kept_count: 0 });
  expect((await byPhone(phone))[0].school).toBe("");
});

test("next contact and its kind come with a row, and the list shows the leads of one import", async () => {
  const [one, other] = [number(), number()];
  const content = `姓名,電話,下次聯絡,定期聯絡\n有約,${one},2027/3/1,定期回訪\n沒有,${other},,定期回訪\n`;
  const task = await bench.importTable(content);
  expect(task).toMatchObject({ createdCount: 2 });
  expect(task.remarks.map(({ row, field }) => [row, field])).toContainEqual([3, "regularContact"]);
  const [kind] = (
    await bench.base.owner.query("select item_id from list_item where organization_id = $1 and name = '定期回訪'", [
      bench.place.organizationId,
    ])
  ).rows;
  expect((await byPhone(one))[0]).toMatchObject({ next_contact_date: "2027-03-01", regular_contact_id: kind?.item_id });
  expect((await byPhone(other))[0]).toMatchObject({ next_contact_date: null, regular_contact_id: null });
  const list = await callApi<{ list: { nickname: string }[]; total: number }>(
    bench.app,
    "POST /api_users/Member/LeadsList",
    {
      token: bench.owner.token,
      body: { importID: task.taskID },
    },
  );
  expect(list.body.resultData?.list.map(({ nickname }) => nickname).sort()).toEqual(["有約", "沒有"].sort());
});

describe("at once", () => {
  test("one person by import, form and message is one lead", async () => {
    const phones = Array.from({ length: 5 }, number);
    const { fileID, mapping } = await bench.upload(`姓名,電話\n${phones.map((phone) => `同人,${phone}`).join("\n")}\n`);
    const form = (phone: string) =>
      callApi(bench.app, "POST /api_users/Member/AddLeadInfo", {
        token: bench.owner.token,
        body: { nickname: "同人", areaCode: "+852", phone },
      });
    const message = (phone: string) =>
      inTransaction(bench.base.db, bench.place.scope, (tx) =>
        leadForNewContact(tx, bench.place.scope, {
          branchId: bench.place.branchIds[0],
          nickname: "同人",
          phoneE164: `852${phone}`,
          leadChannelCode: "WhatsApp_chat",
          at: new Date(),
        }),
      );
    const imported = bench.run({ fileID, mapping, skipDuplicates: true });
    await Promise.all([...phones.map(form), ...phones.map(message), imported]);
    for (const phone of phones) expect(await byPhone(phone)).toHaveLength(1);
    expect((await imported).body.resultData).toMatchObject({ validCount: 5, invalidCount: 0 });
  });

  test("repeating an import runs it once", async () => {
    const { fileID, mapping } = await bench.upload(`姓名,電話\n甲,${number()}\n`);
    const form = { fileID, mapping, taskID: v7() };
    const answers = await Promise.all([bench.run(form), bench.run(form)]);
    for (const { body } of answers) expect(body.success).toBe(true);
    expect((await bench.run(form)).body.resultData).toMatchObject({ createdCount: 1, invalidCount: 0 });
  });
});

describe("a large table", () => {
  test("continues in the background, distributes the rows among people, and can be undone", async () => {
    const first = numbers + 1;
    numbers += 2500;
    const lines = Array.from({ length: 2500 }, (_, at) => `大表${at},${first + at}`);
    const sales = [await bench.as("sales"), await bench.as("sales")].map(({ accountId }) => accountId);
    const { fileID, mapping } = await bench.upload(`姓名,電話\n${lines.join("\n")}\n`);
    const started = (await bench.run({ fileID, mapping, sales })).body.resultData;
    expect(started).toMatchObject({ state: "waiting", total: 2500 });
    const taskID = started?.taskID ?? "";
    await bench.work(taskID);
    const found = await bench.leads("nickname like '大表%' and deleted_at is null", []);
    expect(found).toHaveLength(2500);
    expect(found.filter((lead) => lead.sales_id === sales[0])).toHaveLength(1250);
    await bench.undo(taskID);
    await bench.work(taskID);
    expect(await bench.leads("nickname like '大表%' and deleted_at is null", [])).toHaveLength(0);
  });
});

describe("leads sent as forms", () => {
  test("are validated one by one, by ids or names, and numbered from 1", async () => {
    const own = number();
    const { body } = await callApi<{ errors: { row: number }[] }>(bench.app, "POST /api_users/Member/ImportLeadInfo", {
      token: bench.owner.token,
      body: {
        leads: [
          {
            nickname: "=SUM(1)",
            areaCode: "+852",
            phone: own,
            contact1: { name: "王太", areaCode: "+852", phone: number() },
          },
          { nickname: "", phone: "12" },
        ],
      },
    });
    expect(body).toMatchObject({
      resultData: {
        total: 2,
        validCount: 1,
        invalidCount: 1,
        errors: [{ row: 2, name: "LEAD_NICKNAME_REQUIRED" }, { row: 2 }],
      },
    });
    expect((await byPhone(own))[0]).toMatchObject({ nickname: "=SUM(1)", contact1: { name: "王太" } });
  });

  test("are reported as wrong if empty", async () => {
    const { body } = await callApi(bench.app, "POST /api_users/Member/ImportLeadInfo", {
      token: bench.owner.token,
      body: { leads: [{ nickname: "" }, { nickname: "空白後" }, {}] },
    });
    expect(body).toMatchObject({
      resultData: {
        total: 3,
        validCount: 1,
        invalidCount: 2,
        errors: [
          { row: 1, field: "nickname", name: "LEAD_NICKNAME_REQUIRED" },
          { row: 3, field: "nickname", name: "LEAD_NICKNAME_REQUIRED" },
        ],
      },
    });
  });

  test("are at least one and at most a thousand", async () => {
    const call = (leads: object[]) =>
      callApi(bench.app, "POST /api_users/Member/ImportLeadInfo", { token: bench.owner.token, body: { leads } });
    expect((await call([])).body).toMatchObject({ name: "IMPORT_FILE_EMPTY" });
    const many = Array.from({ length: 1001 }, () => ({ nickname: "多" }));
    expect((await call(many)).body).toMatchObject({ success: false });
  });
});

describe("the template", () => {
  test("is a CSV with a byte order mark unless a workbook is asked for", async () => {
    const answer = await bench.app.inject({
      method: "GET",
      url: "/api_users/Member/LeadTemplete",
      headers: { accesstoken: bench.owner.token },
    });
    expect(answer.headers["content-disposition"]).toContain(".csv");
    expect(answer.rawPayload.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
  });

  test.each(["xlsx", "csv"])("as %s can be filled in and comes back", async (format) => {
    const answer = await bench.app.inject({
      method: "GET",
      url: `/api_users/Member/LeadTemplete?format=${format}`,
      headers: { accesstoken: bench.owner.token, "accept-language": "zh-TW" },
    });
    expect(answer.headers["content-disposition"]).toContain(`.${format}`);
    const table = await bench.upload(new Uint8Array(answer.rawPayload));
    expect(Object.keys(table.mapping)).toHaveLength(table.columns.length);
    expect(new Set(Object.values(table.mapping)).size).toBe(table.fields.length);
  });
});

describe("hostile tables", () => {
  test("formulas and broken characters are treated as text or removed; null bytes are rejected", async () => {
    const [one, two] = [number(), number()];
    const task = await bench.importTable(
      `姓名,電話,備註\n=1+cmd|' /C calc'!A0,${one},@SUM(1)\n甲\u200b乙,${two},\u202e反\n`,
    );
    expect(task).toMatchObject({ createdCount: 2, invalidCount: 0 });
    expect((await byPhone(one))[0]).toMatchObject({ nickname: "=1+cmd|' /C calc'!A0", notes: "@SUM(1)" });
    expect((await byPhone(two))[0].nickname).toBe("甲乙");
    expect(await bench.send(`姓名\n甲\u0000乙\n`)).toMatchObject({ name: "WRONG_FILE_FORMAT" });
    const halves = Buffer.concat([
      Buffer.from(`\ufeff姓名\t電話\n半`, "utf16le"),
      Buffer.from([0x3d, 0xd8]),
      Buffer.from(`\t${number()}\n`, "utf16le"),
    ]);
    expect(await bench.importTable(new Uint8Array(halves))).toMatchObject({ createdCount: 1 });
  });

  test("columns named like object properties are ordinary columns", async () => {
    const own = number();
    const { fileID, columns } = await bench.upload(`姓名,電話,__proto__,constructor\n甲,${own},x,y\n`);
    expect(columns).toEqual(["姓名", "電話", "__proto__", "constructor"]);
    const mapping = { 姓名: "nickname", 電話: "phone", constructor: "notes" };
    expect((await bench.run({ fileID, mapping })).body).toMatchObject({ resultData: { createdCount: 1 } });
    expect((await byPhone(own))[0].notes).toBe("y");
  });

  test("a cell of ten megabytes, an unclosed quote, and too many rows are refused", async () => {
    expect(await bench.send(`姓名,電話\n${"長".repeat(3_500_000)},1\n`)).toMatchObject({ name: "WRONG_FILE_FORMAT" });
    expect(await bench.send(`姓名,電話\n"甲,1\n${"乙,2\n".repeat(400_000)}`)).toMatchObject({
      name: "IMPORT_QUOTE_NOT_CLOSED",
    });
    expect(await bench.send(`姓名\n${"甲\n".repeat(100_001)}`)).toMatchObject({ name: "IMPORT_FILE_TOO_MANY_ROWS" });
  });

  test("wrong rows can be downloaded as a file, even below titles", async () => {
    const task = await bench.importTable("某中心\n\n姓名,電話\n甲,12\n");
    expect(task).toMatchObject({ invalidCount: 1, errors: [{ row: 4 }] });
    const answer = await bench.app.inject({
      method: "GET",
      url: `/api_users/Member/ImportErrorFile?taskID=${task.taskID}`,
      headers: { accesstoken: bench.owner.token, "accept-language": "zh-TW" },
    });
    const again = await bench.upload(new Uint8Array(answer.rawPayload));
    expect(again).toMatchObject({ rowCount: 1, columns: ["姓名", "電話", "原列號", "原因"] });
    expect(again.preview[0]?.slice(0, 3)).toEqual(["甲", "12", "4"]);
  });
});
