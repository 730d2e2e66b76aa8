import { consents } from "@homeroom/contract/consents";
import type { FastifyInstance } from "fastify";
import { organizationOf } from "#modules/organizations/public";
import { scopeOf } from "#platform/auth/scopes";
import { organizationScope } from "#platform/db/scope";
import { inTransaction } from "#platform/db/transaction";
import type { Binder } from "#platform/http/bind";
import { serveUnsubscribeLink } from "#platform/http/unsubscribe-link";
import type { UnsubscribeDetails } from "#platform/http/unsubscribe-page";
import type { Platform } from "#platform/server-module";
import { loadLead } from "../../record/queries/load-lead.ts";
import { recordConsent, withdrawConsent } from "../actions/record-consent.ts";
import { consentsOf } from "../queries/consents.ts";
import { subjectOfLink, unsubscribePath } from "../rules.ts";

const details: UnsubscribeDetails = {
  ask: {
    "zh-tw": "確認後，我們不會再透過此渠道傳送推廣訊息給您。",
    "zh-cn": "确认后，我们不会再通过此渠道向您发送推广消息。",
    en: "Once you confirm, we will send you no more marketing messages this way.",
  },
  done: {
    "zh-tw": "您不會再收到推廣訊息。如要恢復，請與我們聯絡。",
    "zh-cn": "您不会再收到推广消息。如需恢复，请与我们联系。",
    en: "We will send you no more marketing messages this way. Contact us if you change your mind.",
  },
  unknown: {
    "zh-tw": "請確認連結完整，或直接與我們聯絡。",
    "zh-cn": "请确认链接完整，或直接与我们联系。",
    en: "Please check that the link is complete, or contact us.",
  },
};

/** The link that withdraws a lead's consent. */
export async function serveUnsubscribe(app: FastifyInstance, { db, secrets, settings }: Platform): Promise<void> {
  serveUnsubscribeLink(app, settings, {
    path: unsubscribePath,
    details,
    subjectOf: (token) => subjectOfLink(secrets, token),
    unsubscribe: (subject) => {
      const scope = organizationScope(subject.organizationId);
      return inTransaction(db, scope, (tx) => withdrawConsent(tx, scope, subject));
    },
    senderOf: async ({ organizationId }) => {
      const scope = organizationScope(organizationId);
      const organization = await inTransaction(db, scope, (tx) => organizationOf(tx, scope));
      return organization?.name ?? "";
    },
  });
}

/** Binds the calls for leads' consent to marketing. */
export function bindConsentRoutes(bind: Binder, { db }: Platform): void {
  bind(consents.list, ({ leadId }, { actor }) => {
    const scope = scopeOf(actor, "crm:lead:all");
    return inTransaction(db, scope, async (tx) => {
      await loadLead(tx, scope, leadId);
      return consentsOf(tx, scope, leadId);
    });
  });
  bind(consents.record, (form, { actor }) => recordConsent(db, actor, form));
}
