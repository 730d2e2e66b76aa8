import { bareStatements, besideBare } from "./measure/beside-bare.ts";
import { type BenchDatabase, withBenchDatabase } from "./measure/database.ts";
import { report } from "./measure/figures.ts";
import type { RecordedCall } from "./measure/recorded-calls.ts";
import { fillTalks, type TalkativeCentre, withoutMessageIndexes } from "./talks/fill-talks.ts";

const messages = Number(process.env["BENCH_MESSAGES"] ?? 5_000_000);
const conversations = Math.min(20_000, messages);
const neighbours = Number(process.env["BENCH_NEIGHBOURS"] ?? 20);
const seconds = Number(process.env["BENCH_SECONDS"] ?? 4);
const wantedMs = 150;

/** Search words, by kind. */
const words = {
  "a word of every third message": ["請問", "你好", "老師"],
  "a word of one in a hundred": ["鋼琴", "收據", "IELTS"],
  "a name that is mentioned occasionally": ["陳小明", "雅婷", "phonics course 林"],
  "a word of one season": ["暑期密集", "密集班"],
  "one character": ["琴", "鞋", "恩"],
  digits: ["996", "恩123", "K3"],
  "a word that nobody wrote": ["外星人", "zebra", "豬肉"],
};

await withBenchDatabase(measure);

async function measure(database: BenchDatabase): Promise<void> {
  const centre = await fill(database);
  const series = Object.entries(words).flatMap(([name, keywords]) => [
    { name, wantedMs, calls: keywords.map((one) => search(centre.token, { keywords: one })) },
    { name: `${name}, own rows`, wantedMs, calls: keywords.map((one) => search(centre.salesToken, { keywords: one })) },
  ]);
  const inOne = ["請問", "收據", "外星人"].map((keywords) =>
    search(centre.token, { keywords, conversationId: centre.longest }),
  );
  series.push({ name: "in one long conversation", wantedMs, calls: inOne });
  const figures = await besideBare(database, series, seconds);
  report({
    title: `Message search: ${messages.toLocaleString("en")} messages of ${conversations.toLocaleString("en")} conversations, ${neighbours} other organisations`,
    against: bareStatements,
    figures,
  });
}

async function fill(database: BenchDatabase): Promise<TalkativeCentre> {
  const start = performance.now();
  const centre = await withoutMessageIndexes(database.owner, async () => {
    const made = await fillTalks(database, "連鎖大班", { conversations, messages });
    for (let number = 1; number <= neighbours; number++) {
      await fillTalks(database, `鄰居 ${number}`, { conversations: 100, messages: Math.min(10_000, messages) });
    }
    return made;
  });
  console.log(`Created the messages in ${((performance.now() - start) / 1000).toFixed(0)} s.`);
  return centre;
}

function search(token: string, body: Record<string, unknown>): RecordedCall {
  return { token, method: "POST", path: "/api_chat/Chat/SearchMessages", body: { pageSize: 20, ...body } };
}
