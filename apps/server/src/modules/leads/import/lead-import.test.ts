import { v7 } from "uuid";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildOrganization } from "#modules/organizations/for-tests";
import { buildLead } from "../for-tests.ts";
import { type LeadImportBench, openLeadImportBench } from "./for-tests.ts";

let bench: LeadImportBench;
let numbers = 61_000_000;
const number = () => String((numbers += 1));

beforeAll(async () => {
  bench = await openLeadImportBench();
});

afterAll(() => bench?.close());

const byPhone = (phone: string) => bench.leads("phone_e164 = $1 and deleted_at is null", [`852${phone}`]);

describe("a badly made spreadsheet", () => {
  test("titles above the heading, columns without a name and repeated headings are understood", async () => {
    const table = await bench.upload(
      `彩虹教育中心,,,,\n2025 年度名單,,,,\n\n學生姓名,,電話,電話,備註\n王小明,,${number()},${number()},  乖 \n\n,,,,\n`,
    );
    expect(table).toMatchObject({
      headingRow: 4,
      rowCount: 1,
      columns: ["學生姓名", "電話", "電話 (2)", "備註"],
      mapping: { 學生姓名: "nickname", 電話: "phone", "電話 (2)": "contact1Phone", 備註: "notes" },
      preview: [["王小明", expect.any(String), expect.any(String), "乖"]],
    });
  });

  test("every field finds its place, with the import in the history and one event for all", async () => {
    const [own, parent] = [number(), number()];
    const sales = await bench.as("sales");
    const [{ nickname }] = (
      await bench.base.owner.query("select nickname from account where account_id = $1", [sales.accountId])
    ).rows as [{ nickname: string }];
    const task = await bench.importTable(
      `姓名,性別,生日,電話,電郵,學校,年級,來源,業務,狀態,家長,家長電話,願意接收推廣訊息,名單日期,備註\n` +
        `王小明,男生,2017年8月21日,${own.slice(0, 4)} ${own.slice(4)},Ming-${own}@X.test,港小,小二,WhatsApp_chat,${nickname},跟進中,王太,+852-${parent},是,2025/3/1,喜歡鋼琴\n`,
    );
    expect(task).toMatchObject({ total: 1, createdCount: 1, invalidCount: 0, validCount: 1, kind: "lead" });
    const [lead] = await byPhone(own);
    expect(lead).toMatchObject({
      nickname: "王小明",
      gender: 1,
      birthday: "2017-08-21",
      area_code: "+852",
      phone: own,
      email: `ming-${own}@x.test`,
      school: "港小",
      grade: "小二",
      sales_id: sales.accountId,
      contact1: { name: "王太", areaCode: "+852", phone: parent, email: "" },
      contact1_e164: `852${parent}`,
      accept_message: true,
      lead_date: "2025-03-01",
      notes: "喜歡鋼琴",
      lead_type: 3,
      created_by: bench.owner.accountId,
    });
    const history = await bench.base.owner.query(
      "select action_type, details from lead_log where lead_id = $1 order by log_id",
      [lead.lead_id],
    );
    expect(history.rows).toMatchObject([
      { action_type: 13, details: { file: "名單.csv", importId: task.taskID } },
      { action_type: 3, details: { salesId: sales.accountId } },
    ]);
    const events = await bench.base.owner.query("select event, payload from outbox where payload::text like $1", [
      `%${sales.accountId}%`,
    ]);
    expect(events.rows.map(({ event }) => event).sort()).toEqual(["leads.changed", "leads.dealt"]);
    expect(events.rows.find(({ event }) => event === "leads.dealt").payload).toMatchObject({
      receivers: [{ accountId: sales.accountId, count: 1 }],
    });
  });

  test("several numbers in one cell are not lost", async () => {
    const [own, mother] = [number(), number()];
    const task = await bench.importTable(`姓名,電話\n雙號,${own} / 媽媽 ${mother}\n`);
    expect(task).toMatchObject({ createdCount: 1, remarkCount: 1, remarks: [{ row: 2, column: "電話" }] });
    expect((await byPhone(own))[0].contact1).toMatchObject({ name: "媽媽", phone: mother });
  });

  test("unmapped columns go into the notes under their own names", async () => {
    const own = number();
    const { fileID } = await bench.upload(`姓名,電話,興趣,家長職業\n王,${own},鋼琴,醫生\n`);
    const mapping = { 姓名: "nickname", 電話: "phone", 興趣: "notes", 家長職業: "notes" };
    expect((await bench.run({ fileID, mapping })).body).toMatchObject({ resultData: { createdCount: 1 } });
    expect((await byPhone(own))[0].notes).toBe("興趣: 鋼琴\n家長職業: 醫生");
  });

  test("faults are reported by row and column, and the other rows are saved", async () => {
    const own = number();
    const task = await bench.importTable(
      `姓名,電話,電郵,生日\n好,${own},,\n,${number()},,\n壞號,123,,\n壞信,${number()},not-mail,\n壞日,${number()},,2025-02-30\n科學,8.86912E+11,,\n`,
    );
    expect(task).toMatchObject({ createdCount: 1, invalidCount: 5, validCount: 1, total: 6 });
    expect(task.errors.map(({ row, column, name }) => [row, column, name])).toEqual([
      [3, "姓名", "LEAD_NICKNAME_REQUIRED"],
      [4, "電話", "LEAD_BAD_PHONE"],
      [5, "電郵", "LEAD_INVALID_EMAIL"],
      [6, "生日", "FIELD_INVALID"],
      [7, "電話", "LEAD_BAD_PHONE"],
    ]);
    expect(task.messageList[0]).toContain("第 3 列");
  });

  test("cells can be corrected before a retry", async () => {
    const own = number();
    const { fileID, mapping } = await bench.upload(`姓名,電話\n改好,12\n`);
    const fixes = [{ row: 2, column: "電話", value: own }];
    const trial = (await bench.run({ fileID, mapping, fixes, dryRun: true })).body.resultData;
    expect(trial).toMatchObject({ createdCount: 1, invalidCount: 0, order: { fixes } });
    expect(await byPhone(own)).toHaveLength(0);
    await bench.run({ fileID, mapping, fixes });
    expect(await byPhone(own)).toHaveLength(1);
  });

  test("Big5, GB18030 and UTF-16 are read", async () => {
    const big5 = new Uint8Array([
      0xa9, 0x6d, 0xa6, 0x57, 0x2c, 0xb9, 0x71, 0xb8, 0xdc, 0x0a, 0xa4, 0xfd, 0x2c, 0x36, 0x0a,
    ]);
    expect(await bench.upload(big5)).toMatchObject({ encoding: "big5", mapping: { 姓名: "nickname", 電話: "phone" } });
    const utf16 = new Uint8Array(Buffer.from(`\ufeff姓名\t電話\n王\t${number()}\n`, "utf16le"));
    expect(await bench.upload(utf16)).toMatchObject({ encoding: "utf-16le", delimiter: "\t", rowCount: 1 });
  });
});

