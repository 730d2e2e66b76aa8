import type { allEndpoints } from "@homeroom/contract/all-endpoints";
import { channels } from "@homeroom/contract/channels";
import { chat } from "@homeroom/contract/chat";
import type { Endpoint, RequestInput } from "@homeroom/contract/endpoint";
import { MessageId } from "@homeroom/contract/ids";
import { leads } from "@homeroom/contract/leads";
import { media } from "@homeroom/contract/media";
import { member } from "@homeroom/contract/member";
import { v7 } from "uuid";
import { picture } from "./picture.ts";
import type { Rows } from "./rows.ts";

export type Wall = "organization" | "branch" | "own";

export interface Sample<Request = unknown> {
  /** Requests that name those rows. */
  requests(rows: Rows): Request[];
  /**
   * `missing`: each is refused as if the row were not there. `blank`: each may succeed, without a word of the rows.
   */
  expect: "missing" | "blank";
  /** What one who may see the rows must find in the answer to the first request; without it a success is enough. */
  shows?: (rows: Rows) => string;
  /** Walls that the rows of this call know; all three otherwise. */
  walls?: readonly Wall[];
  /** Requests about one's own rows that name parts of others': none may succeed. */
  mixed?(mine: Rows, theirs: Rows, wall: Wall): Request[];
  file?: typeof picture;
}

type Tables = typeof allEndpoints;
type Samples = { [Module in keyof Tables]: { [Name in keyof Tables[Module]]: Sample } };

const organizationOnly = ["organization"] as const;

/** Ties a sample's requests to what its endpoint takes. */
function of<E extends Endpoint>(_endpoint: E, sample: Sample<RequestInput<E>>): Sample {
  return sample;
}

/** For calls that name no row: what they answer must hold nothing of another organisation. */
function rowless<E extends Endpoint>(endpoint: E, request: RequestInput<E>, more: Partial<Sample> = {}): Sample {
  return of(endpoint, { requests: () => [request], expect: "blank", walls: organizationOnly, ...more } as Sample<
    RequestInput<E>
  >);
}

/** For calls without a session: there is nobody to keep apart. */
const unsigned: Sample = { requests: () => [{}], expect: "blank", walls: [] };

/** Every form has a number of its own, so that none is refused because it is taken. */
let numbers = 61_300_000;
const leadForm = () => ({ nickname: "改名", areaCode: "+852", phone: String(++numbers) });

const leadSamples: Samples["leads"] = {
  list: of(leads.list, {
    requests: ({ nickname, phone, branchId, salesId }) => [
      { pageSize: 100 },
      { keywords: nickname },
      { keywords: phone },
      { branchID: branchId },
      { sales: [salesId] },
    ],
    expect: "blank",
    shows: ({ leadId }) => leadId,
  }),
  info: of(leads.info, {
    requests: ({ leadId }) => [{ leadId }],
    expect: "missing",
    shows: ({ nickname }) => nickname,
  }),
  add: of(leads.add, {
    requests: () => [leadForm()],
    expect: "blank",
    mixed: (_mine, { leadId, branchId, salesId, listItemId, leadChannelId }, wall) => {
      const own = [{ leadId, ...leadForm() }];
      const branch = [{ branchID: branchId, ...leadForm() }];
      const organization = [
        { sales: salesId, ...leadForm() },
        { tag: [listItemId], ...leadForm() },
        { channel: leadChannelId, ...leadForm() },
      ];
      return { own, branch: [...own, ...branch], organization: [...branch, ...organization] }[wall];
    },
  }),
  edit: of(leads.edit, {
    requests: ({ leadId, version }) => [{ leadId, version, ...leadForm() }],
    expect: "missing",
    mixed(mine, { salesId, listItemId, leadChannelId }, wall) {
      if (wall !== "organization") return [];
      const form = { leadId: mine.leadId, version: mine.version, nickname: mine.nickname };
      return [
        { ...form, sales: salesId },
        { ...form, tutor: salesId },
        { ...form, status: listItemId },
        { ...form, result: listItemId },
        { ...form, tag: [listItemId] },
        { ...form, channel: leadChannelId },
        { ...form, secondaryChannel: leadChannelId },
      ];
    },
  }),
  editContacts: of(leads.editContacts, {
    requests: ({ leadId, version }) => [{ leadId, version, contact1: { name: "媽媽" }, contact2: {} }],
    expect: "missing",
  }),
  logs: of(leads.logs, { requests: ({ leadId }) => [{ leadId }], expect: "missing", shows: ({ leadId }) => leadId }),
  notes: of(leads.notes, { requests: ({ leadId }) => [{ leadId }], expect: "missing" }),
  addNote: of(leads.addNote, {
    requests: ({ leadId }) => [{ leadId, content: "已致電" }],
    expect: "missing",
    mixed: ({ leadId }, { listItemId }, wall) =>
      wall === "organization" ? [{ leadId, content: "已致電", result: listItemId }] : [],
  }),
  actionTypes: rowless(leads.actionTypes, {}),
  typeList: rowless(leads.typeList, {}),
};

