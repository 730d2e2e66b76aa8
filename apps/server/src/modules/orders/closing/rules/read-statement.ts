import { AppError } from "#platform/errors/app-error";

/** A deposit on a bank account. */
export interface StatementRow {
  /** Its line in the file. */
  line: number;
  /** YYYY-MM-DD */
  day: string;
  /** In the account's main unit. */
  amount: number;
  /** The other texts of the row. */
  text: string;
}

const dateNames = /^(交易|帳務|账务|入帳|入账|記帳|记账|過帳|value |transaction |posting |book(ing)? )?(日期?|date)/i;
const depositNames = /存入|轉入|转入|收入|貸方|贷方|deposit|credit|paid in|money in|amount in/i;
const amountNames = /^(交易)?(金額|金额)|^(transaction )?amount/i;
const otherAmounts = /餘額|余额|balance|提出|支出|轉出|转出|借方|debit|withdraw|paid out/i;

/** The heading among a file's first rows: the first one with a date and an amount column. */
export function headingOf(rows: readonly (readonly string[])[]): number {
  const found = rows.findIndex((row) => findColumns(row) !== null);
  return Math.max(found, 0);
}

/** Reads deposits from a statement's rows. Throws STATEMENT_NOT_READABLE without a column of dates or of deposits. */
export function statementReader(columns: readonly string[]) {
  const found = findColumns(columns);
  if (!found) throw new AppError("STATEMENT_NOT_READABLE");
  return ({ number, cells }: { number: number; cells: readonly string[] }): StatementRow | null => {
    const day = readDay(cells[found.date] ?? "");
    const amount = readDeposit(cells[found.amount] ?? "");
    if (day === null || amount === null) return null;
    const text = cells.filter(
      (cell, at) => at !== found.date && at !== found.amount && cell !== "" && !found.skip.has(at),
    );
    return { line: number, day, amount, text: text.join(" ").slice(0, 300) };
  };
}

function findColumns(names: readonly string[]): { date: number; amount: number; skip: ReadonlySet<number> } | null {
  const plain = names.map((name) => name.normalize("NFKC").trim());
  const date = plain.findIndex((name) => dateNames.test(name));
  const deposit = plain.findIndex((name) => depositNames.test(name) && !otherAmounts.test(name));
  const amount = deposit >= 0 ? deposit : plain.findIndex((name) => amountNames.test(name));
  if (date < 0 || amount < 0) return null;
  return { date, amount, skip: new Set(plain.flatMap((name, at) => (otherAmounts.test(name) ? [at] : []))) };
}

/** Null if it is not a deposit: empty, zero or a withdrawal. */
function readDeposit(cell: string): number | null {
  const plain = cell.normalize("NFKC").replace(/[,\s]|^[A-Z]{0,3}\$/g, "");
  const found = /^\+?(\d+(?:\.\d{1,2})?)(?:CR)?$/i.exec(plain);
  const amount = found ? Number(found[1]) : 0;
  return amount > 0 ? amount : null;
}

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** 2026-11-24, 2026/11/24, 20261124, 115/11/24 (Taiwan's years), 24/11/2026 (Hong Kong's order) and 24 Nov 2026. */
export function readDay(cell: string): string | null {
  const text = cell.normalize("NFKC").trim();
  const digits = /^(\d{4})(\d{2})(\d{2})(?!\d)/.exec(text);
  if (digits) return dayOf(digits[1], digits[2], digits[3]);
  const yearFirst = /^(\d{3,4})[-/.年](\d{1,2})[-/.月](\d{1,2})/.exec(text);
  if (yearFirst) {
    const year = Number(yearFirst[1]);
    return dayOf(String(year < 1000 ? year + 1911 : year), yearFirst[2], yearFirst[3]);
  }
  const dayFirst = /^(\d{1,2})[-/. ]([A-Za-z]{3}|\d{1,2})[a-z]*[-/. ](\d{4}|\d{2})(?!\d)/.exec(text);
  if (!dayFirst) return null;
  const [, day, month = "", year = ""] = dayFirst;
  const named = months.indexOf(month.toLowerCase()) + 1;
  return dayOf(year.length === 2 ? `20${year}` : year, /\d/.test(month) ? month : String(named), day);
}

function dayOf(year = "", month = "", day = ""): string | null {
  const text = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const read = new Date(`${text}T00:00:00Z`);
  return Number.isNaN(read.getTime()) || !read.toISOString().startsWith(text) ? null : text;
}
