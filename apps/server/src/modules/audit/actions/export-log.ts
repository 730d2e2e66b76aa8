import { auditModuleTexts } from "@homeroom/contract/audit-texts";
import type { Language } from "@homeroom/contract/language";
import { log } from "@homeroom/contract/log";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { secondOf, today } from "#platform/clock/days";
import { type Database, inTransaction } from "#platform/db/transaction";
import type { Download } from "#platform/http/download";
import { everyRow } from "#platform/paging/every-row";
import { tableFile } from "#platform/tables/table-file";
import type { TableCell } from "#platform/tables/write-csv";
import { presentEntry } from "../present.ts";
import { type Entry, entriesPage, type LogRequest } from "../queries/entries.ts";
import { recordChange } from "./record-change.ts";

const atOnce = 1000;

const fileNames: Record<Language, string> = { "zh-tw": "操作日誌", "zh-cn": "操作日志", en: "audit-log" };

const heads: Record<Language, readonly string[]> = {
  "zh-tw": "時間 操作人 模組 內容 IP 地區 瀏覽器 系統 耗時(ms) 方法 路徑 修改前 修改後".split(" "),
  "zh-cn": "时间 操作人 模块 内容 IP 地区 浏览器 系统 耗时(ms) 方法 路径 修改前 修改后".split(" "),
  en: "Time,Operator,Module,What,IP,Region,Browser,System,ms,Method,Path,Before,After".split(","),
};

/** The entries that match the filters, newest first, as a streamed file. The export is logged too. */
export async function exportLog(
  db: Database,
  actor: Actor,
  { format, ...asked }: LogRequest & { format: "xlsx" | "csv" },
): Promise<Download> {
  requireAccess(actor, log.export);
  const { language, zone, ...filters } = asked;
  await inTransaction(db, sharedScope(actor), (tx) =>
    recordChange(tx, actor, {
      module: "log",
      action: "exported",
      subject: { type: "log", id: "", name: "" },
      after: filters,
    }),
  );
  const sheet = fileNames[language];
  const fileName = `${sheet} ${today(zone)}`;
  return tableFile({ format, fileName, sheet, columns: heads[language], rows: linesOf(db, actor, asked) });
}

function linesOf(db: Database, actor: Actor, asked: LogRequest): AsyncGenerator<TableCell[]> {
  const scope = sharedScope(actor);
  return everyRow<TableCell[], string>(async (after) => {
    const place = { pageSize: atOnce, cursor: after ?? undefined };
    const page = await inTransaction(db, scope, (tx) => entriesPage(tx, scope, asked, place));
    return { rows: page.entries.map((entry) => lineOf(entry, asked)), next: page.nextCursor };
  });
}

function lineOf(entry: Entry, { language, zone }: LogRequest): TableCell[] {
  const row = presentEntry(entry, language, new Map());
  const moduleName = (auditModuleTexts as Record<string, Record<Language, string>>)[row.module]?.[language];
  return [
    secondOf(entry.created_at, zone),
    row.operator,
    moduleName ?? row.module,
    row.content,
    row.ip,
    row.region,
    row.browser,
    row.os,
    row.executionTime,
    row.method,
    row.requestUri,
    row.before ? JSON.stringify(row.before) : "",
    row.after ? JSON.stringify(row.after) : "",
  ];
}
