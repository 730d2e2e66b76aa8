import { mkdtempSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { pageScriptPath, renderPage } from "@homeroom/contract/page-design/render-page";
import { sectionsOfTemplate } from "@homeroom/contract/page-design/templates";
import { buildOrganization } from "@homeroom/server/modules/organizations/for-tests";
import { v7 } from "uuid";
import { callInTurns, openCaller } from "./measure/callers.ts";
import { type BenchDatabase, startBenchDatabase } from "./measure/database.ts";
import { report } from "./measure/figures.ts";
import { startReference, startServer } from "./measure/programs.ts";

const callers = 32;
const seconds = Number(process.env["BENCH_SECONDS"] ?? 15);
const path = "/p/bench/summer";
const headers = { "accept-encoding": "gzip", "user-agent": "Mozilla/5.0 (iPhone)" };
const next = () => ({ method: "GET" as const, path, headers, body: Buffer.alloc(0) });

const base = await startBenchDatabase();
const folder = mkdtempSync(join(tmpdir(), "homeroom-bench-page-"));
try {
  const file = join(folder, "page.gz");
  const html = await buildPage(base);
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

/** A page of the summer-camp template, published; answers its HTML. */
async function buildPage({ db, owner }: BenchDatabase): Promise<string> {
  const { organizationId, branchIds } = await buildOrganization(db, "補習班");
  const [pageId, versionId] = [v7(), v7()];
  const content = {
    ...{ name: "夏令營", theme: "camp" as const, language: "zh-tw" as const, title: "夏令營", description: "" },
    ...{ sections: sectionsOfTemplate("camp", "zh-tw"), buttonAction: "form" as const, consentText: "" },
  };
  const html = renderPage(content, {
    ...{ url: "", path, version: 1, pictures: new Map(), script: pageScriptPath, sharePicture: null, icon: null },
    ...{ trackingCode: "", editing: false },
  });
  await owner.query("insert into landing_site (organization_id, site_name) values ($1, 'bench')", [organizationId]);
  await owner.query(
    `insert into landing_page (organization_id, page_id, branch_id, name, url_name, theme, language, button_action,
       published_revision, published_at, live_version_id, sections)
     values ($1, $2, $3, '夏令營', 'summer', 'camp', 'zh-tw', 'form', 1, now(), $4, $5)`,
    [organizationId, pageId, branchIds[0], versionId, JSON.stringify(content.sections)],
  );
  await owner.query(
    `insert into landing_version (organization_id, version_id, page_id, number, content, html, picture_ids, has_tracking)
     select organization_id, $2, page_id, 1, to_jsonb(page), $3, '{}', false from landing_page page where page_id = $1`,
    [pageId, versionId, html],
  );
  return html;
}
