import { createWriteStream, mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { openTable, workbookType } from "@homeroom/server/platform/tables/read-table";
import { csvStream } from "@homeroom/server/platform/tables/write-csv";
import { workbookStream } from "@homeroom/server/platform/tables/write-workbook";
import readXlsxFile from "read-excel-file/node";
import { type Figure, report } from "./measure/figures.ts";
import { peakMemory } from "./measure/peak-memory.ts";

const rows = Number(process.env["BENCH_ROWS"] ?? 100_000);
const columns = ["暱稱", "電郵", "區號", "電話", "性別", "生日", "學校", "地址", "部門", "角色", "編號", "備註"];
const folder = mkdtempSync(join(tmpdir(), "homeroom-bench-tables-"));
const [csv, xlsx] = [join(folder, "table.csv"), join(folder, "table.xlsx")];

function* people(): Generator<string[]> {
  for (let at = 0; at < rows; at += 1) {
    yield [`王小明${at}`, `p${at}@bench.test`, "+852", `9${String(at).padStart(7, "0")}`, "男", "1995-08-21"].concat([
      "大安國中",
      "台北市大安區和平東路二段 1 號",
      "英文組",
      "導師",
      `T${at}`,
      "第一次來，想試聽 <週六> 的課",
    ]);
  }
}

async function measured(work: () => Promise<unknown>): Promise<{ seconds: number; megabytes: number }> {
  const memory = peakMemory();
  const started = performance.now();
  await work();
  return { seconds: (performance.now() - started) / 1000, megabytes: memory.stop() };
}

async function readAll(path: string, contentType: string): Promise<void> {
  let count = 0;
  for await (const row of (await openTable(path, { contentType })).rows) count += row.cells.length > 0 ? 1 : 0;
  if (count !== rows) throw new Error(`${path} has ${count} rows`);
}

try {
  const wroteCsv = await measured(() => pipeline(csvStream(columns, people()), createWriteStream(csv)));
  const readCsv = await measured(() => readAll(csv, "text/csv"));
  const sheet = { name: "員工", columns, rows: people() };
  const wroteXlsx = await measured(() => pipeline(workbookStream([sheet]), createWriteStream(xlsx)));
  const readXlsx = await measured(() => readAll(xlsx, workbookType));
  const reference = await measured(() => readXlsxFile(xlsx));
  const seconds = (what: string, own: number, atMost: number): Figure => ({
    what,
    unit: "s",
    own,
    wanted: { of: "own", atMost },
  });
  report({
    title: `A table of ${rows.toLocaleString("en")} rows and ${columns.length} columns`,
    against: "the package read-excel-file on the same workbook",
    figures: [
      seconds("CSV written", wroteCsv.seconds, 5),
      seconds("CSV read", readCsv.seconds, 5),
      seconds("workbook written", wroteXlsx.seconds, 10),
      { ...seconds("workbook read", readXlsx.seconds, 10), reference: reference.seconds },
      {
        what: "additional memory while a workbook is read, peak",
        unit: "MB",
        own: readXlsx.megabytes,
        reference: reference.megabytes,
        wanted: { of: "own", atMost: 150 },
      },
      { what: "additional memory while a workbook is written, peak", unit: "MB", own: wroteXlsx.megabytes },
    ],
  });
} finally {
  await rm(folder, { recursive: true, force: true });
}
