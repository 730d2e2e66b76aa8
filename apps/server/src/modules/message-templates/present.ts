import type { FileId } from "@homeroom/contract/ids";
import type { ShownContent, TemplateContent, TemplateRow } from "@homeroom/contract/message-templates";
import { peopleByIds, presentWriting } from "#modules/accounts/public";
import { fileAddresses } from "#modules/files/public";
import { accountNumbers } from "#modules/inbox/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import type { Platform } from "#platform/server-module";
import type { Template } from "./queries.ts";
import { revisableAt, sameContent, sendableContent } from "./rules.ts";

/** Templates with their names and pictures: three queries for any number of templates. */
export async function presentTemplates(
  platform: Platform,
  tx: Tx,
  { scope, templates }: { scope: Scope; templates: readonly Template[] },
): Promise<TemplateRow[]> {
  const numbers = await accountNumbers(tx, scope);
  const writers = templates.flatMap((one) => [one.created_by ?? [], one.updated_by ?? []].flat());
  const people = await peopleByIds(tx, scope, [...new Set(writers)]);
  const pictures = await fileAddresses(platform)(tx, scope, [...new Set(templates.flatMap(picturesOf))]);
  const show = (content: TemplateContent) => shownContent(content, pictures);
  const now = new Date();
  return templates.map((one): TemplateRow => {
    const { approved_content: approved } = one;
    const { type, header, body, footer, buttons } = one.content;
    return {
      ...{ type, header, body, footer, buttons },
      recordID: one.template_id,
      name: one.name,
      language: one.language,
      category: one.category,
      usage: one.usage,
      content: show(one.content),
      inUse: approved && !sameContent(approved, one.content) ? show(approved) : null,
      openStatus: one.open_status,
      reviewStatus: one.review_status,
      rejectReason: one.reject_reason,
      rejectDetail: one.reject_detail,
      sendable: sendableContent(one, "both") !== null,
      known: one.provider_id !== null,
      approved: approved !== null,
      revisableAt: revisableAt(one, now)?.toISOString() ?? null,
      channels: numbers
        .filter(({ businessAccountId }) => businessAccountId === one.business_account_id)
        .map(({ channelId, name }) => ({ channelId, name })),
      submitTime: one.submitted_at?.toISOString() ?? null,
      ...presentWriting(one, people),
    };
  });
}

function shownContent(content: TemplateContent, pictures: Map<FileId, string>): ShownContent {
  const { headerImage: fileID } = content;
  const url = fileID ? pictures.get(fileID) : undefined;
  return { ...content, picture: fileID && url ? { fileID, url } : null };
}

function picturesOf({ content, approved_content: approved }: Template): FileId[] {
  return [content.headerImage ?? [], approved?.headerImage ?? []].flat();
}
