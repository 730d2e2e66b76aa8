import { RecordId } from "@homeroom/contract/ids";
import type { TemplateContent } from "@homeroom/contract/message-templates";
import { v7 } from "uuid";
import { beforeEach, expect, test } from "vitest";
import { buildOrganization, type TestOrganization } from "#modules/organizations/for-tests";
import { prepareDatabase } from "#platform/db/for-tests";
import { inTransaction } from "#platform/db/transaction";
import { applyReview } from "./actions/apply-review.ts";
import { stopRefusedTemplate } from "./actions/stop-refused-template.ts";
import { inboxTemplates } from "./public.ts";
import { lockTemplatesOf, waitingReviews } from "./queries.ts";

const base = prepareDatabase();
let organization: TestOrganization;
let templateId: RecordId;

const businessAccountId = "900";
const content: TemplateContent = {
  type: "text",
  header: "",
  headerSample: "",
  headerImage: null,
  body: "開學優惠",
  variables: [],
  footer: "",
  buttons: [],
};

beforeEach(async () => {
  organization = await buildOrganization(base.db);
  templateId = RecordId.parse(v7());
  const text = JSON.stringify(content);
  await base.owner.query(
    `insert into message_template (organization_id, template_id, business_account_id, name, language, category, content,
       approved_content, review_status, provider_id, submitted_at, handed_over_at, updated_at)
     values ($1, $2, $3, 'sale', 'zh_TW', 'marketing', $4, $4, 'approved', 't1', now(), now(), now() - interval '1 hour')`,
    [organization.organizationId, templateId, businessAccountId, text],
  );
});

const refuse = (reason: "templatePaused" | "templateDisabled" | "templateParameters", sentAt = new Date()) =>
  stopRefusedTemplate(base.db, organization.scope, { templateId, reason, sentAt });

const stored = () =>
  inTransaction(base.db, organization.scope, async (tx) => {
    const [template] = await lockTemplatesOf(tx, organization.scope, businessAccountId);
    if (!template) throw new Error("The template is gone");
    const choices = await inboxTemplates.list(tx, organization.scope, { businessAccountId });
    return { template, choices: choices.length };
  });

test.each([
  ["templatePaused", "paused"],
  ["templateDisabled", "disabled"],
  ["templateParameters", "refused"],
] as const)("%s takes it off the choices as %s, once, until WhatsApp says that it runs", async (reason, stopped) => {
  expect((await stored()).choices).toBe(1);
  await refuse(reason);
  await refuse(reason);
  const { template, choices } = await stored();
  expect(choices).toBe(0);
  expect(template).toMatchObject({ stopped, reject_reason: stopped, review_status: "approved", version: 2 });

  // Only a pause ends by itself: that it has is asked, should the news of it be lost.
  const asked = await waitingReviews(base.db, new Date(Date.now() + 60_000), new Date(0));
  expect(asked.some(({ organizationId }) => organizationId === organization.organizationId)).toBe(stopped === "paused");

  await inTransaction(base.db, organization.scope, (tx) =>
    applyReview(tx, template, { id: "t1", status: "approved", reason: null, detail: "" }),
  );
  const after = await stored();
  expect(after.choices).toBe(1);
  expect(after.template).toMatchObject({ stopped: null, reject_reason: null });
});

test("a refusal from before the repair stops nothing", async () => {
  await base.owner.query("update message_template set updated_at = now() where template_id = $1", [templateId]);
  await refuse("templateParameters", new Date(Date.now() - 60_000));
  expect((await stored()).choices).toBe(1);
});
