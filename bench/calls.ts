import { join } from "node:path";
import { type Centre, fillCentre, fillNeighbours, withoutLeadIndexes } from "./lead-list/fill-leads.ts";
import { filtered } from "./lead-list/series.ts";
import { type Call, callInTurns, openCaller } from "./measure/callers.ts";
import { type BenchDatabase, withBenchDatabase } from "./measure/database.ts";
import { type Figure, report } from "./measure/figures.ts";
import { startReference, startServer } from "./measure/programs.ts";
import { callTo, type RecordedCall } from "./measure/recorded-calls.ts";
import { fillTalks, type TalkativeCentre, withoutMessageIndexes } from "./talks/fill-talks.ts";

const leads = Number(process.env["BENCH_LEADS"] ?? 100_000);
const conversations = Number(process.env["BENCH_CONVERSATIONS"] ?? 20_000);
const neighbours = Number(process.env["BENCH_NEIGHBOURS"] ?? 50);
const seconds = Number(process.env["BENCH_SECONDS"] ?? 6);
const callers = 8;

/** One request, in the forms for the product and for the reference. */
interface Question {
  name: string;
  own: RecordedCall[];
  reference: { name: string; values: unknown[] }[];
  wanted?: Figure["wanted"];
}

await withBenchDatabase(measure);

async function measure(database: BenchDatabase): Promise<void> {
  const { centre, talks } = await fill(database);
  const product = await startServer({ ownerUrl: database.access.ownerUrl, process: "api", serve: true });
  const bare = await startReference(join(import.meta.dirname, "calls/bare-server.ts"), {
    DATABASE_URL: database.access.ownerUrl,
  });
  const figures: Figure[] = [];
  for (const { name, own, reference, wanted } of await questions(database, centre, talks)) {
    const bareCalls = reference.map(toBare);
    await sameRows(name, [product.port, callTo(own[0] as RecordedCall)], [bare.port, bareCalls[0] as Call]);
    const ours = await load(product.port, own.map(callTo));
    const theirs = await load(bare.port, bareCalls);
    figures.push({ what: name, unit: "/s", own: ours, reference: theirs, ...(wanted && { wanted }) });
  }
  await Promise.all([product.stop(), bare.stop()]);
  report({
    title: `Calls, ${callers} callers: ${leads.toLocaleString("en")} leads, ${conversations.toLocaleString("en")} conversations`,
    against: "the minimal SQL for each answer, prepared, in a bare Fastify handler without sessions or permissions",
    figures,
  });
}

async function fill(database: BenchDatabase): Promise<{ centre: Centre; talks: TalkativeCentre }> {
  const centre = await withoutLeadIndexes(database.owner, async () => {
    const made = await fillCentre(database, "大班", leads);
    await fillNeighbours(database.owner, neighbours);
    return made;
  });
  const size = { conversations, messages: conversations * 12, inLongest: conversations };
  const talks = await withoutMessageIndexes(database.owner, () => fillTalks(database, "連鎖大班", size));
  return { centre, talks };
}

async function questions({ owner }: BenchDatabase, centre: Centre, talks: TalkativeCentre): Promise<Question[]> {
  const { organizationId } = centre.organization;
  const { rows: someLeads } = await owner.query<{ id: string }>(
    "select lead_id as id from lead where organization_id = $1 order by md5(lead_id::text) limit 100",
    [organizationId],
  );
  const { rows: someTalks } = await owner.query<{ id: string }>(
    `select conversation_id as id from message where organization_id = $1 group by 1 having count(*) >= 8
     order by md5(conversation_id::text) limit 100`,
    [talks.organizationId],
  );
  const { rows: people } = await owner.query<{ account_id: string; branch_id: string }>(
    "select account_id, branch_id from session where organization_id = $1 limit 1",
    [organizationId],
  );
  const [person] = people;
  const post = (token: string, path: string, body: Record<string, unknown>): RecordedCall => ({
    ...{ token, path, body },
    method: "POST",
  });
  const atLeast = (ratio: number) => ({ of: "ratio", atLeast: ratio }) as const;
  return [
    {
      name: "lead list, 3 filters",
      own: filtered(centre).map((body) => post(centre.token, "/api_users/Member/LeadsList", body)),
      reference: filtered(centre).map(({ sales, status, channel }) => ({
        name: "leads",
        values: [organizationId, sales, status, channel],
      })),
      wanted: atLeast(0.6),
    },
    {
      name: "one lead",
      own: someLeads.map(({ id }) => post(centre.token, "/api_users/Member/QueryLeadInfo", { leadId: id })),
      reference: someLeads.map(({ id }) => ({ name: "oneLead", values: [organizationId, id] })),
      wanted: atLeast(0.4),
    },
    {
      name: "messages of a conversation",
      own: someTalks.map(({ id }) =>
        post(talks.token, "/api_chat/Chat/MessageList", { conversationId: id, pageSize: 50 }),
      ),
      reference: someTalks.map(({ id }) => ({ name: "messages", values: [talks.organizationId, id] })),
      wanted: atLeast(0.4),
    },
    {
      name: "conversation list",
      own: [post(talks.token, "/api_chat/Chat/ConversationList", { filter: "All", pageNum: 1, pageSize: 50 })],
      reference: [{ name: "conversations", values: [talks.organizationId] }],
      wanted: atLeast(0.4),
    },
    {
      name: "Member/User",
      own: [{ token: centre.token, method: "GET", path: "/api_users/Member/User", body: {} }],
      reference: [{ name: "member", values: [organizationId, person?.account_id, person?.branch_id] }],
      wanted: { of: "own", atLeast: 1500 },
    },
  ];
}

function toBare(body: { name: string; values: unknown[] }): Call {
  return {
    method: "POST",
    path: "/call",
    headers: { "content-type": "application/json" },
    body: Buffer.from(JSON.stringify(body)),
  };
}

async function load(port: number, calls: readonly Call[]): Promise<number> {
  const next = (index: number) => calls[index % calls.length] as Call;
  return (await callInTurns(port, { callers, seconds, next })).perSecond;
}

/** Throws unless both return the same number of rows: otherwise the reference would not be comparable. */
async function sameRows(name: string, ...asked: [number, Call][]): Promise<void> {
  const counts: (number | undefined)[] = [];
  for (const [port, call] of asked) {
    const caller = openCaller(port, 1);
    const { status, body } = await caller.call(call);
    caller.close();
    if (status !== 200) throw new Error(`${name}: ${status} ${body.toString().slice(0, 300)}`);
    const { resultData } = JSON.parse(body.toString()) as { resultData: { list?: unknown[] } };
    counts.push(resultData.list?.length);
  }
  const [own, reference] = counts;
  if (own !== undefined && own !== reference) throw new Error(`${name}: ${own} rows, the reference ${reference}`);
}
