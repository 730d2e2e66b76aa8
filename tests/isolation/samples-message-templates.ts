import { channels } from "@homeroom/contract/channels";
import { chatTemplates } from "@homeroom/contract/chat-templates";
import { messageTemplates } from "@homeroom/contract/message-templates";
import { v7 } from "uuid";
import { picture } from "./picture.ts";
import type { Rows } from "./rows.ts";
import { named, of, rowless, type Samples } from "./sample.ts";

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
  info: named(messageTemplates.info, ({ templateId }) => ({ recordID: templateId }), {
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
  edit: named(
    messageTemplates.edit,
    ({ templateId, templateName }) => ({ recordID: templateId, ...form(templateName) }),
    {
      walls,
      mixed: ({ templateId, templateName }, { fileId }) => [
        { recordID: templateId, ...form(templateName), type: "image" as const, headerImage: fileId },
      ],
    },
  ),
  copy: named(messageTemplates.copy, ({ templateId }) => ({ recordID: templateId, language: "zh_HK" as const }), {
    walls,
  }),
  submit: named(messageTemplates.submit, ({ templateId }) => ({ recordID: templateId }), { walls }),
  // A plan uses it.
  remove: named(messageTemplates.remove, ({ templateId }) => ({ recordID: templateId }), {
    walls,
    inside: "409 SETTING_ITEM_IN_USE",
  }),
  setStatus: named(messageTemplates.setStatus, ({ templateId }) => ({ recordID: templateId, openStatus: 0 }), {
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
  send: named(chatTemplates.send, ({ leadId, templateId }) => ({ leadId, templateID: templateId }), {
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
  updateWhatsapp: named(channels.updateWhatsapp, (rows) => ({ recordID: rows.channelId, ...number(rows) }), {
    walls,
    mixed: (mine, { branchId }) => [{ branchID: branchId, ...number(mine) }],
  }),
  testWhatsapp: named(channels.testWhatsapp, ({ channelId }) => ({ recordID: channelId }), { walls }),
  trialNumber: rowless(channels.trialNumber, {}),
  setWhatsappStatus: named(channels.setWhatsappStatus, ({ channelId }) => ({ recordID: channelId, status: 1 }), {
    walls,
  }),
  reloadStanding: named(channels.reloadStanding, ({ channelId }) => ({ recordID: channelId }), { walls }),
};
