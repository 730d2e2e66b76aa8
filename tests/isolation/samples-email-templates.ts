import { emailTemplates } from "@homeroom/contract/email-templates";
import { picture } from "./picture.ts";
import type { Rows } from "./rows.ts";
import { of, organizationOnly, rowless, type Samples } from "./sample.ts";

/** Templates are one for the organisation; a mail is filled for a lead, and sent by a branch. */
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
  save: of(emailTemplates.save, {
    requests: (rows) => [{ recordID: rows.emailTemplateId, name: rows.planName, ...textOf(rows) }],
    expect: "missing",
    walls: organizationOnly,
    mixed: (mine, { fileId }) => [
      { ...textOf(mine), name: mine.planName, blocks: [{ type: "image" as const, fileID: fileId }] },
    ],
  }),
  remove: of(emailTemplates.remove, {
    requests: ({ emailTemplateId }) => [{ recordID: emailTemplateId }],
    expect: "missing",
    walls: organizationOnly,
  }),
  preview: of(emailTemplates.preview, {
    requests: ({ leadId }) => [{ ...content, leadId }],
    expect: "missing",
  }),
  test: of(emailTemplates.test, {
    requests: ({ branchId }) => [{ ...content, branchID: branchId }],
    expect: "missing",
    walls: ofBranch,
  }),
  uploadImage: rowless(emailTemplates.uploadImage, {}, { file: picture }),
};
