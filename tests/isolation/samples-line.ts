import { MessageId } from "@homeroom/contract/ids";
import { line } from "@homeroom/contract/line";
import { welcome } from "@homeroom/contract/welcome";
import { v7 } from "uuid";
import { picture } from "./picture.ts";
import { named, rowless, type Samples } from "./sample.ts";

/** A LINE account and a welcome message are a branch's. */
const walls = ["organization", "branch"] as const;

export const lineSamples: Samples["line"] = {
  setting: rowless(line.setting, {}, { shows: ({ lineId }) => lineId, walls }),
  quota: named(line.quota, ({ lineId }) => ({ recordID: lineId }), { walls }),
  test: named(line.test, ({ lineId }) => ({ recordID: lineId }), { walls }),
  update: named(line.update, ({ branchId, lineChannelId }) => ({ branchID: branchId, channelID: lineChannelId }), {
    walls,
  }),
  connectWebhook: named(line.connectWebhook, ({ lineId }) => ({ recordID: lineId }), { walls }),
  updateLiff: named(
    line.updateLiff,
    ({ branchId }) => ({ branchID: branchId, liffID: "2000000001-AbCdEfGh", endpointURL: "" }),
    { walls },
  ),
  resume: named(line.resume, ({ lineId }) => ({ recordID: lineId }), { walls }),
};

const segments = [{ kind: "text" as const, text: "您好" }];

export const welcomeSamples: Samples["welcome"] = {
  setting: named(welcome.setting, ({ branchId }) => ({ branchID: branchId }), {
    shows: ({ welcomeText }) => welcomeText,
    walls,
  }),
  update: named(welcome.update, ({ branchId }) => ({ branchID: branchId, segments, mode: "automatic" as const }), {
    walls,
    mixed: (_mine, { fileId }) => [
      { segments: [{ kind: "image" as const, fileID: fileId }], mode: "automatic" as const },
    ],
  }),
  uploadImage: rowless(welcome.uploadImage, {}, { file: picture }),
  setStatus: named(welcome.setStatus, ({ branchId }) => ({ Status: 1, branchID: branchId }), { walls }),
  testLine: named(welcome.testLine, ({ branchId, lineUserId }) => ({ lineUserId, branchID: branchId }), {
    walls,
    mixed: (_mine, { lineUserId }) => [{ lineUserId }],
  }),
  testWhatsapp: named(
    welcome.testWhatsapp,
    ({ branchId, phone }) => ({ areaCode: "852", phone, segments, branchID: branchId }),
    {
      walls,
      mixed: (_mine, { phone, fileId }) => [
        { areaCode: "852", phone, segments },
        { areaCode: "852", phone, segments: [{ kind: "image" as const, fileID: fileId }] },
      ],
    },
  ),
  send: named(welcome.send, ({ leadId }) => ({ leadId, messageId: MessageId.parse(v7()) })),
};
