import { buildAccount } from "@homeroom/server/modules/accounts/for-tests";
import { buildOrganization } from "@homeroom/server/modules/organizations/for-tests";
import { buildSession } from "@homeroom/server/modules/sign-in/for-tests";
import {
  type SandboxNumber,
  standingOf,
  startSandbox,
  untilStanding,
  warmUp,
  writeLeads,
  writeNumbers,
  writePlan,
} from "./broadcasts/through-sandbox.ts";
import { type Call, callInTurns, openCaller, spread } from "./measure/callers.ts";
import { type BenchDatabase, startBenchDatabase } from "./measure/database.ts";
import { type Figure, report } from "./measure/figures.ts";
import { freePort, startServer } from "./measure/programs.ts";
import { type Listener, openListeners } from "./webhook/listeners.ts";
import { signedWebhook } from "./webhook/signed-webhook.ts";

/** Recipients of the plan, customers who write at the same time, and their messages a second. */
const messages = Number(process.env["BENCH_MESSAGES"] ?? 100_000);
const customers = 50;
const perSecond = Number(process.env["BENCH_RATE"] ?? 5);
const seconds = Number(process.env["BENCH_SECONDS"] ?? 15);

/** One process for everything, and one for people next to one that sends. */
type Arrangement = "together" | "apart";
const arrangements: Record<Arrangement, readonly ["all" | "api", ..."worker"[]]> = {
  together: ["all"],
  apart: ["api", "worker"],
};

const met: Record<Arrangement, Outcome | null> = { together: null, apart: null };
for (const arrangement of ["together", "apart"] as const) {
  const base = await startBenchDatabase();
  try {
    met[arrangement] = await measure(base, arrangement);
  } finally {
    await base.stop();
  }
}
tell(met);

interface Outcome {
  alone: LoadFigures;
  beside: LoadFigures;
  rate: number;
}

/** Messages of customers and the lead list, alone and while a plan is sent and its statuses are processed. */
async function measure({ access, owner, db }: BenchDatabase, arrangement: Arrangement): Promise<Outcome> {
  const organization = await buildOrganization(db, "連鎖補習班");
  const [number] = await writeNumbers(owner, organization, ["HIGH"]);
  if (!number) throw new Error("A number is needed");
  const manager = await buildAccount(db, organization, { role: "admin" });
  const accessToken = await buildSession(db, organization, manager);
  const phones = await writeLeads(owner, organization, { first: 910_000_000, count: messages });
  await owner.query("vacuum analyze");
  const sandboxPort = await freePort();
  const env = { WHATSAPP_API_URL: `http://127.0.0.1:${sandboxPort}` };
  const start = (role: "all" | "api" | "worker") =>
    startServer({ ownerUrl: access.ownerUrl, process: role, serve: true, env });
  const [first, ...others] = arrangements[arrangement];
  const server = await start(first);
  const beyond = await Promise.all(others.map(start));
  const webhookUrl = `http://127.0.0.1:${server.port}/api_webhook/WhatsApp/Callback`;
  const sandbox = await startSandbox([{ ...number, webhookUrl }], sandboxPort);
  const listener = await openListeners(server.port, { path: "/api_chat/socket", handshakes: [{ accessToken }] });
  const list: Call = {
    path: "/api_users/Member/LeadsList",
    headers: { "content-type": "application/json", accesstoken: accessToken },
    body: Buffer.from(JSON.stringify({ pageSize: 50 })),
  };
  const both = async () => {
    const [delays, lists] = await Promise.all([
      talk(server.port, { number, listener, owner }),
      callInTurns(server.port, { callers: 1, seconds, next: () => list }),
    ]);
    return { p95: spread(delays).p95, perSecond: lists.perSecond };
  };
  await warmUp(owner, organization, number);
  await both();
  const alone = await both();
  const of = { organizationId: organization.organizationId, branchId: organization.branchIds[0] };
  const planId = await writePlan(owner, of, { channelId: number.channelId, phones });
  await untilStanding(owner, [planId], ({ accepted }) => accepted > 0);
  const before = await standingOf(owner, [planId]);
  const since = performance.now();
  const beside = await both();
  const after = await standingOf(owner, [planId]);
  const rate = (after.accepted - before.accepted) / ((performance.now() - since) / 1000);
  if (after.open === 0) throw new Error("The plan was over before the end: give it more BENCH_MESSAGES");
  await listener.close();
  for (const program of [...beyond, server, sandbox]) await program.stop();
  return { alone, beside, rate };
}

interface LoadFigures {
  p95: number;
  perSecond: number;
}

function tell(outcomes: Record<Arrangement, Outcome | null>): void {
  const words: Record<Arrangement, string> = { together: "one process", apart: "api and worker" };
  report({
    title: `During a broadcast of ${messages.toLocaleString("en")}: ${perSecond} customers' messages a second, one caller of the lead list`,
    against: "the same without the broadcast, in the same run",
    figures: (["together", "apart"] as const).flatMap((arrangement): Figure[] => {
      const outcome = outcomes[arrangement];
      if (!outcome) return [];
      const { alone, beside, rate } = outcome;
      const of = words[arrangement];
      return [
        {
          what: `${of}: customer's message to the browser, p95`,
          unit: "ms",
          own: beside.p95,
          reference: alone.p95,
          wanted: { of: "own", atMost: 250 },
        },
        {
          what: `${of}: lead list`,
          unit: "/s",
          own: beside.perSecond,
          reference: alone.perSecond,
          wanted: { of: "ratio", atLeast: 0.8 },
        },
        { what: `${of}: broadcast messages sent`, unit: "/s", own: rate },
      ];
    }),
  });
}

/** Customers write at an even rate; returns how long each message took to the socket. */
async function talk(
  port: number,
  { number, listener, owner }: { number: SandboxNumber; listener: Listener; owner: BenchDatabase["owner"] },
): Promise<number[]> {
  const { call, close } = openCaller(port, 16);
  listener.forget();
  const posted = new Map<string, number>();
  const answers: Promise<unknown>[] = [];
  for (let index = 0; index < perSecond * seconds; index += 1) {
    const customer = `8526${String(index % customers).padStart(7, "0")}`;
    const one = signedWebhook(number.account, customer);
    posted.set(one.messageId, performance.now());
    answers.push(call(one.call));
    await new Promise((resolve) => setTimeout(resolve, 1000 / perSecond));
  }
  await Promise.all(answers);
  for (let tries = 0; tries < 10 && listener.heard().length < posted.size; tries += 1)
    await listener.quiet(posted.size);
  close();
  const { rows } = await owner.query<{ id: string; wamid: string }>(
    "select message_id as id, provider_message_id as wamid from message where direction = 'in'",
  );
  const idOf = new Map(rows.map(({ id, wamid }) => [wamid, id]));
  const heardAt = new Map(listener.heard().map(({ messageId, at }) => [messageId, at]));
  return [...posted].map(([wamid, since]) => {
    const at = heardAt.get(idOf.get(wamid) ?? "");
    if (at === undefined) throw new Error("A message of a customer did not reach the browser");
    return at - since;
  });
}
