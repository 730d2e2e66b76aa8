import type { EmailTemplateRow } from "@homeroom/contract/email-templates";
import { peopleByIds } from "#modules/accounts/public";
import { fileAddress, filesByIds } from "#modules/files/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import type { Platform } from "#platform/server-module";
import type { StoredEmailTemplate } from "./queries.ts";

/** Templates with the addresses of their pictures and the people who changed them: two queries, however many there are. */
export async function presentEmailTemplates(
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
