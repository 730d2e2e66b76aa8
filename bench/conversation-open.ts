import { type ConversationFilter, conversationFilters } from "@homeroom/contract/chat";
import type { MessageId } from "@homeroom/contract/ids";
import { bareStatements, besideBare, type Series } from "./measure/beside-bare.ts";
import { type BenchDatabase, withBenchDatabase } from "./measure/database.ts";
import { report } from "./measure/figures.ts";
import type { RecordedCall } from "./measure/recorded-calls.ts";
import { fillTalks, type TalkativeCentre, withoutMessageIndexes } from "./talks/fill-talks.ts";

const conversations = Number(process.env["BENCH_CONVERSATIONS"] ?? 20_000);
const inLongest = Number(process.env["BENCH_MESSAGES"] ?? 50_000);
const neighbours = Number(process.env["BENCH_NEIGHBOURS"] ?? 20);
const seconds = Number(process.env["BENCH_SECONDS"] ?? 3);

await withBenchDatabase(measure);

async function measure(database: BenchDatabase): Promise<void> {
  const centre = await withoutMessageIndexes(database.owner, async () => {
    const size = { conversations, messages: inLongest + conversations * 10, inLongest };
    const made = await fillTalks(database, "連鎖大班", size);
    for (let number = 1; number <= neighbours; number++) {
      await fillTalks(database, `鄰居 ${number}`, { conversations: 200, messages: 2000 });
    }
    return made;
  });
  const series = [...(await openings(database, centre)), ...lists(centre)];
  const figures = await besideBare(database, series, seconds);
  report({
    title: `Conversations: one of ${inLongest.toLocaleString("en")} messages is opened, ${conversations.toLocaleString("en")} are listed, ${neighbours} other organisations`,
    against: bareStatements,
    figures,
  });
}

/** Pages of the longest conversation: its latest, and some around and before messages deep in it. */
async function openings({ owner }: BenchDatabase, { token, longest }: TalkativeCentre): Promise<Series[]> {
  const { rows } = await owner.query<{ id: MessageId }>(
    `select message_id as id from message where conversation_id = $1 and position % 5000 = 1 order by position`,
    [longest],
  );
  const page = (more: object): RecordedCall => ({
    token,
    method: "POST",
    path: "/api_chat/Chat/MessageList",
    body: { conversationId: longest, pageSize: 50, ...more },
  });
  const deep = rows.map(({ id }) => id);
  return [
    { name: "first page of a conversation", calls: [page({})], wantedMs: 30 },
    { name: "page before a message", calls: deep.map((before) => page({ before })), wantedMs: 30 },
    { name: "page around a message", calls: deep.map((around) => page({ around })), wantedMs: 30 },
  ];
}

function lists({ token, salesToken }: TalkativeCentre): Series[] {
  const list = (of: string, filter: ConversationFilter): RecordedCall => ({
    token: of,
    method: "POST",
    path: "/api_chat/Chat/ConversationList",
    body: { filter, pageNum: 1, pageSize: 50 },
  });
  return conversationFilters.flatMap((filter) => [
    { name: `list ${filter}`, calls: [list(token, filter)], wantedMs: 100 },
    { name: `list ${filter}, own rows`, calls: [list(salesToken, filter)], wantedMs: 100 },
  ]);
}
