import type { FastifyInstance } from "fastify";
import { type MetaDesk, metaFailures } from "./meta-desk.ts";
import { readyPages } from "./ready-business.ts";

interface LeadOrder {
  pageID?: string;
  fields?: Record<string, string>;
  adID?: string;
  /** The call is lost: the product must poll. */
  silent?: boolean;
  times?: number;
  forged?: boolean;
  minutesAgo?: number;
}

/** Meta's behaviour from now on; omitted settings of reports return to the default. */
interface Switches {
  trouble: string | null;
  granted: string[];
  keySeconds: number;
  /** How often a report is still running when checked, and how many of the next ones fail. */
  reportAsks: number;
  failingReports: number;
  /** The longest range that a report may have. */
  mostReportDays: number;
  /** The used share of the rate limit. */
  usedPercent: number;
}

/** The API with which tests and testers control the stand-ins for Meta and Google. Not part of any provider. */
export async function controlMetaRoutes(app: FastifyInstance, { desk }: { desk: MetaDesk }): Promise<void> {
  app.get("/state", async () => ({
    trouble: desk.trouble,
    subscribed: [...desk.subscribed],
    leads: desk.leads.length,
    reports: desk.reports.size,
  }));
  app.put<{ Body: Partial<Switches> | null }>("/switches", async ({ body }) => {
    desk.trouble = metaFailures.find((one) => one === body?.trouble) ?? null;
    desk.granted = body?.granted ?? desk.granted;
    desk.keySeconds = body?.keySeconds ?? desk.keySeconds;
    desk.reportAsks = body?.reportAsks ?? 1;
    desk.failingReports = body?.failingReports ?? 0;
    desk.mostReportDays = body?.mostReportDays ?? 90;
    desk.usedPercent = body?.usedPercent ?? 10;
    return { trouble: desk.trouble };
  });
  app.get("/conversions", async () => [...desk.conversions.values()]);
  app.delete("/conversions", async () => {
    desk.conversions.clear();
    return { conversions: 0 };
  });
  app.delete("/leads", async () => {
    desk.leads.length = 0;
    return { leads: 0 };
  });
  app.post<{ Body: LeadOrder | null }>("/leads", async ({ body }, reply) => {
    const { pageID, fields = {}, adID = "", silent, times = 1, forged = false, minutesAgo = 0 } = body ?? {};
    const page = readyPages.find(({ id }) => id === (pageID ?? readyPages[0]?.id));
    if (!page) return reply.code(404).send({ error: "no such page" });
    const filled = Object.entries(fields).map(([name, value]) => ({ name, values: [value] }));
    const lead = desk.addLead(page, { fields: filled, adId: adID, agoMs: minutesAgo * 60_000 });
    // Meta calls only for pages that have subscribed.
    const isCalled = !silent && desk.subscribed.has(page.id);
    return { leadID: lead.id, answered: isCalled ? await desk.call(lead, { times, forged }) : [] };
  });
  app.post<{ Body: { lead?: object } | null }>("/google-leads", async ({ body }) => ({
    answered: await desk.callForGoogle(body?.lead ?? {}),
  }));
}
