import { createWriteStream, mkdtempSync } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { AccountId } from "@homeroom/contract/ids";
import { LeadImportOptions } from "@homeroom/contract/imports";
import { permissions } from "@homeroom/contract/permissions";
import { buildAccount } from "@homeroom/server/modules/accounts/for-tests";
import { storeFile } from "@homeroom/server/modules/files/public";
import { importsModule } from "@homeroom/server/modules/imports/public";
import { leadImport } from "@homeroom/server/modules/leads/public";
import { buildOrganization } from "@homeroom/server/modules/organizations/for-tests";
import { readSettings } from "@homeroom/server/platform/config/settings";
import { createLocalFileStore } from "@homeroom/server/platform/files/file-store";
import { createLog } from "@homeroom/server/platform/log/log";
import { createSecretBox } from "@homeroom/server/platform/secrets/secret-box";
import type { Platform } from "@homeroom/server/platform/server-module";
import { workbookType } from "@homeroom/server/platform/tables/read-table";
import { csvStream } from "@homeroom/server/platform/tables/write-csv";
import { workbookStream } from "@homeroom/server/platform/tables/write-workbook";
import { v7 } from "uuid";
import { secretKey, startBenchDatabase } from "./measure/database.ts";
import { report } from "./measure/figures.ts";
import { memoryOverTime } from "./measure/memory-over-time.ts";

const csvRows = Number(process.env["BENCH_ROWS"] ?? 100_000);
const workbookRows = csvRows / 5;

const columns = ["姓名", "性別", "生日", "電話", "電郵", "學校", "年級", "家長", "家長電話", "標籤", "備註"];
const mapping = {
  姓名: "nickname",
  性別: "gender",
  生日: "birthday",
  電話: "phone",
  電郵: "email",
  學校: "school",
  年級: "grade",
  家長: "contact1Name",
  家長電話: "contact1Phone",
  標籤: "tag",
  備註: "notes",
};
const surnames = Array.from("陳林黃張李王吳劉蔡楊許鄭謝郭洪曾邱廖賴周");
const given = Array.from("家豪志明俊傑建宏淑芬美玲雅婷怡君心怡詩涵宇軒柏翰");
const pick = <Item>(from: readonly Item[], at: number) => from[at % from.length] ?? "";

/** Realistic rows: numbers as typed in Taiwan, every third without its 0. */
function* rowsFrom(first: number, count: number): Generator<string[]> {
  for (let at = first; at < first + count; at += 1) {
    const name = `${pick(surnames, at)}${pick(given, at * 7)}${pick(given, at * 13 + 3)}`;
    const digits = String(10_000_000 + at);
    const parent = String(50_000_000 + at);
    yield [
      name,
      at % 2 ? "男" : "女生",
      `201${at % 10}/${(at % 12) + 1}/${(at % 28) + 1}`,
      at % 3 ? `09${digits.slice(0, 2)}-${digits.slice(2, 5)}-${digits.slice(5)}` : `9${digits}`,
      at % 4 ? `p${at}@bench.test` : "",
      `第${at % 80}國小`,
      `${(at % 6) + 1} 年級`,
      `${pick(surnames, at)}太太`,
      `+886 9${parent}`,
      at % 5 ? "" : "試堂",
      at % 3 ? "" : `來電詢問 ${at}，週末方便`,
    ];
  }
}

