import { createServer } from "node:http";
import { buildOrganization, type TestOrganization } from "@homeroom/server/modules/organizations/for-tests";
import {
  acceptedRate,
  type SandboxNumber,
  startSandbox,
  untilStanding,
  warmUp,
  writeLeads,
  writeNumbers,
  writePlan,
} from "./broadcasts/through-sandbox.ts";
import { openCaller } from "./measure/callers.ts";
import { type BenchDatabase, withBenchDatabase } from "./measure/database.ts";
import { type Figure, report } from "./measure/figures.ts";
import { postmasterOf, processorSeconds } from "./measure/processor-time.ts";
import { freePort, type Program, startServer } from "./measure/programs.ts";

/** Messages of each plan of the upgraded number, and of the limited one. */
const messages = Number(process.env["BENCH_MESSAGES"] ?? 10_000);
const limited = Number(process.env["BENCH_LIMITED"] ?? 2000);
/** Messages a second that Meta accepts from an ordinary number. */
const ordinary = 80;

await withBenchDatabase(measure);

/**
 * Plans through the sandbox, a separate process that answers and reports like WhatsApp: with one server process, and with
 * two.
 */
async function measure(database: BenchDatabase): Promise<void> {
  const { access, owner } = database;
  const organization = await buildOrganization(database.db, "連鎖補習班");
  const [slow, fast, bare] = await writeNumbers(owner, organization, ["STANDARD", "HIGH", "HIGH"]);
  if (!slow || !fast || !bare) throw new Error("Three numbers are needed");
  const sandboxPort = await freePort();
  const server = { ownerUrl: access.ownerUrl, process: "all", serve: true } as const;
  const env = { WHATSAPP_API_URL: `http://127.0.0.1:${sandboxPort}` };
  const first = await startServer({ ...server, env });
  const webhookUrl = `http://127.0.0.1:${first.port}/api_webhook/WhatsApp/Callback`;
  const sink = await startSink();
  const sandbox = await startSandbox(
    [
      { ...slow, webhookUrl },
      { ...fast, webhookUrl },
      { ...bare, webhookUrl: sink.url },
    ],
    sandboxPort,
  );
  const programs = { server: first, sandbox, postmaster: await postmasterOf(owner) };
  await warmUp(owner, organization, fast);
  const reference = await bareLoop(sandboxPort, bare);
  const one = await run(owner, { organization, number: fast, series: 2, count: messages }, programs);
  const second = await startServer({ ...server, env });
  const two = await run(owner, { organization, number: fast, series: 3, count: messages }, programs);
  const single = await run(owner, { organization, number: slow, series: 1, count: limited }, programs);
  for (const program of [second, first, sandbox]) await program.stop();
  sink.stop();
  tell({ reference, single, one, two });
}

type RunResult = Awaited<ReturnType<typeof run>>;

function tell({
  reference,
  single,
  one,
  two,
}: {
  reference: number;
  single: RunResult;
  one: RunResult;
  two: RunResult;
}): void {
  const perThousand = (what: string, seconds: number): Figure => ({
    what: `processor time of ${what}, 1,000 messages and their statuses`,
    unit: "ms",
    own: (seconds / messages) * 1_000_000,
  });
  report({
    title: `Broadcasts through the sandbox, ${messages.toLocaleString("en")} messages`,
    against:
      "for an ordinary number WhatsApp's 80 a second; for one process a loop that posts the same bodies, 100 at a time; for two processes: one",
    figures: [
      {
        what: `messages of an ordinary number (${limited.toLocaleString("en")}), two processes`,
        unit: "/s",
        own: single.rate,
        reference: ordinary,
        wanted: { of: "ratio", atLeast: 0.98, atMost: 1.02 },
      },
      {
        what: "messages of an upgraded number, one process",
        unit: "/s",
        own: one.rate,
        reference,
        wanted: { of: "own", atLeast: 1000 },
      },
      {
        what: "messages of an upgraded number, two processes",
        unit: "/s",
        own: two.rate,
        reference: one.rate,
        wanted: { of: "ratio", atLeast: 1 },
      },
      { what: "messages sent and followed until delivered, one process", unit: "/s", own: one.followed },
      perThousand("the server", one.spent.server),
      perThousand("PostgreSQL", one.spent.postgres),
      perThousand("the sandbox", one.spent.sandbox),
    ],
  });
}

interface Run {
  organization: TestOrganization;
  number: SandboxNumber;
  /** Separate recipients for each run. */
  series: number;
  count: number;
}

interface Programs {
  server: Program;
  sandbox: Program;
  postmaster: number;
}

/** A plan from its start until its last message was delivered. */
async function run(
  owner: BenchDatabase["owner"],
  { organization, number, series, count }: Run,
  programs: Programs,
): Promise<{ rate: number; followed: number; spent: ReturnType<typeof spentBy> }> {
  const phones = await writeLeads(owner, organization, { first: 900_000_000 + series * 1_000_000, count });
  await owner.query("analyze");
  const of = { organizationId: organization.organizationId, branchId: organization.branchIds[0] };
  const before = spentBy(programs);
  const planId = await writePlan(owner, of, { channelId: number.channelId, phones });
  await untilStanding(owner, [planId], ({ accepted }) => accepted > 0);
  const start = performance.now();
  await untilStanding(owner, [planId], ({ delivered }) => delivered === count);
  const followed = count / ((performance.now() - start) / 1000);
  const after = spentBy(programs);
  return {
    rate: await acceptedRate(owner, [planId]),
    followed,
    spent: {
      server: after.server - before.server,
      sandbox: after.sandbox - before.sandbox,
      postgres: after.postgres - before.postgres,
    },
  };
}

function spentBy({ server, sandbox, postmaster }: Programs) {
  return {
    server: processorSeconds(server.pid),
    sandbox: processorSeconds(sandbox.pid),
    postgres: processorSeconds(postmaster, true),
  };
}

/** Posts the bodies of such a plan and nothing else. */
async function bareLoop(port: number, { account }: SandboxNumber): Promise<number> {
  const path = `/v25.0/${account.phoneNumberId}/messages`;
  const headers = { authorization: `Bearer ${account.accessToken}`, "content-type": "application/json" };
  const parameters = ["週六", "週六", "週六"].map((text) => ({ type: "text", text }));
  const template = {
    ...{ name: "trial_class_reminder", language: { policy: "deterministic", code: "zh_TW" } },
    components: [{ type: "body", parameters }],
  };
  let next = 0;
  const start = performance.now();
  const { call, close } = openCaller(port, 100);
  const work = async () => {
    while (next < messages) {
      const to = String(886_800_000_000 + next);
      next += 1;
      const body = { messaging_product: "whatsapp", recipient_type: "individual", to, type: "template", template };
      const answer = await call({ path, headers, body: Buffer.from(JSON.stringify(body)) });
      if (answer.status !== 200) throw new Error(`The sandbox answered ${answer.status}: ${answer.body.toString()}`);
    }
  };
  await Promise.all(Array.from({ length: 100 }, work));
  close();
  return messages / ((performance.now() - start) / 1000);
}

/** Takes the statuses of the loop. */
async function startSink(): Promise<{ url: string; stop(): void }> {
  const port = await freePort();
  const server = createServer((request, response) => {
    request.resume();
    request.on("end", () => response.end());
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${port}/`, stop: () => void server.close() };
}
