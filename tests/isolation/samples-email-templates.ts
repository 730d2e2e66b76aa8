import { emailTemplates } from "@homeroom/contract/email-templates";
import { picture } from "./picture.ts";
import type { Rows } from "./rows.ts";
import { named, of, organizationOnly, rowless, type Samples } from "./sample.ts";

/** Templates belong to the organisation; a mail is filled for a lead, and sent by a branch. */
const fixed = { language: "zh-tw" as const, category: "marketing" as const, preheader: "" };
const content = { ...fixed, subject: "暑期班", blocks: [{ type: "text" as const, text: "{{nickname|家長}}您好" }] };
const textOf = ({ planName }: Rows) => ({
  ...fixed,
  subject: planName,
  blocks: [{ type: "text" as const, text: planName }],
});
const ofBranch = ["organization", "branch"] as const;

export const emailTemplateSamples: Samples["emailTemplates"] = {
  list: of(emailTemplates.list, {
    requests: ({ planName }) => [{ pageSize: 100 }, { keywords: planName }],
    expect: "blank",
    shows: ({ emailTemplateId }) => emailTemplateId,
    walls: organizationOnly,
  }),
  save: named(
    emailTemplates.save,
    (rows) => ({ recordID: rows.emailTemplateId, name: rows.planName, ...textOf(rows) }),
    {
      walls: organizationOnly,
      mixed: (mine, { fileId }) => [
        { ...textOf(mine), name: mine.planName, blocks: [{ type: "image" as const, fileID: fileId }] },
      ],
    },
  ),
  remove: named(emailTemplates.remove, ({ emailTemplateId }) => ({ recordID: emailTemplateId }), {
    walls: organizationOnly,
  }),
  preview: named(emailTemplates.preview, ({ leadId }) => ({ ...content, leadId })),
  test: named(emailTemplates.test, ({ branchId }) => ({ ...content, branchID: branchId }), { walls: ofBranch }),
  uploadImage: rowless(emailTemplates.uploadImage, {}, { file: picture }),
};