const base = await startBenchDatabase();
const folder = mkdtempSync(join(tmpdir(), "homeroom-bench-files-"));
try {
  const place = await buildOrganization(base.db);
  await base.owner.query("update branch set time_zone = 'Asia/Taipei' where organization_id = $1", [
    place.organizationId,
  ]);
  const accountId = AccountId.parse((await buildAccount(base.db, place, { role: "owner" })).accountId);
  const sales = [
    await buildAccount(base.db, place, { role: "sales" }),
    await buildAccount(base.db, place, { role: "sales" }),
  ];
  let waiting = 0;
  const platform: Platform = {
    settings: readSettings({ DATA_DIR: folder }, false),
    db: base.db,
    files: createLocalFileStore(join(folder, "files")),
    secrets: createSecretBox(secretKey),
    log: createLog("warn", "bench"),
    enqueue: async () => void (waiting += 1),
  };
  const [job] = importsModule(platform, [leadImport()]).jobs ?? [];
  const actor = {
    organizationId: place.organizationId,
    accountId,
    branchId: place.branchIds[0],
    branchIds: place.branchIds,
    nickname: "bench",
    roles: ["ROOT"],
    permissions,
    isOwner: true,
    isPlatform: false,
  };

  /** Imports a stored file by the job; answers how long it took, and this process's memory meanwhile. */
  const importFile = async (path: string, contentType: string, total: number) => {
    const { size } = await stat(path);
    const name = path.slice(folder.length + 1);
    const file = await storeFile(platform, place.scope, { path, name, contentType, size, createdBy: accountId });
    const importId = v7();
    const options = LeadImportOptions.parse({ sales: sales.map((person) => person.accountId), createMissing: true });
    await base.owner.query(
      `insert into import_run (organization_id, import_id, kind, account_id, branch_id, file_id, file_name, content_type,
         mapping, options, actor, language, dry_run, total, heading_row)
       values ($1, $2, 'lead', $3, $4, $5, $6, $7, $8, $9, $10, 'zh-tw', false, $11, 1)`,
      [
        place.organizationId,
        importId,
        accountId,
        place.branchIds[0],
        file.file_id,
        name,
        contentType,
        mapping,
        options,
        actor,
        total,
      ],
    );
    const memory = memoryOverTime();
    const started = performance.now();
    for (waiting = 1; waiting > 0; waiting -= 1) {
      await job?.run({ organizationId: place.organizationId, runId: importId }, new AbortController().signal);
    }
    const seconds = (performance.now() - started) / 1000;
    const { rows } = await base.owner.query<{ n: number }>(
      "select created_count as n from import_run where import_id = $1",
      [importId],
    );
    return { seconds, memory: memory.stop(), missing: total - (rows[0]?.n ?? 0) };
  };

  const csv = join(folder, "leads.csv");
  await pipeline(csvStream(columns, rowsFrom(0, csvRows)), createWriteStream(csv));
  const ofCsv = await importFile(csv, "text/csv", csvRows);
  const workbook = join(folder, "leads.xlsx");
  const sheet = { name: "名單", columns, rows: rowsFrom(csvRows, workbookRows) };
  await pipeline(workbookStream([sheet]), createWriteStream(workbook));
  const ofWorkbook = await importFile(workbook, workbookType, workbookRows);

  // The minimum: the same leads into the same table with its indexes, 500 a statement, from the database itself, without
  // reading a file, rules, a check for duplicates or a history.
  const other = await buildOrganization(base.db, "對照");
  const names = `branch_id, nickname, gender, birthday, area_code, phone, phone_e164, email, school, grade, contact1,
    contact1_e164, tag_ids, notes, lead_date, lead_type, sales_id, created_at`;
  const bareStarted = performance.now();
  for (let from = 0; from < csvRows; from += 500) {
    await base.owner.query(
      `insert into lead (organization_id, lead_id, ${names})
       select $1, gen_random_uuid(), $2, ${names.slice(names.indexOf(",") + 1)} from lead
       where organization_id = $3 and lead_id in (
         select lead_id from lead where organization_id = $3 order by lead_id offset $4 limit 500)`,
      [other.organizationId, other.branchIds[0], place.organizationId, from],
    );
  }
  const bare = (performance.now() - bareStarted) / 1000;
  const { memory } = ofCsv;
  report({
    title: `${csvRows.toLocaleString("en")} leads imported from a CSV file, and ${workbookRows.toLocaleString("en")} from a workbook, by the job`,
    against: "the same leads copied inside the database, 500 a statement, into the same table and indexes",
    figures: [
      { what: "CSV, seconds", unit: "s", own: ofCsv.seconds, reference: bare, wanted: { of: "own", atMost: 60 } },
      {
        what: "CSV, rows",
        unit: "/s",
        own: csvRows / ofCsv.seconds,
        reference: csvRows / bare,
        wanted: { of: "ratio", atLeast: 0.8 },
      },
      { what: "workbook, rows", unit: "/s", own: workbookRows / ofWorkbook.seconds, reference: csvRows / bare },
      { what: "additional memory, peak in the first half", unit: "MB", own: memory.firstHalf },
      {
        what: "additional memory, peak in the second half",
        unit: "MB",
        own: memory.secondHalf,
        wanted: { of: "own", atMost: 300 },
      },
      {
        what: "rows that were not imported",
        unit: "",
        own: ofCsv.missing + ofWorkbook.missing,
        wanted: { of: "own", atMost: 0 },
      },
    ],
  });
} finally {
  await base.stop();
  await rm(folder, { recursive: true, force: true });
}
