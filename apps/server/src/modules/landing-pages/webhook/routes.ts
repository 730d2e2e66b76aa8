import type { RecordId } from "@homeroom/contract/ids";
import { landingWebhooks, maxDeliveries } from "@homeroom/contract/landing-webhooks";
import { v7 } from "uuid";
import type { Actor } from "#platform/auth/actor";
import { inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { missingField, refuseFaults } from "#platform/errors/refuse-faults";
import type { Binder } from "#platform/http/bind";
import type { Platform } from "#platform/server-module";
import { reachPages } from "../policy.ts";
import { loadPage } from "../queries/pages.ts";
import { callWebhook } from "./actions/call-webhook.ts";
import { replayDelivery } from "./actions/deliver.ts";
import { deliveriesOf } from "./queries.ts";
import { signedHeaders, signingKey } from "./rules/signature.ts";

export function bindLandingWebhookRoutes(bind: Binder, platform: Platform): void {
  bind(landingWebhooks.log, ({ recordID }, { actor }) => {
    const scope = reachPages(actor, "ad:landing:edit");
    return inTransaction(platform.db, scope, async (tx) => {
      await loadPage(tx, scope, recordID);
      const rows = await deliveriesOf(tx, scope, { pageId: recordID, limit: maxDeliveries });
      return {
        signingKey: signingKey(platform.secrets, recordID),
        list: rows.map((row) => ({
          recordID: row.delivery_id,
          ...{ state: row.state, attempts: row.attempts, status: row.status, problem: row.problem },
          createTime: row.created_at.toISOString(),
          nextTime: row.next_at?.toISOString() ?? null,
        })),
      };
    });
  });
  bind(landingWebhooks.test, ({ recordID }, { actor }) => testWebhook(platform, actor, recordID));
  bind(landingWebhooks.replay, ({ recordID }, { actor }) => replayDelivery(platform.db, actor, recordID));
}

/**
 * Calls a page's webhook once with an example. Throws FIELD_INVALID for a page without one, and LANDING_WEBHOOK_FAILED with
 * what was answered, or why nobody was, in its details.
 */
async function testWebhook(platform: Platform, actor: Actor, pageId: RecordId) {
  const scope = reachPages(actor, "ad:landing:edit");
  const page = await inTransaction(platform.db, scope, (tx) => loadPage(tx, scope, pageId));
  if (page.webhook_url === "") refuseFaults([missingField("webhookURL")]);
  const body = JSON.stringify({ event: "test", page: { recordID: pageId, name: page.name } });
  const key = signingKey(platform.secrets, pageId);
  const headers = signedHeaders(key, { body, deliveryId: v7(), now: Date.now() });
  const { status, problem } = await callWebhook(page.webhook_url, {
    body,
    headers,
    serving: platform.settings.serving,
  });
  if (status === null || status < 200 || status > 299)
    throw new AppError("LANDING_WEBHOOK_FAILED", {}, { details: { status, problem } });
  return { ok: true, status, problem };
}
