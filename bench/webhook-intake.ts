import { join } from "node:path";
import { callInTurns } from "./measure/callers.ts";
import { startBenchDatabase } from "./measure/database.ts";
import { type Figure, report } from "./measure/figures.ts";
import { startReference, startServer } from "./measure/programs.ts";
import { signedWebhook } from "./webhook/signed-webhook.ts";
import { buildTalkingCentre } from "./webhook/talking-centre.ts";

const callers = 32;
const seconds = Number(process.env["BENCH_SECONDS"] ?? 15);

const base = await startBenchDatabase();
try {
  const { number } = await buildTalkingCentre(base, 1, { managers: 0, sales: 5 });
  const next = (index: number) => signedWebhook(number, `8526${String(index % 5000).padStart(7, "0")}`).call;

  const bare = await startReference(join(import.meta.dirname, "webhook/bare-intake.ts"), {
    DATABASE_URL: base.access.ownerUrl,
    SECRETS: JSON.stringify({ [number.phoneNumberId]: number.appSecret }),
  });
  const reference = await callInTurns(bare.port, { callers, seconds, next });
  await bare.stop();
  const product = await startServer({ ownerUrl: base.access.ownerUrl, process: "api", serve: true });
  const own = await callInTurns(product.port, { callers, seconds, next });
  await product.stop();
  const { rows } = await base.owner.query<{ kept: number }>("select count(*)::int as kept from inbound_delivery");
  const lost = Math.max(0, own.calls - (rows[0]?.kept ?? 0));

  const figures: Figure[] = [
    {
      what: "webhooks accepted",
      unit: "/s",
      own: own.perSecond,
      reference: reference.perSecond,
      wanted: { of: "own", atLeast: 1000 },
    },
    { what: "answer, median", unit: "ms", own: own.p50, reference: reference.p50, wanted: { of: "own", atMost: 25 } },
    { what: "answer, p95", unit: "ms", own: own.p95, reference: reference.p95 },
    { what: "answered but not stored", unit: "", own: lost, wanted: { of: "own", atMost: 0 } },
  ];
  report({
    title: `WhatsApp webhooks into one api process, ${callers} connections, the sender on the same machine`,
    against: "a bare Fastify handler that verifies the signature and inserts one row for each request",
    figures,
  });
} finally {
  await base.stop();
}
