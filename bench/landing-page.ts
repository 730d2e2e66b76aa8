import { mkdtempSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { pageScriptPath } from "@homeroom/contract/page-design/render-page";
import { callInTurns, openCaller } from "./measure/callers.ts";
import { startBenchDatabase } from "./measure/database.ts";
import { report } from "./measure/figures.ts";
import { startReference, startServer } from "./measure/programs.ts";
import { pagePath, publishPage } from "./page/published-page.ts";

const callers = 32;
const seconds = Number(process.env["BENCH_SECONDS"] ?? 15);
const headers = { "accept-encoding": "gzip", "user-agent": "Mozilla/5.0 (iPhone)" };
const next = () => ({ method: "GET" as const, path: pagePath, headers, body: Buffer.alloc(0) });

const base = await startBenchDatabase();
const folder = mkdtempSync(join(tmpdir(), "homeroom-bench-page-"));
try {
  const file = join(folder, "page.gz");
  const html = await publishPage(base);
  writeFileSync(file, gzipSync(html, { level: 9 }));
  const bare = await startReference(join(import.meta.dirname, "page/bare-page.ts"), { PAGE_FILE: file });
  const reference = await callInTurns(bare.port, { callers, seconds, next });
  await bare.stop();
  const product = await startServer({ ownerUrl: base.access.ownerUrl, process: "api", serve: true });
  const own = await callInTurns(product.port, { callers, seconds, next });
  const caller = openCaller(product.port, 1);
  const script = (await caller.call({ ...next(), path: pageScriptPath, headers: {} })).body;
  const page = (await caller.call(next())).body;
  caller.close();
  await product.stop();
  report({
    title: `A published page from one api process, ${callers} connections, the visitors on the same machine`,
    against: "the same bytes from Node's own HTTP server",
    figures: [
      {
        what: "pages answered",
        unit: "/s",
        own: own.perSecond,
        reference: reference.perSecond,
        wanted: { of: "own", atLeast: 3000 },
      },
      { what: "answer, median", unit: "ms", own: own.p50, reference: reference.p50 },
      { what: "answer, p95", unit: "ms", own: own.p95, reference: reference.p95 },
      { what: "page, gzipped", unit: "KB", own: page.length / 1024 },
      { what: "script, plain", unit: "KB", own: script.length / 1024, wanted: { of: "own", atMost: 15 } },
    ],
  });
} finally {
  await base.stop();
  await rm(folder, { recursive: true, force: true });
}
