import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { RecordId } from "./ids.ts";

/** `verifying`: its DNS does not point to us yet. `failed`: it no longer does, or it never did within a week. */
export const domainStates = ["verifying", "ok", "failed"] as const;
export type DomainState = (typeof domainStates)[number];

/** `none`: the host has no CNAME record. `elsewhere`: it names another host. `unreachable`: DNS did not answer. */
export const domainProblems = ["none", "elsewhere", "unreachable"] as const;
export type DomainProblem = (typeof domainProblems)[number];

export const maxDomains = 10;

const Domain = z.object({
  recordID: RecordId,
  host: z.string(),
  state: z.enum(domainStates),
  problem: z.enum(domainProblems).nullable(),
  checkTime: z.string().nullable(),
});
export type Domain = z.infer<typeof Domain>;

const recordID = z.object({ recordID: RecordId });

/** The organisation's own host names, at which its landing pages can be opened. */
export const landingDomains = {
  list: endpoint("GET /api_webhook/LandingPage/DomainList", {
    summary: "The organisation's own host names for pages, and the target that their CNAME records must have.",
    access: "ad:landing:query",
    request: z.object({}),
    response: z.object({
      /** Null: this installation has no host for pages. */
      target: z.string().nullable(),
      list: z.array(Domain),
    }),
  }),
  add: endpoint("POST /api_webhook/LandingPage/AddDomain", {
    summary: "Adds a host name. Repeating it changes nothing.",
    access: "ad:landing:domain",
    request: z.object({ host: z.string().trim().min(1).max(253) }),
    response: recordID,
    errors: ["SETTING_LIMIT_REACHED"],
  }),
  verify: endpoint("GET /api_webhook/LandingPage/VerifyDomain", {
    summary: "Checks whether the CNAME record of a host name points to us now.",
    access: "ad:landing:domain",
    request: recordID,
    response: z.object({ state: z.enum(domainStates), problem: z.enum(domainProblems).nullable() }),
    errors: ["TOO_MANY_REQUESTS"],
  }),
  remove: endpoint("GET /api_webhook/LandingPage/DeleteDomain", {
    summary: "Removes a host name. Its pages are at the product's own host from then on.",
    access: "ad:landing:domain",
    request: recordID,
    response: z.null(),
  }),
};