describe("an existing lead", () => {
  test("is reported as wrong, skipped, completed or replaced, as chosen", async () => {
    const own = number();
    const content = `姓名,電話,學校\n舊名,${own},\n`;
    await bench.importTable(content);
    expect(await bench.importTable(content)).toMatchObject({
      invalidCount: 1,
      errors: [{ name: "LEAD_PHONE_EXISTS" }],
    });
    expect(await bench.importTable(content, { skipDuplicates: true })).toMatchObject({
      skippedCount: 1,
      canUndo: false,
    });
    const next = `姓名,電話,學校,標籤\n新名,+852 ${own},港小,\n`;
    expect(await bench.importTable(next, { updateExisting: true })).toMatchObject({ updatedCount: 1 });
    expect((await byPhone(own))[0]).toMatchObject({ nickname: "舊名", school: "港小", version: 2 });
    expect(await bench.importTable(next, { updateExisting: true })).toMatchObject({ updatedCount: 0, skippedCount: 1 });
    expect(await bench.importTable(next, { updateExisting: true, overwrite: true })).toMatchObject({ updatedCount: 1 });
    expect((await byPhone(own))[0]).toMatchObject({ nickname: "新名", version: 3 });
  });

  test("twice in a file is wrong the second time, or skipped", async () => {
    const [one, two] = [number(), number()];
    expect(await bench.importTable(`姓名,電話\n甲,${one}\n乙,${one}\n`)).toMatchObject({
      createdCount: 1,
      errors: [{ row: 3, name: "IMPORT_ROW_REPEATED" }],
    });
    expect(await bench.importTable(`姓名,電話\n甲,${two}\n乙,852${two}\n`, { skipDuplicates: true })).toMatchObject({
      createdCount: 1,
      skippedCount: 1,
      invalidCount: 0,
    });
  });

  test("siblings with their mother's number are two leads, the same child is one", async () => {
    const mother = number();
    const content = `姓名,家長電話\n哥哥,${mother}\n弟弟,${mother}\n`;
    expect(await bench.importTable(content)).toMatchObject({ createdCount: 2 });
    expect(await bench.importTable(content, { skipDuplicates: true })).toMatchObject({ skippedCount: 2 });
  });

  test("a number of another branch is reported without its lead", async () => {
    const own = number();
    await buildLead(bench.base.db, bench.place, {
      branch_id: bench.place.branchIds[1],
      phone: own,
      phone_e164: `852${own}`,
    });
    const admin = await bench.as("admin");
    await bench.base.owner.query("delete from role_permission where role_id = $1 and permission = 'org:branch:query'", [
      bench.place.roles.admin,
    ]);
    const sent = await bench.send(`姓名,電話\n某人,${own}\n`, { token: admin.token });
    if (!sent.success) throw new Error(JSON.stringify(sent));
    const { fileID, mapping } = sent.resultData;
    const form = { fileID, mapping, updateExisting: true };
    const elsewhere = await bench.run({ ...form, branchID: bench.place.branchIds[1] }, admin.token);
    expect(elsewhere.body.success).toBe(false);
    const { body } = await bench.run(form, admin.token);
    expect(body.resultData).toMatchObject({ errors: [{ name: "SETTING_PHONE_USED_BY_OTHER_BRANCH" }] });
  });
});

