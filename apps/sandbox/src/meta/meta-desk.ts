import { createHmac, randomBytes } from "node:crypto";
import { toMetaJson } from "../whatsapp/signed-json.ts";
import type { SandboxLevel } from "./ad-figures.ts";
import { demoToken, metaApp, type ReadyAdAccount, type ReadyPage, readyPages } from "./ready-business.ts";

/** The failures that Meta can be made to answer. */
export const metaFailures = ["reconnect", "rateLimited", "unavailable", "refused"] as const;
export type MetaFailure = (typeof metaFailures)[number];

export interface SandboxLead {
  id: string;
  page: ReadyPage;
  createdAt: Date;
  adId: string;
  fields: { name: string; values: string[] }[];
}

/** A report that is being made. */
export interface SandboxReport {
  id: string;
  account: ReadyAdAccount;
  level: SandboxLevel;
  since: string;
  until: string;
  /** How many more checks find it still running. */
  asksLeft: number;
  fails: boolean;
}

const scopes = [
  "leads_retrieval",
  "pages_show_list",
  "pages_read_engagement",
  "pages_manage_metadata",
  "pages_manage_ads",
  "ads_read",
];

/** Meta from the view of one business: its sign-ins, its subscribed pages, and the sent leads. */
export class MetaDesk {
  readonly codes = new Map<string, { redirectUri: string }>();
  /** Valid access tokens; at first only that of the demo's connection. */
  readonly tokens = new Set<string>([demoToken]);
  readonly leads: SandboxLead[] = [];
  /** Pages that call the product for each lead. */
  readonly subscribed = new Set<string>(readyPages.slice(0, 1).map(({ id }) => id));
  /** Events of the Conversions API, each once. */
  readonly conversions = new Map<string, object>();
  readonly reports = new Map<string, SandboxReport>();
  /** How many checks find a report still running, how many of the next ones fail, and the longest range allowed. */
  reportAsks = 1;
  failingReports = 0;
  mostReportDays = 90;
  /** The used share of the rate limit. */
  usedPercent = 10;
  trouble: MetaFailure | null = null;
  granted: readonly string[] = scopes;
  /** Lifetime of a key in seconds. */
  keySeconds = 60 * 86_400;
  readonly #callTo: string;
  #lastReport = 800_000_000_000_000_000n;
  #lastLead = 700_000_000_000_000_000n;

  constructor(callTo: string) {
    this.#callTo = callTo;
  }

  newCode(redirectUri: string): string {
    const code = randomBytes(16).toString("hex");
    this.codes.set(code, { redirectUri });
    return code;
  }

  newToken(): string {
    const token = `EAA${randomBytes(24).toString("base64url")}`;
    this.tokens.add(token);
    return token;
  }

  addReport(wanted: Pick<SandboxReport, "account" | "level" | "since" | "until">): SandboxReport {
    this.#lastReport += 1n;
    const fails = this.failingReports > 0;
    if (fails) this.failingReports -= 1;
    const report = { ...wanted, id: String(this.#lastReport), asksLeft: this.reportAsks, fails };
    this.reports.set(report.id, report);
    return report;
  }

  pageOf(token: string): ReadyPage | undefined {
    return readyPages.find((page) => page.token === token);
  }

  addLead(
    page: ReadyPage,
    { fields, adId, agoMs }: { fields: SandboxLead["fields"]; adId: string; agoMs: number },
  ): SandboxLead {
    this.#lastLead += 1n;
    const lead = { id: String(this.#lastLead), page, createdAt: new Date(Date.now() - agoMs), adId, fields };
    this.leads.push(lead);
    return lead;
  }

  /** Calls the product for a lead, as often as requested; returns the statuses. */
  async call(lead: SandboxLead, { times, forged }: { times: number; forged: boolean }): Promise<number[]> {
    // Ids are numbers here, longer than a JavaScript number can be.
    const value = {
      leadgen_id: lead.id,
      page_id: lead.page.id,
      form_id: lead.page.formId,
      ad_id: lead.adId || undefined,
    };
    const time = Math.floor(lead.createdAt.getTime() / 1000);
    const change = { field: "leadgen", value: { ...value, created_time: time } };
    const body = toMetaJson({ object: "page", entry: [{ id: lead.page.id, time, changes: [change] }] }).replace(
      /"(\d{15,})"/g,
      "$1",
    );
    const signature = createHmac("sha256", forged ? "another secret" : metaApp.appSecret)
      .update(body)
      .digest("hex");
    const answers: number[] = [];
    for (let time = 0; time < times; time += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, as Meta repeats them
      const { status } = await fetch(`${this.#callTo}/api_webhook/Meta/Callback`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-hub-signature-256": `sha256=${signature}` },
        body,
      });
      answers.push(status);
    }
    return answers;
  }

  /** Sends a lead like Google's lead forms; returns the status. */
  async callForGoogle(lead: object): Promise<number> {
    const { status } = await fetch(`${this.#callTo}/api_webhook/Google/Lead`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(lead),
    });
    return status;
  }
}
