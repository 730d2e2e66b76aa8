import type { RecordId } from "@homeroom/contract/ids";
import { messageTemplates } from "@homeroom/contract/message-templates";
import { presentStoredPicture } from "#modules/files/public";
import { accountNumbers } from "#modules/inbox/public";
import type { Actor } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { Binder } from "#platform/http/bind";
import type { Platform } from "#platform/server-module";
import { removeTemplate } from "./actions/remove-template.ts";
import { addTemplate, copyTemplate, editTemplate, uploadTemplateImage } from "./actions/save-template.ts";
import { setOpenStatus } from "./actions/stop-refused-template.ts";
import { submitTemplate } from "./actions/submit-template.ts";
import { syncTemplates } from "./actions/sync-templates.ts";
import type { MessageTemplateUses, TemplateReviewer } from "./port.ts";
import { presentTemplates } from "./present.ts";
import { listTemplates, loadTemplate } from "./queries.ts";

interface TemplateParts {
  platform: Platform;
  reviewer: TemplateReviewer;
  uses: readonly MessageTemplateUses[];
}

export function bindTemplateRoutes(bind: Binder, parts: TemplateParts): void {
  const { platform } = parts;
  const { db } = platform;
  const info = (actor: Actor, id: RecordId) => {
    const scope = scopeOf(actor, "bulk:template:query");
    return inTransaction(db, scope, async (tx) => {
      const template = await loadTemplate(tx, scope, id);
      const [row] = await presentTemplates(platform, tx, { scope, templates: [template] });
      if (!row) throw new AppError("NOT_FOUND");
      return row;
    });
  };
  bind(messageTemplates.list, (request, { actor }) => {
    const scope = scopeOf(actor, "bulk:template:query");
    return inTransaction(db, scope, async (tx) => {
      const { templates, ...rest } = await listTemplates(tx, scope, request);
      const list = await presentTemplates(platform, tx, { scope, templates });
      const numbers = await accountNumbers(tx, scope);
      const channels = numbers.map(({ channelId, name, open, businessAccountId }) => ({
        ...{ channelId, name, open, account: businessAccountId },
      }));
      return { list, ...rest, channels, pageNum: request.pageNum, pageSize: request.pageSize };
    });
  });
  bind(messageTemplates.info, ({ recordID }, { actor }) => info(actor, recordID));
  bind(messageTemplates.add, (form, { actor }) => addTemplate(db, actor, form));
  bind(messageTemplates.edit, async ({ recordID, ...form }, { actor }) => {
    if (!recordID) throw new AppError("NOT_FOUND");
    await editTemplate(db, actor, { ...form, recordID });
  });
  bind(messageTemplates.copy, ({ recordID, language }, { actor }) =>
    copyTemplate(db, actor, { templateId: recordID, language }),
  );
  bind(messageTemplates.submit, async ({ recordID }, { actor }) => {
    await submitTemplate(parts, actor, recordID);
    return info(actor, recordID);
  });
  bind(messageTemplates.remove, ({ recordID }, { actor }) => removeTemplate(parts, actor, recordID));
  bind(messageTemplates.setStatus, ({ recordID, openStatus }, { actor }) =>
    setOpenStatus(db, actor, { templateId: recordID, openStatus }),
  );
  bindUploadAndSync(bind, parts);
}

function bindUploadAndSync(bind: Binder, parts: { platform: Platform; reviewer: TemplateReviewer }): void {
  const { platform } = parts;
  bind(messageTemplates.sync, (_, { actor }) => syncTemplates(parts, actor));
  bind(messageTemplates.uploadImage, async (_, { actor, upload }) => {
    const file = await uploadTemplateImage(platform, actor, upload);
    return presentStoredPicture(platform, file);
  });
}