describe("names of lists and people", () => {
  test("that do not exist are left empty with a remark, or created", async () => {
    const [one, two] = [number(), number()];
    const content = (phone: string) =>
      `姓名,電話,標籤,渠道,二級渠道,狀態,業務\n甲,${phone},很熱,展覽,十月,待補,無此人\n`;
    const left = await bench.importTable(content(one), { assignBy: "nobody" });
    expect(left).toMatchObject({ createdCount: 1, remarkCount: 1 });
    expect(left.remarks.map(({ column }) => column).sort()).toEqual(
      ["二級渠道", "業務", "標籤", "渠道", "狀態"].sort(),
    );
    expect((await byPhone(one))[0]).toMatchObject({ tag_ids: [], channel_id: null, sales_id: null });
    const made = await bench.importTable(content(two), { createMissing: true });
    expect(made.remarks.map(({ column }) => column)).toEqual(["業務"]);
    const [lead] = await byPhone(two);
    const named = await bench.base.owner.query(
      `select (select name from lead_channel where lead_channel_id = $1) as channel,
         (select name from lead_channel where lead_channel_id = $2 and parent_id = $1) as secondary,
         (select name from list_item where item_id = $3) as tag, (select name from list_item where item_id = $4) as status`,
      [lead.channel_id, lead.secondary_channel_id, lead.tag_ids[0], lead.status_id],
    );
    expect(named.rows[0]).toEqual({ channel: "展覽", secondary: "十月", tag: "很熱", status: "待補" });
  });

  test("a dry run saves nothing, not even names, and shows its rows", async () => {
    const own = number();
    const trial = await bench.importTable(`姓名,電話,標籤\n甲,${own},試行標籤\n壞,1,\n`, {
      dryRun: true,
      createMissing: true,
    });
    expect(trial).toMatchObject({ dryRun: true, createdCount: 1, invalidCount: 1, canUndo: false });
    expect(await byPhone(own)).toHaveLength(0);
    const { rows } = await bench.base.owner.query("select from list_item where name = '試行標籤'");
    expect(rows).toHaveLength(0);
    const shown = await bench.rowsOf(trial.taskID);
    expect(shown.map(({ row, outcome }) => [row, outcome])).toEqual([
      [2, "created"],
      [3, "invalid"],
    ]);
    expect(shown[0]?.cells).toMatchObject({ nickname: "甲", phone: `+852 ${own}` });
    expect(await bench.rowsOf(trial.taskID, "&outcome=invalid")).toHaveLength(1);
  });
});

