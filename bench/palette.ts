import { buildSession } from "@homeroom/server/modules/sign-in/for-tests";
import { type Centre, fillCentre, withoutLeadIndexes } from "./lead-list/fill-leads.ts";
import { bareStatements, besideBare } from "./measure/beside-bare.ts";
import { type BenchDatabase, withBenchDatabase } from "./measure/database.ts";
import { report } from "./measure/figures.ts";
import type { RecordedCall } from "./measure/recorded-calls.ts";

const leads = Number(process.env["BENCH_LEADS"] ?? 1_000_000);
const seconds = Number(process.env["BENCH_SECONDS"] ?? 4);
const wantedMs = 80;

/** Search texts, by kind. All kinds except messages are searched, as the browser does with each letter. */
const typed = {
  "a surname": ["陳", "連", "林"],
  "a given name": ["承恩", "梓晴", "雅芳"],
  "a whole name": ["陳承恩", "黃宥廷", "連慧誠"],
  "four digits": ["7919", "0912", "5550"],
  "a word of a note": ["星期六", "數學", "候補"],
  "a surname in pinyin": ["chen", "lian", "lin"],
  "a name in pinyin": ["chenchengen", "huangyou", "lianhuicheng"],
  "initials in pinyin": ["cce", "hyt", "lh"],
  "a name in jyutping": ["cansing", "wongjau", "lamboyan"],
  "initials in zhuyin": ["ㄔㄔㄣ", "ㄏㄧ", "ㄌ"],
  "a name that nobody has": ["zebra", "外星人", "qqq"],
};
const kinds = ["lead", "order", "staff", "plan", "template", "product"];

await withBenchDatabase(measure);

async function measure(database: BenchDatabase): Promise<void> {
  const centre = await fill(database);
  const [sales] = centre.sales;
  if (!sales) throw new Error("The centre has no sales");
  const ofSales = await buildSession(database.db, centre.organization, { accountId: sales });
  const series = Object.entries(typed).flatMap(([name, words]) => [
    { name, wantedMs, calls: words.map((keywords) => find(centre.token, keywords)) },
    { name: `${name}, own rows`, wantedMs, calls: words.map((keywords) => find(ofSales, keywords)) },
  ]);
  const figures = await besideBare(database, series, seconds);
  report({
    title: `Find anything: ${leads.toLocaleString("en")} leads, first hits of all kinds except messages`,
    against: bareStatements,
    figures,
  });
}

async function fill(database: BenchDatabase): Promise<Centre> {
  const start = performance.now();
  const centre = await withoutLeadIndexes(database.owner, () => fillCentre(database, "連鎖大班", leads));
  console.log(`Created the leads in ${((performance.now() - start) / 1000).toFixed(0)} s.`);
  return centre;
}

function find(token: string, keywords: string): RecordedCall {
  return { token, method: "POST", path: "/api_basic/Palette/Find", body: { keywords, kinds } };
}
