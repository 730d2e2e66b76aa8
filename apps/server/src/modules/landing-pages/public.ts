import { hourlyRemoval, untilDone } from "#platform/jobs/scheduled-work";
import type { Platform, ServerModule } from "#platform/server-module";
import { checkNextDomain, type LookUpNames, namesInDns } from "./domain/actions/check-domain.ts";
import { ownHosts } from "./domain/queries/own-hosts.ts";
import { answerCaddy, bindLandingDomainRoutes } from "./domain/routes.ts";
import { queueForgottenEntries } from "./intake/actions/replay-entries.ts";
import { sentSpool } from "./intake/actions/spool-sent.ts";
import { emptyOldEntries } from "./intake/actions/store-sent.ts";
import { takeFromVisitors } from "./intake/routes.ts";
import { landingJobs, landingReactions } from "./jobs.ts";
import { answerLiff } from "./liff/routes.ts";
import type { LineLogin, LineTracker } from "./port.ts";
import { answerPreviews, bindPreviewRoutes } from "./preview/routes.ts";
import {
  bindLandingEntryRoutes,
  bindLandingPageRoutes,
  bindLandingSplitRoutes,
  bindLineTrackingRoutes,
} from "./routes.ts";
import { viewCounter } from "./serving/actions/count-views.ts";
import { livePages } from "./serving/queries/live-pages.ts";
import { guardOwnHosts, knownPages, type Serving, servePages } from "./serving/routes.ts";
import { sendNextTracked } from "./tracking/actions/send-tracked.ts";
import { removeOldDeliveries } from "./webhook/actions/deliver.ts";
import { bindLandingWebhookRoutes } from "./webhook/routes.ts";

export { type Visit, visitsOfLead } from "./intake/queries.ts";
export { liffEndpoint } from "./liff/rules/liff-address.ts";
export { loadPage, namedPages } from "./queries/pages.ts";
export { categoriesOfPages, livePagesOfBranch, picturesOfPages } from "./queries/uses.ts";

interface Providers {
  /** Asks DNS for the CNAME records of organisations' own hosts. */
  lookUp?: LookUpNames;
  /** Reports to LINE tags. */
  tracker?: LineTracker | null;
  /** Says which LINE user a token is for. */
  login?: LineLogin | null;
}

/** Landing pages: made by staff, shown to visitors at an address of their own, and a source of leads. */
export function landingPagesModule(
  platform: Platform,
  { lookUp = namesInDns, tracker = null, login = null }: Providers = {},
): ServerModule {
  const { db } = platform;
  const pages = livePages(platform);
  const hosts = ownHosts(db);
  const views = viewCounter(db, platform.log);
  const serving: Serving = { platform, pages, hosts, views, everyAnswer: null };
  return {
    name: "landing-pages",
    routes(bind) {
      bindLandingPageRoutes(bind, platform);
      bindLandingWebhookRoutes(bind, platform);
      bindLandingEntryRoutes(bind, platform);
      bindLandingSplitRoutes(bind, platform);
      bindLandingDomainRoutes(bind, platform, lookUp);
      bindPreviewRoutes(bind, platform);
      bindLineTrackingRoutes(bind, platform, tracker);
    },
    answerAtOnce: knownPages(serving),
    guard(app) {
      app.addHook("onClose", () => views.close());
      guardOwnHosts(app, serving);
    },
    async callbacks(app) {
      answerPreviews(app, platform);
    },
    async pages(app) {
      await app.register(async (scope) => {
        const keeper = sentSpool(platform);
        scope.addHook("onClose", async () => keeper.close());
        servePages(scope, serving);
        answerCaddy(scope, hosts.find);
        takeFromVisitors(scope, { platform, find: pages.find, keeper });
        if (login) answerLiff(scope, platform, login);
      });
    },
    jobs: landingJobs(platform),
    reactions: landingReactions,
    schedule: scheduled(platform, { lookUp, tracker }),
  };
}

/** The scheduled work. */
function scheduled(
  platform: Platform,
  { lookUp, tracker }: { lookUp: LookUpNames; tracker: LineTracker | null },
): NonNullable<ServerModule["schedule"]> {
  const { db } = platform;
  return [
    hourlyRemoval("landing entries", () => emptyOldEntries(db)),
    hourlyRemoval("landing deliveries", () => removeOldDeliveries(db)),
    {
      name: "forms that wait",
      everySeconds: 3600,
      run: (stop) => untilDone(stop, () => queueForgottenEntries(db)),
    },
    {
      name: "own hosts of pages",
      everySeconds: 300,
      run: (stop) => untilDone(stop, () => checkNextDomain(platform, lookUp)),
    },
    ...(tracker
      ? [
          {
            name: "conversions for LINE",
            everySeconds: 30,
            run: (stop: AbortSignal) => untilDone(stop, () => sendNextTracked(platform, tracker)),
          },
        ]
      : []),
  ];
}
