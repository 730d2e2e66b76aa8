import type { FastifyInstance, FastifyRequest } from "fastify";
import { insightsOf, itemsOf } from "./ad-figures.ts";
import type { MetaDesk, SandboxReport } from "./meta-desk.ts";
import { type ReadyAdAccount, readyAdAccounts } from "./ready-business.ts";
import { MetaRefusal } from "./refusals.ts";

type Id = { Params: { id: string }; Querystring: Record<string, string> };

const edges = { campaigns: "campaign", adsets: "adset", ads: "ad" } as const;

/** Ad accounts, their items, and reports. `checkToken` rejects a caller who has not signed in. */
export function adsRoutes(app: FastifyInstance, desk: MetaDesk, checkToken: (request: FastifyRequest) => void): void {
  app.get("/me/adaccounts", async (request) => {
    checkToken(request);
    return {
      data: readyAdAccounts.map(({ id, name, currency, timeZone }) => ({
        id: `act_${id}`,
        account_id: id,
        name,
        currency,
        timezone_name: timeZone,
      })),
    };
  });
  for (const [edge, level] of Object.entries(edges)) {
    app.get<Id>(`/:id/${edge}`, async (request) => {
      checkToken(request);
      const items = itemsOf(accountOf(request.params.id)).filter((item) => item.level === level);
      return pageOf(items.map(describeItem), request.query);
    });
  }
  app.post<Id>("/:id/insights", async (request) => {
    checkToken(request);
    return { report_run_id: startReport(desk, request).id };
  });
  app.get<Id>("/:id/insights", async (request, reply) => {
    checkToken(request);
    const report = reportOf(desk, request.params.id);
    if (report.asksLeft > 0) throw new MetaRefusal("unknownObject");
    void reply.headers(usageOf(desk));
    return pageOf(rowsOf(report), request.query);
  });
}

/** The progress of a report; undefined for an unknown id. Each check advances it. */
export function lookAtReport(
  desk: MetaDesk,
  id: string,
): { body: object; headers: Record<string, string> } | undefined {
  const report = desk.reports.get(id);
  if (!report) return undefined;
  const isDone = report.asksLeft <= 0;
  report.asksLeft -= 1;
  const failed = isDone && report.fails;
  const status = failed ? "Job Failed" : isDone ? "Job Completed" : "Job Running";
  return {
    body: { id, async_status: status, async_percent_completion: isDone ? 100 : 50 },
    headers: usageOf(desk),
  };
}

function startReport(desk: MetaDesk, request: FastifyRequest<Id>): SandboxReport {
  const account = accountOf(request.params.id);
  const fields = request.body as Record<string, string>;
  const range = JSON.parse(fields["time_range"] ?? "{}") as { since?: string; until?: string };
  const level = Object.values(edges).find((one) => one === fields["level"]);
  if (!level || !range.since || !range.until || fields["time_increment"] !== "1")
    throw new MetaRefusal("unknownObject");
  const days = (Date.parse(range.until) - Date.parse(range.since)) / 86_400_000 + 1;
  if (days > desk.mostReportDays) throw new MetaRefusal("tooMuch");
  return desk.addReport({ account, level, since: range.since, until: range.until });
}

function rowsOf({ account, level, since, until }: SandboxReport): object[] {
  const items = itemsOf(account).filter((item) => item.level === level);
  const rows: object[] = [];
  for (let at = Date.parse(since); at <= Date.parse(until); at += 86_400_000) {
    const day = new Date(at).toISOString().slice(0, 10);
    rows.push(...items.map((item) => insightsOf(item, day, account)));
  }
  return rows;
}

function pageOf(rows: readonly object[], { limit = "25", after = "0" }: Record<string, string>): object {
  const end = Number(after) + Number(limit);
  const data = rows.slice(Number(after), end);
  const next = end < rows.length ? { next: "https://graph.facebook.com/next" } : {};
  return { data, paging: { cursors: { before: after, after: String(end) }, ...next } };
}

function describeItem({ id, name, status, path }: ReturnType<typeof itemsOf>[number]): object {
  const parents = path.slice(0, -1).map((one) => [`${one.level}_id`, one.id] as const);
  return { id, name, effective_status: status, ...Object.fromEntries(parents) };
}

function usageOf(desk: MetaDesk): Record<string, string> {
  return {
    "x-fb-ads-insights-throttle": JSON.stringify({
      app_id_util_pct: desk.usedPercent,
      acc_id_util_pct: desk.usedPercent,
      ads_api_access_tier: "standard_access",
    }),
  };
}

function accountOf(id: string): ReadyAdAccount {
  const account = readyAdAccounts.find((one) => `act_${one.id}` === id);
  if (!account) throw new MetaRefusal("unknownObject");
  return account;
}

function reportOf(desk: MetaDesk, id: string): SandboxReport {
  const report = desk.reports.get(id);
  if (!report) throw new MetaRefusal("unknownObject");
  return report;
}
