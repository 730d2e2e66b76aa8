import { MessageId } from "@homeroom/contract/ids";
import { line } from "@homeroom/contract/line";
import { welcome } from "@homeroom/contract/welcome";
import { v7 } from "uuid";
import { picture } from "./picture.ts";
import { of, rowless, type Samples } from "./sample.ts";

/** A LINE account and a welcome message are a branch's. */
const walls = ["organization", "branch"] as const;

export const lineSamples: Samples["line"] = {
  setting: of(line.setting, { requests: () => [{}], expect: "blank", shows: ({ lineId }) => lineId, walls }),
  quota: of(line.quota, { requests: ({ lineId }) => [{ recordID: lineId }], expect: "missing", walls }),
  test: of(line.test, { requests: ({ lineId }) => [{ recordID: lineId }], expect: "missing", walls }),
  update: of(line.update, {
    requests: ({ branchId, lineChannelId }) => [{ branchID: branchId, channelID: lineChannelId }],
    expect: "missing",
    walls,
  }),
  connectWebhook: of(line.connectWebhook, {
    requests: ({ lineId }) => [{ recordID: lineId }],
    expect: "missing",
    walls,
  }),
  updateLiff: of(line.updateLiff, {
    requests: ({ branchId }) => [{ branchID: branchId, liffID: "2000000001-AbCdEfGh", endpointURL: "" }],
    expect: "missing",
    walls,
  }),
  resume: of(line.resume, { requests: ({ lineId }) => [{ recordID: lineId }], expect: "missing", walls }),
};

const segments = [{ kind: "text" as const, text: "您好" }];

export const welcomeSamples: Samples["welcome"] = {
  setting: of(welcome.setting, {
    requests: ({ branchId }) => [{ branchID: branchId }],
    expect: "missing",
    shows: ({ welcomeText }) => welcomeText,
    walls,
  }),
  update: of(welcome.update, {
    requests: ({ branchId }) => [{ branchID: branchId, segments, mode: "automatic" as const }],
    expect: "missing",
    walls,
    mixed: (_mine, { fileId }) => [
      { segments: [{ kind: "image" as const, fileID: fileId }], mode: "automatic" as const },
    ],
  }),
  uploadImage: rowless(welcome.uploadImage, {}, { file: picture }),
  setStatus: of(welcome.setStatus, {
    requests: ({ branchId }) => [{ Status: 1, branchID: branchId }],
    expect: "missing",
    walls,
  }),
  testLine: of(welcome.testLine, {
    requests: ({ branchId, lineUserId }) => [{ lineUserId, branchID: branchId }],
    expect: "missing",
    walls,
    mixed: (_mine, { lineUserId }) => [{ lineUserId }],
  }),
  testWhatsapp: of(welcome.testWhatsapp, {
    requests: ({ branchId, phone }) => [{ areaCode: "852", phone, segments, branchID: branchId }],
    expect: "missing",
    walls,
    mixed: (_mine, { phone, fileId }) => [
      { areaCode: "852", phone, segments },
      { areaCode: "852", phone, segments: [{ kind: "image" as const, fileID: fileId }] },
    ],
  }),
  send: of(welcome.send, {
    requests: ({ leadId }) => [{ leadId, messageId: MessageId.parse(v7()) }],
    expect: "missing",
  }),
};