const chatSamples: Samples["chat"] = {
  conversationList: of(chat.conversationList, {
    requests: ({ nickname, phone, salesId }) => [
      { pageSize: 100 },
      { keywords: nickname },
      { keywords: phone },
      { sales: [salesId] },
      { changedSince: 0 },
      { filter: "NoReply" as const },
    ],
    expect: "blank",
    shows: ({ conversationId }) => conversationId,
  }),
  conversationInfo: of(chat.conversationInfo, {
    requests: ({ conversationId, leadId }) => [{ conversationId }, { leadId }, { conversationId, leadId }],
    expect: "missing",
    shows: ({ nickname }) => nickname,
  }),
  unreadCount: rowless(chat.unreadCount, {}),
  messageList: of(chat.messageList, {
    requests: ({ conversationId, inboundId }) => [
      { conversationId },
      { conversationId, changedSince: 0 },
      { conversationId, before: inboundId },
    ],
    expect: "missing",
    shows: ({ inboundId }) => inboundId,
  }),
  sendMessage: of(chat.sendMessage, {
    requests: ({ leadId }) => [{ leadId, content: "您好", messageId: MessageId.parse(v7()) }],
    expect: "missing",
    mixed: ({ leadId }, theirs, wall) => [
      { leadId, type: "image" as const, fileID: theirs.fileId },
      { leadId, content: "您好", quotedId: theirs.inboundId },
      ...(wall === "own" ? [] : [{ leadId, content: "您好", channel: theirs.channelId }]),
      ...(wall === "organization" ? [] : [{ leadId, content: "您好", messageId: theirs.failedId }]),
    ],
  }),
  retryMessage: of(chat.retryMessage, { requests: ({ failedId }) => [{ messageId: failedId }], expect: "missing" }),
  uploadFile: rowless(chat.uploadFile, {}, { file: picture }),
  readConversation: of(chat.readConversation, {
    requests: ({ conversationId }) => [{ conversationId }],
    expect: "missing",
  }),
  deliveryProblems: of(chat.deliveryProblems, {
    requests: () => [{ pageSize: 100 }],
    expect: "blank",
    shows: ({ problem }) => problem,
    walls: ["organization", "branch"],
  }),
  rerunDelivery: of(chat.rerunDelivery, {
    requests: ({ deliveryId }) => [{ recordID: deliveryId }],
    expect: "missing",
    walls: ["organization", "branch"],
  }),
};

const channelSamples: Samples["channels"] = {
  whatsappSetting: of(channels.whatsappSetting, {
    requests: () => [{}],
    expect: "blank",
    shows: ({ channelId }) => channelId,
    walls: ["organization", "branch"],
  }),
  resumeChannel: of(channels.resumeChannel, {
    requests: ({ channelId }) => [{ recordID: channelId }],
    expect: "missing",
    walls: ["organization", "branch"],
  }),
};

/** One for every call of the contract; a call without one does not compile, and fails the test. */
export const samples: Samples = {
  login: { logOn: unsigned, captcha: unsigned, logOut: { requests: () => [{}], expect: "blank", walls: [] } },
  menus: { routes: { requests: () => [{}], expect: "blank", walls: organizationOnly } },
  member: {
    user: rowless(member.user, {}),
    completeTour: rowless(member.completeTour, {}),
    salesList: of(member.salesList, {
      requests: ({ branchId }) => [{}, { branchID: branchId }],
      expect: "blank",
      walls: organizationOnly,
    }),
    tutorList: of(member.tutorList, {
      requests: ({ branchId }) => [{}, { branchID: branchId }],
      expect: "blank",
      walls: organizationOnly,
    }),
    branchList: rowless(member.branchList, {}),
  },
  leads: leadSamples,
  channels: channelSamples,
  media: {
    customItems: of(media.customItems, {
      requests: () => [1, 2, 3, 4, 5, 6, 7, 8].map((ProjectID) => ({ ProjectID })),
      expect: "blank",
      walls: organizationOnly,
    }),
    channels: of(media.channels, {
      requests: () => [{ Type: 1 }, { Type: 2 }, { Type: 3 }],
      expect: "blank",
      walls: organizationOnly,
    }),
  },
  chat: chatSamples,
  // Its address is the permission: file-addresses.test.ts.
  file: { get: unsigned },
};
