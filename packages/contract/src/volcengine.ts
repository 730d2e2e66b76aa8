import { z } from "zod";
import { AdAccount, AdAccountForm, AdBindingForm, AdExportRequest, AdListRequest, AdPage } from "./campaigns.ts";
import { endpoint } from "./endpoint.ts";
import { RecordId } from "./ids.ts";

/** `refused`: Volcengine no longer accepts the keys. */
export const volcengineStates = ["ok", "expired", "refused"] as const;
export type VolcengineState = (typeof volcengineStates)[number];

const VolcengineSetting = z.object({
  /** False: this installation has no app at Volcengine. */
  available: z.boolean(),
  /** The organisation's connection; null if there is none. */
  connection: z
    .object({
      state: z.enum(volcengineStates),
      connectedAt: z.string(),
      /** When it expires if unused; every use extends it. */
      expiresAt: z.string(),
    })
    .nullable(),
  /** Whether this account may connect and disconnect, which affects all branches. */
  mayConnect: z.boolean(),
});
export type VolcengineSetting = z.infer<typeof VolcengineSetting>;

const failures = ["FEATURE_NOT_SET_UP", "VOLCENGINE_REFUSED", "VOLCENGINE_UNAVAILABLE"] as const;

/**
 * The campaigns of Volcengine's advertising (Ocean Engine), shown like those of Meta: its projects are campaigns, its
 * promotions ads.
 */
export const volcengine = {
  campaignList: endpoint("POST /api_webhook/Volcengine/CampaignList", {
    summary: "Volcengine's projects with their figures for a range of days, and the totals of all filtered rows.",
    access: "ad:volcengine:query",
    request: AdListRequest,
    response: AdPage,
  }),
  adsetList: endpoint("POST /api_webhook/Volcengine/AdsetList", {
    summary: "The level between projects and promotions, which contains each project once.",
    access: "ad:volcengine:query",
    request: AdListRequest,
    response: AdPage,
  }),
  adList: endpoint("POST /api_webhook/Volcengine/AdList", {
    summary: "Volcengine's promotions with their figures for a range of days, and the totals of all filtered rows.",
    access: "ad:volcengine:query",
    request: AdListRequest,
    response: AdPage,
  }),
  accounts: endpoint("GET /api_webhook/Volcengine/AccountList", {
    summary: "The advertisers that Volcengine lists, which of them are fetched, and how far that is.",
    access: "ad:volcengine:query",
    request: z.object({}),
    response: z.object({ list: z.array(AdAccount) }),
  }),
  sync: endpoint("GET /api_webhook/Volcengine/Sync", {
    summary:
      "Fetches the campaigns and figures of all chosen advertisers now. While that runs, repeating it changes nothing.",
    access: "ad:volcengine:sync",
    request: z.object({}),
    response: z.null(),
    errors: ["FEATURE_NOT_SET_UP"],
  }),
  bind: endpoint("POST /api_webhook/Volcengine/BindLandingPage", {
    summary: "Binds a landing page to an ad: from now on the page's leads count for it. Repeating it changes nothing.",
    access: "ad:volcengine:edit",
    request: AdBindingForm,
    response: z.null(),
    errors: ["CAMPAIGN_PAGE_BOUND_TO_OTHER_AD", "CAMPAIGN_AD_ALREADY_BOUND"],
  }),
  unbind: endpoint("GET /api_webhook/Volcengine/UnbindLandingPage", {
    summary: "Ends the binding of an ad. The leads that the page has brought still count for the ad.",
    access: "ad:volcengine:edit",
    request: z.object({ recordID: RecordId }),
    response: z.null(),
  }),
  export: endpoint("POST /api_webhook/Volcengine/ExportList", {
    summary: "The rows of a list, as a workbook or CSV.",
    access: "ad:volcengine:query",
    request: AdExportRequest,
    response: z.null(),
    answer: "binary",
    errors: ["TOO_MANY_REQUESTS"],
  }),
  setting: endpoint("GET /api_webhook/Volcengine/Setting", {
    summary: "The state of the organisation's connection with Volcengine.",
    access: "ad:volcengine:query",
    request: z.object({}),
    response: VolcengineSetting,
  }),
  authUrl: endpoint("GET /api_webhook/Volcengine/AuthUrl", {
    summary: "The address where a person signs in at Volcengine; they return to its campaigns screen with a code.",
    access: "ad:volcengine:edit",
    request: z.object({}),
    response: z.object({ url: z.string() }),
    errors: ["FEATURE_NOT_SET_UP"],
  }),
  connect: endpoint("POST /api_webhook/Volcengine/Connect", {
    summary: "Connects the organisation with Volcengine, with the code from a person's sign-in there.",
    access: "ad:volcengine:edit",
    request: z.object({ code: z.string().min(1).max(2000), state: z.string().min(1).max(200) }),
    response: z.null(),
    errors: [...failures, "VOLCENGINE_SIGN_IN_ENDED"],
  }),
  reload: endpoint("POST /api_webhook/Volcengine/Reload", {
    summary: "Fetches the list of advertisers from Volcengine again.",
    access: "ad:volcengine:sync",
    request: z.object({}),
    response: z.null(),
    errors: [...failures],
  }),
  disconnect: endpoint("POST /api_webhook/Volcengine/Disconnect", {
    summary: "Ends the connection with Volcengine: its keys are removed. Fetched figures stay.",
    access: "ad:volcengine:edit",
    request: z.object({}),
    response: z.null(),
  }),
  saveAccount: endpoint("POST /api_webhook/Volcengine/UpdateAccount", {
    summary: "Sets whether the campaigns of an advertiser are fetched, and which branch sees them.",
    access: "ad:volcengine:edit",
    request: AdAccountForm,
    response: z.null(),
    errors: ["STALE_DATA"],
  }),
};