describe("the owner of imported leads", () => {
  test("several people take turns; a person named in the row takes precedence", async () => {
    const people = [await bench.as("sales"), await bench.as("sales"), await bench.as("sales")];
    const phones = Array.from({ length: 30 }, number);
    const sales = people.map(({ accountId }) => accountId);
    const task = await bench.importTable(`姓名,電話\n${phones.map((phone) => `輪流,${phone}`).join("\n")}\n`, {
      sales,
    });
    expect(task.createdCount).toBe(30);
    const found = await bench.leads("phone_e164 = any($1)", [phones.map((phone) => `852${phone}`)]);
    for (const person of sales) expect(found.filter((lead) => lead.sales_id === person)).toHaveLength(10);
  });

  test("is chosen by the rules by default", async () => {
    const [one, two, three] = [number(), number(), number()];
    await bench.importTable(`姓名,電話\n丙,${three}\n`, {});
    expect((await byPhone(three))[0].sales_id).not.toBeNull();
    await bench.importTable(`姓名,電話\n甲,${one}\n`, { assignBy: "rules" });
    await bench.importTable(`姓名,電話\n乙,${two}\n`, { assignBy: "nobody" });
    expect((await byPhone(one))[0].sales_id).not.toBeNull();
    expect((await byPhone(two))[0].sales_id).toBeNull();
  });

  test("can be another person only with the permission to assign", async () => {
    const [admin, other] = [await bench.as("admin"), await bench.as("sales")];
    await bench.base.owner.query("delete from role_permission where role_id = $1 and permission = 'crm:lead:assign'", [
      bench.place.roles.admin,
    ]);
    const sent = await bench.send(`姓名,電話\n甲,${number()}\n`, { token: admin.token });
    if (!sent.success) throw new Error(JSON.stringify(sent));
    const { fileID, mapping } = sent.resultData;
    const { body } = await bench.run({ fileID, mapping, sales: other.accountId }, admin.token);
    expect(body).toMatchObject({ success: false, name: "PERMISSION_DENIED" });
  });
});

describe("permissions", () => {
  test("nobody without a session or the permission, and nothing of another organisation", async () => {
    expect(await bench.send("姓名\n甲\n", { token: "anonymous" })).toMatchObject({ name: "TOKEN_INVALID" });
    const sales = await bench.as("sales");
    expect(await bench.send("姓名\n甲\n", { token: sales.token })).toMatchObject({ name: "PERMISSION_DENIED" });
    const { fileID, mapping } = await bench.upload("姓名\n甲\n");
    expect((await bench.run({ fileID, mapping }, sales.token)).body).toMatchObject({ name: "PERMISSION_DENIED" });
    const elsewhere = await buildOrganization(bench.base.db, "別家");
    const stranger = await bench.as("owner", elsewhere);
    const form = { fileID, mapping, branchID: elsewhere.branchIds[0] };
    expect((await bench.run(form, stranger.token)).body).toMatchObject({ name: "NOT_FOUND" });
  });

  test("values for all rows must exist", async () => {
    const { fileID, mapping } = await bench.upload("姓名\n甲\n");
    expect((await bench.run({ fileID, mapping, channel: v7() })).body).toMatchObject({ name: "FIELD_INVALID" });
    expect((await bench.run({ fileID, mapping, sales: v7() })).body).toMatchObject({ name: "FIELD_INVALID" });
    expect((await bench.run({ fileID, mapping: { 姓名: "school" } })).body).toMatchObject({
      name: "IMPORT_COLUMN_MISSING",
    });
    expect((await bench.run({ fileID, mapping: { 姓名: "fullname" } })).body).toMatchObject({ success: true });
  });
});
