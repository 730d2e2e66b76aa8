import { join } from "node:path";
import { openCaller, spread } from "./measure/callers.ts";
import { type BenchDatabase, withBenchDatabase } from "./measure/database.ts";
import { type Figure, report } from "./measure/figures.ts";
import { startReference, startServer } from "./measure/programs.ts";
import { type Listener, openListeners } from "./webhook/listeners.ts";
import { signedWebhook, type WhatsAppNumber } from "./webhook/signed-webhook.ts";
import { buildTalkingCentre, type TalkingCentre } from "./webhook/talking-centre.ts";

const perSecond = Number(process.env["BENCH_RATE"] ?? 320);
const seconds = Number(process.env["BENCH_SECONDS"] ?? 20);
const centresCount = 4;
const people = { managers: 5, sales: 45 };
const customersOfCentre = 200;
/** The recipients of a message: the managers, and the sales whose lead wrote it. */
const audience = people.managers + 1;

await withBenchDatabase(measure);

async function measure({ access, owner, ...database }: BenchDatabase): Promise<void> {
  const centres: TalkingCentre[] = [];
  for (let order = 1; order <= centresCount; order++) {
    centres.push(await buildTalkingCentre({ access, owner, ...database }, order, people));
  }
  const numbers = centres.map(({ number }) => number);

  const secrets = Object.fromEntries(numbers.map(({ phoneNumberId, appSecret }) => [phoneNumberId, appSecret]));
  const bare = await startReference(join(import.meta.dirname, "webhook/bare-intake.ts"), {
    DATABASE_URL: access.ownerUrl,
    SECRETS: JSON.stringify(secrets),
  });
  const rooms = numbers.flatMap(({ phoneNumberId }) =>
    Array.from({ length: audience }, () => ({ number: phoneNumberId })),
  );
  const bareListener = await openListeners(bare.port, { path: "/socket.io", handshakes: rooms });
  const bareRun = await run(bare.port, { numbers, listener: bareListener, seconds });
  await bareListener.close();
  await bare.stop();

  // The measured code calls nothing outside; if it did, there would be no answer.
  const env = { WHATSAPP_API_URL: "http://127.0.0.1:9" };
  const product = await startServer({ ownerUrl: access.ownerUrl, process: "all", serve: true, env });
  const handshakes = centres.flatMap(({ managers, sales }) =>
    [...managers, ...sales].map((accessToken) => ({ accessToken })),
  );
  const listener = await openListeners(product.port, { path: "/api_chat/socket", handshakes });
  // Everybody writes once before, so that the leads exist: in practice most messages come from known people.
  await run(product.port, { numbers, listener, seconds: (centresCount * customersOfCentre) / perSecond });
  const own = await run(product.port, { numbers, listener, seconds });
  const idOf = await providerIds(owner);
  await listener.close();
  await product.stop();

  const reference = spread(delaysOf(bareRun, (messageId) => messageId));
  const delays = delaysOf(own, (messageId) => idOf.get(messageId));
  const { p50, p95, p99 } = spread(delays);
  const wanted = { of: "own" as const, atMost: 250 };
  const figures: Figure[] = [
    { what: "webhook to browser, p50", unit: "ms", own: p50, reference: reference.p50 },
    { what: "webhook to browser, p95", unit: "ms", own: p95, reference: reference.p95, wanted },
    { what: "webhook to browser, p99", unit: "ms", own: p99, reference: reference.p99 },
    {
      what: "messages a second",
      unit: "/s",
      own: own.posted.size / own.seconds,
      reference: bareRun.posted.size / bareRun.seconds,
    },
    {
      what: "messages that did not reach a recipient",
      unit: "",
      own: own.posted.size * audience - delays.length,
      wanted: { of: "own", atMost: 0 },
    },
  ];
  report({
    title: `Webhook to browser: ${perSecond} messages a second for ${seconds} s, ${handshakes.length} open sockets of ${centresCount} centres; each message is for ${audience} of them`,
    against: "a bare handler that verifies, inserts one row and notifies the same number of sockets",
    figures,
  });
}

interface Run {
  /** When each message was posted, by its wamid. */
  posted: Map<string, number>;
  seconds: number;
  heard: readonly { messageId: string; at: number }[];
}

/** Posts at an even rate, regardless of the answers, and waits until everything was received or nothing more arrives. */
async function run(
  port: number,
  { numbers, listener, seconds }: { numbers: readonly WhatsAppNumber[]; listener: Listener; seconds: number },
): Promise<Run> {
  const { call, close } = openCaller(port, 64);
  const posted = new Map<string, number>();
  const answers: Promise<unknown>[] = [];
  listener.forget();
  const start = performance.now();
  const wanted = Math.round(perSecond * seconds);
  while (posted.size < wanted) {
    const due = Math.min(wanted, ((performance.now() - start) / 1000) * perSecond);
    while (posted.size < due) {
      const index = posted.size;
      const number = numbers[index % numbers.length] as WhatsAppNumber;
      const customer = `8526${String(Math.floor(index / numbers.length) % customersOfCentre).padStart(7, "0")}`;
      const one = signedWebhook(number, customer);
      posted.set(one.messageId, performance.now());
      answers.push(call(one.call).then(({ status }) => requireOk(status)));
    }
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  await Promise.all(answers);
  const took = (performance.now() - start) / 1000;
  await listener.quiet(wanted * audience);
  close();
  return { posted, seconds: took, heard: listener.heard() };
}

function requireOk(status: number): void {
  if (status !== 200) throw new Error(`A webhook was answered with ${status}`);
}

function delaysOf({ posted, heard }: Run, wamidOf: (messageId: string) => string | undefined): number[] {
  return heard.flatMap(({ messageId, at }) => {
    const since = posted.get(wamidOf(messageId) ?? "");
    return since === undefined ? [] : [at - since];
  });
}

async function providerIds(owner: BenchDatabase["owner"]): Promise<Map<string, string>> {
  const { rows } = await owner.query<{ id: string; wamid: string }>(
    "select message_id as id, provider_message_id as wamid from message",
  );
  return new Map(rows.map(({ id, wamid }) => [id, wamid]));
}
