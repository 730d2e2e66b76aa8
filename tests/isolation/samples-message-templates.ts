import { channels } from "@homeroom/contract/channels";
import { chatTemplates } from "@homeroom/contract/chat-templates";
import { messageTemplates } from "@homeroom/contract/message-templates";
import { v7 } from "uuid";
import { picture } from "./picture.ts";
import type { Rows } from "./rows.ts";
import { of, rowless, type Samples } from "./sample.ts";

/** Templates belong to the business accounts of a branch's numbers. */
const walls = ["organization", "branch"] as const;

const form = (name: string) =>
  ({ name, language: "zh_TW", category: "utility", body: "您好，課程已經排好。" }) as const;

export const templateSamples: Samples["messageTemplates"] = {
  list: of(messageTemplates.list, {
    requests: ({ templateName }) => [{ pageSize: 100 }, { keywords: templateName }, { language: ["zh_TW" as const] }],
    expect: "blank",
    shows: ({ templateId }) => templateId,
    walls,
  }),
  info: of(messageTemplates.info, {
    requests: ({ templateId }) => [{ recordID: templateId }],
    expect: "missing",
    shows: ({ templateName }) => templateName,
    walls,
  }),
  add: of(messageTemplates.add, {
    requests: () => [form(`made_${v7().replaceAll("-", "_")}`)],
    expect: "blank",
    walls,
    mixed: (_mine, { channelId, fileId }) => [
      { ...form("mixed_in"), channel: channelId },
      { ...form("mixed_in"), type: "image" as const, headerImage: fileId },
    ],
  }),
  edit: of(messageTemplates.edit, {
    requests: ({ templateId, templateName }) => [{ recordID: templateId, ...form(templateName) }],
    expect: "missing",
    walls,
    mixed: ({ templateId, templateName }, { fileId }) => [
      { recordID: templateId, ...form(templateName), type: "image" as const, headerImage: fileId },
    ],
  }),
  copy: of(messageTemplates.copy, {
    requests: ({ templateId }) => [{ recordID: templateId, language: "zh_HK" as const }],
    expect: "missing",
    walls,
  }),
  submit: of(messageTemplates.submit, {
    requests: ({ templateId }) => [{ recordID: templateId }],
    expect: "missing",
    walls,
  }),
  remove: of(messageTemplates.remove, {
    requests: ({ templateId }) => [{ recordID: templateId }],
    expect: "missing",
    walls,
  }),
  setStatus: of(messageTemplates.setStatus, {
    requests: ({ templateId }) => [{ recordID: templateId, openStatus: 0 }],
    expect: "missing",
    walls,
  }),
  uploadImage: rowless(messageTemplates.uploadImage, {}, { file: picture }),
  sync: rowless(messageTemplates.sync, {}),
};

export const chatTemplateSamples: Samples["chatTemplates"] = {
  choices: of(chatTemplates.choices, {
    requests: ({ leadId, channelId }) => [{ leadId }, { leadId, channel: channelId }],
    expect: "missing",
    shows: ({ templateId }) => templateId,
    mixed: ({ leadId }, { channelId }, wall) => (wall === "own" ? [] : [{ leadId, channel: channelId }]),
  }),
  send: of(chatTemplates.send, {
    requests: ({ leadId, templateId }) => [{ leadId, templateID: templateId }],
    expect: "missing",
    mixed: ({ leadId, templateId: mine }, { templateId, channelId, fileId }, wall) =>
      wall === "own"
        ? []
        : [
            { leadId, templateID: mine, headerImage: fileId },
            { leadId, templateID: templateId },
            { leadId, channel: channelId, templateID: templateId },
          ],
  }),
};

const number = ({ whatsapp }: Rows) => ({
  name: whatsapp.name,
  appID: "400000000000001",
  phoneNumberID: whatsapp.phoneNumberId,
  businessAccountID: whatsapp.businessAccountId,
});

export const whatsappSamples: Omit<Samples["channels"], "whatsappSetting" | "resumeChannel"> = {
  updateWhatsapp: of(channels.updateWhatsapp, {
    requests: (rows) => [{ recordID: rows.channelId, ...number(rows) }],
    expect: "missing",
    walls,
    mixed: (mine, { branchId }) => [{ branchID: branchId, ...number(mine) }],
  }),
  testWhatsapp: of(channels.testWhatsapp, {
    requests: ({ channelId }) => [{ recordID: channelId }],
    expect: "missing",
    walls,
  }),
  trialNumber: rowless(channels.trialNumber, {}),
  setWhatsappStatus: of(channels.setWhatsappStatus, {
    requests: ({ channelId }) => [{ recordID: channelId, status: 1 }],
    expect: "missing",
    walls,
  }),
  reloadStanding: of(channels.reloadStanding, {
    requests: ({ channelId }) => [{ recordID: channelId }],
    expect: "missing",
    walls,
  }),
};
