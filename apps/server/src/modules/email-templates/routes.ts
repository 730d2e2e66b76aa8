import { type EmailTemplateRow, emailTemplates } from "@homeroom/contract/email-templates";
import { peopleByIds } from "#modules/accounts/public";
import { mailSenders } from "#modules/email-settings/public";
import { fileAddress, filesByIds, presentStoredPicture, storePicture } from "#modules/files/public";
import { branchNames } from "#modules/organizations/public";
import { scopeOf, sharedScope } from "#platform/auth/scopes";
import type { Scope } from "#platform/db/scope";
import { inTransaction, type Tx } from "#platform/db/transaction";
import type { Binder } from "#platform/http/bind";
import type { RateLimit } from "#platform/rate-limit/rate-limit";
import type { Platform } from "#platform/server-module";
import { previewMail } from "./actions/preview-mail.ts";
import { removeEmailTemplate, saveEmailTemplate } from "./actions/save-template.ts";
import { sendTestMail } from "./actions/send-test-mail.ts";
import type { EmailTemplateUses } from "./port.ts";
import { listEmailTemplates, type StoredEmailTemplate } from "./queries.ts";

/** In pixels: a mail is 600 wide, and screens show up to twice that density. */
const maxSide = 1200;

interface Parts {
  uses: readonly EmailTemplateUses[];
  tests: RateLimit;
}

export function bindEmailTemplateRoutes(bind: Binder, platform: Platform, { uses, tests }: Parts): void {
  const { db } = platform;
  bind(emailTemplates.list, (request, { actor }) => {
    const scope = sharedScope(actor);
    return inTransaction(db, scope, async (tx) => {
      const { templates, ...rest } = await listEmailTemplates(tx, scope, request);
      const list = await presentEmailTemplates(platform, tx, { scope, templates });
      const senders = await sendersOf(tx, scopeOf(actor, "bulk:plan:query"));
      return { list, senders, ...rest, pageNum: request.pageNum, pageSize: request.pageSize };
    });
  });
  bind(emailTemplates.save, (form, { actor }) => saveEmailTemplate(db, actor, form, uses));
  bind(emailTemplates.remove, ({ recordID }, { actor }) =>
    removeEmailTemplate(db, actor, { templateId: recordID, uses }),
  );
  bind(emailTemplates.preview, (content, { actor }) => previewMail(platform, actor, content));
  bind(emailTemplates.test, ({ branchID, ...content }, { actor }) =>
    sendTestMail(platform, tests, { actor, content, branchId: branchID }),
  );
  bind(emailTemplates.uploadImage, async (_, { actor, upload }) => {
    const file = await storePicture(platform, sharedScope(actor), upload, { createdBy: actor.accountId, maxSide });
    return presentStoredPicture(platform, file);
  });
}

async function sendersOf(tx: Tx, scope: Scope) {
  const names = await branchNames(tx, scope);
  const found = await mailSenders(tx, scope);
  return found.map(({ branchId, sender }) => ({ branchID: branchId, name: names.get(branchId) ?? "", sender }));
}

/** Templates with the addresses of their pictures and their editors: two queries for any number of templates. */
async function presentEmailTemplates(
  platform: Platform,
  tx: Tx,
  { scope, templates }: { scope: Scope; templates: readonly StoredEmailTemplate[] },
): Promise<EmailTemplateRow[]> {
  const people = await peopleByIds(tx, scope, [...new Set(templates.flatMap(({ updated_by }) => updated_by ?? []))]);
  const ids = templates.flatMap(({ content }) =>
    content.blocks.flatMap((block) => (block.type === "image" ? [block.fileID] : [])),
  );
  const files = await filesByIds(tx, scope, [...new Set(ids)]);
  return templates.map(({ content, ...template }) => ({
    recordID: template.template_id,
    name: template.name,
    ...content,
    pictures: Object.fromEntries(
      content.blocks.flatMap((block) => {
        const file = block.type === "image" ? files.get(block.fileID) : undefined;
        const address = file && fileAddress(platform, file);
        return file && address ? [[file.file_id, address] as const] : [];
      }),
    ),
    updater: (template.updated_by && people.get(template.updated_by)?.nickname) ?? "",
    createTime: template.created_at.toISOString(),
    updateTime: template.updated_at.toISOString(),
    version: template.version,
  }));
}
