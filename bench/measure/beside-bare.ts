import { type Call, callInTurns, type Load } from "./callers.ts";
import type { BenchDatabase } from "./database.ts";
import type { Figure } from "./figures.ts";
import { startServer } from "./programs.ts";
import { callTo, callToBare, type RecordedCall, startBareServer } from "./recorded-calls.ts";

/** Calls that are measured together, and their p95 target. */
export interface Series {
  name: string;
  calls: readonly RecordedCall[];
  wantedMs: number;
}

/** The description of the reference in `besideBare`. */
export const bareStatements = "the same statements, as the product sent them, in a bare Fastify and pg handler";

/** Measures each series with the product and with a bare server that sends the same statements, one caller at a time. */
export async function besideBare(
  database: BenchDatabase,
  series: readonly Series[],
  seconds: number,
): Promise<Figure[]> {
  const { product, bare, stop } = await startBoth(database, series);
  const figures: Figure[] = [];
  for (const { name, calls, wantedMs } of series) {
    const own = await load(product.port, { calls: calls.map(callTo), callers: 1, seconds });
    const reference = await load(bare.port, { calls: calls.map(callToBare), callers: 1, seconds });
    figures.push(...percentiles(name, { own, reference }, { of: "own", atMost: wantedMs }));
  }
  await stop();
  return figures;
}

/** The product, and the bare server that sends the same statements for these calls. */
export async function startBoth(database: BenchDatabase, series: readonly { calls: readonly RecordedCall[] }[]) {
  const bare = await startBareServer(
    database,
    series.flatMap(({ calls }) => calls),
  );
  const product = await startServer({ ownerUrl: database.access.ownerUrl, process: "api", serve: true });
  return { product, bare, stop: () => Promise.all([product.stop(), bare.stop()]) };
}

/** The measurements of callers that make these calls in rotation. */
export function load(
  port: number,
  { calls, callers, seconds }: { calls: readonly Call[]; callers: number; seconds: number },
): Promise<Load> {
  return callInTurns(port, { callers, seconds, next: (index) => calls[index % calls.length] as Call });
}

/** The median and the p95 compared with the reference; `wanted` is the p95 target. */
export function percentiles(
  name: string,
  { own, reference }: { own: Load; reference: Load },
  wanted?: Figure["wanted"],
): Figure[] {
  return [
    { what: `${name}, p50`, unit: "ms", own: own.p50, reference: reference.p50 },
    { what: `${name}, p95`, unit: "ms", own: own.p95, reference: reference.p95, ...(wanted && { wanted }) },
  ];
}
