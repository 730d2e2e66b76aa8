import { hourlyRemoval, untilDone } from "#platform/jobs/scheduled-work";
import type { Platform, ServerModule } from "#platform/server-module";
import { queueDueSyncs } from "./campaigns/actions/ask-sync.ts";
import { syncNextStep } from "./campaigns/actions/sync-next-step.ts";
import { fetchedPlatforms } from "./campaigns/queries/accounts.ts";
import { bindCampaignRoutes } from "./campaigns/routes.ts";
import { sendNextConversions } from "./conversions/actions/send-conversions.ts";
import { googleCallback } from "./google/routes/callback.ts";
import { bindGoogleRoutes } from "./google/routes/settings.ts";
import { queueForgottenLeads } from "./intake/actions/retry-ad-lead.ts";
import { emptyOldAdLeads } from "./intake/actions/store-ad-lead.ts";
import { advertisingJobs, advertisingReactions } from "./jobs.ts";
import { pollNextPage } from "./meta/actions/poll-pages.ts";
import { bindConversionRoutes, bindMetaRoutes, metaCallback } from "./meta/routes.ts";
import type { ConversionSender, FetchedPlatforms, MetaProvider, VolcengineProvider } from "./port.ts";
import { bindVolcengineRoutes } from "./volcengine/routes.ts";

export { spentOnCampaigns } from "./campaigns/queries/figures.ts";
export { formsOfBranch } from "./intake/queries/branches.ts";

interface OtherPlatforms {
  conversions?: ConversionSender | null;
  volcengine?: VolcengineProvider | null;
}

/**
 * Advertisements: the leads that their forms send, and the stages of these leads that go back to the platforms. `meta` and
 * `volcengine` are null where the installation has no app there; `conversions` sends stages of leads to datasets at Meta.
 */
export function advertisingModule(
  platform: Platform,
  meta: MetaProvider | null,
  { conversions = null, volcengine = null }: OtherPlatforms = {},
): ServerModule {
  const fetched = fetchedPlatforms(platform, { meta, volcengine });
  return {
    name: "advertising",
    routes(bind) {
      bindGoogleRoutes(bind, platform);
      bindMetaRoutes(bind, platform, meta);
      bindCampaignRoutes(bind, platform, { meta: meta !== null, volcengine: volcengine !== null });
      bindVolcengineRoutes(bind, platform, volcengine);
      bindConversionRoutes(bind, platform);
    },
    async callbacks(app) {
      await app.register((scope) => googleCallback(scope, platform));
      if (meta) await app.register((scope) => metaCallback(scope, platform, meta));
    },
    jobs: advertisingJobs(platform, meta),
    reactions: advertisingReactions,
    schedule: [
      hourlyRemoval("leads of advertisements", () => emptyOldAdLeads(platform.db)),
      {
        name: "leads that wait",
        everySeconds: 3600,
        run: (stop) => untilDone(stop, () => queueForgottenLeads(platform.db)),
      },
      ...(conversions
        ? [
            {
              name: "stages of leads",
              everySeconds: 30,
              run: (stop: AbortSignal) => untilDone(stop, () => sendNextConversions(platform, conversions)),
            },
          ]
        : []),
      ...(meta
        ? [
            {
              name: "leads at Meta",
              everySeconds: 3600,
              run: (stop: AbortSignal) => untilDone(stop, () => pollNextPage(platform, meta)),
            },
          ]
        : []),
      ...(meta || volcengine
        ? [
            {
              name: "figures of ads",
              everySeconds: 5,
              run: (stop: AbortSignal) => fetchFigures(platform, fetched, stop),
            },
          ]
        : []),
    ],
  };
}

async function fetchFigures(platform: Platform, fetched: FetchedPlatforms, stop: AbortSignal): Promise<void> {
  await untilDone(stop, () => queueDueSyncs(platform.db));
  await untilDone(stop, () => syncNextStep(platform, fetched));
}
