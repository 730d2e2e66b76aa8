import { channels } from "@homeroom/contract/channels";
import { chat } from "@homeroom/contract/chat";
import { MessageId } from "@homeroom/contract/ids";
import { leads } from "@homeroom/contract/leads";
import { member } from "@homeroom/contract/member";
import { v7 } from "uuid";
import { picture } from "./picture.ts";
import { named, of, organizationOnly, rowless, type Samples, unsigned } from "./sample.ts";
import {
  campaignSamples,
  conversionSamples,
  googleLeadSamples,
  leadPathSamples,
  lineTrackingSamples,
  metaSettingSamples,
  volcengineSamples,
} from "./samples-advertising.ts";
import { assistantSamples, chatAssistantSamples, gptSamples } from "./samples-assistant.ts";
import { departmentSamples, dictionarySamples, logSamples } from "./samples-audit.ts";
import { adServiceSamples, billingSamples, linkedCardSamples, operatorSamples } from "./samples-billing.ts";
import { broadcastMessageSamples, broadcastPlanSamples, broadcastSettingSamples } from "./samples-broadcast.ts";
import { chatOfLeadSamples } from "./samples-chat-of-lead.ts";
import { chatPlaceSamples, chatProductSamples } from "./samples-chat-place.ts";
import { chatSearchSamples } from "./samples-chat-search.ts";
import { chatStateSamples } from "./samples-chat-states.ts";
import { composerSamples, quickReplySamples } from "./samples-composer.ts";
import { consentSamples } from "./samples-consents.ts";
import { emailSettingSamples } from "./samples-email-settings.ts";
import { emailTemplateSamples } from "./samples-email-templates.ts";
import { handOverSamples } from "./samples-hand-over.ts";
import { backupSamples, chatHoldingSamples, chatSettingSamples } from "./samples-holding.ts";
import { imageSamples } from "./samples-images.ts";
import { importSamples } from "./samples-imports.ts";
import {
  landingDomainSamples,
  landingEntrySamples,
  landingPageSamples,
  landingSplitSamples,
  landingWebhookSamples,
} from "./samples-landing-pages.ts";
import { leadBulkSamples } from "./samples-lead-bulk.ts";
import { leadCardSamples } from "./samples-lead-card.ts";
import { leadDeskSamples } from "./samples-lead-desk.ts";
import { leadFamilySamples } from "./samples-lead-families.ts";
import { leadRuleSamples } from "./samples-lead-rules.ts";
import { lineSamples, welcomeSamples } from "./samples-line.ts";
import { mediaSamples } from "./samples-media.ts";
import { chatTemplateSamples, templateSamples, whatsappSamples } from "./samples-message-templates.ts";
import {
  dashboardSamples,
  noticeSamples,
  notificationSamples,
  todayListSamples,
  updateSamples,
} from "./samples-notices.ts";
import {
  cartSamples,
  closingSamples,
  orderDiscountSamples,
  orderInstalmentSamples,
  orderSamples,
  orderTotalSamples,
  platformRefundSamples,
  proofSamples,
  purchaseSamples,
  receiptSamples,
  receiptSettingSamples,
  taxInvoiceSamples,
} from "./samples-orders.ts";
import { ownAccountSamples } from "./samples-own-account.ts";
import { paletteSamples } from "./samples-palette.ts";
import { paymentPlatformSamples } from "./samples-payment-platforms.ts";
import { paymentSamples } from "./samples-payments.ts";
import { branchSamples, organizationSamples, placeSignInSamples } from "./samples-places.ts";
import { catalogueSyncSamples, productSamples } from "./samples-products.ts";
import { passwordResetSamples, registrationSamples } from "./samples-registration.ts";
import { menuSamples, roleSamples } from "./samples-roles.ts";
import { staffSamples } from "./samples-staff.ts";
import { targetSamples } from "./samples-targets.ts";
import { viewSamples } from "./samples-views.ts";

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
  info: named(leads.info, ({ leadId }) => ({ leadId }), { shows: ({ nickname }) => nickname }),
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
  edit: named(leads.edit, ({ leadId, version }) => ({ leadId, version, ...leadForm() }), {
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
  change: named(leads.change, ({ leadId, version }) => ({ leadId, version, changes: leadForm() }), {
    mixed(mine, { salesId, listItemId, leadChannelId, fileId }, wall) {
      const { leadId, version } = mine;
      const choices = [{ sales: salesId }, { status: listItemId }, { tag: [listItemId] }, { channel: leadChannelId }];
      const strange = wall === "organization" ? [...choices, { regularContact: listItemId }] : [];
      return [...strange, { avatarFileID: fileId }].map((changes) => ({ leadId, version, changes }));
    },
  }),
  editContacts: named(leads.editContacts, ({ leadId, version }) => ({
    leadId,
    version,
    contact1: { name: "媽媽" },
    contact2: {},
  })),
  logs: named(leads.logs, ({ leadId }) => ({ leadId }), { shows: ({ leadId }) => leadId }),
  notes: named(leads.notes, ({ leadId }) => ({ leadId })),
  addNote: named(leads.addNote, ({ leadId }) => ({ leadId, content: "已致電" }), {
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
      { filter: "NoReply" as const, counts: "all" as const },
      { filters: ["NoReply" as const, "Under24h" as const], channel: "whatsapp" as const },
      { state: "closed" as const },
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
    requests: ({ conversationId, inboundId, leadId }) => [
      { conversationId },
      { leadId },
      { conversationId, changedSince: 0 },
      { conversationId, before: inboundId },
      { conversationId, after: inboundId },
      { conversationId, around: inboundId },
    ],
    expect: "missing",
    shows: ({ inboundId }) => inboundId,
  }),
  sendMessage: of(chat.sendMessage, {
    requests: ({ leadId }) => [
      { leadId, content: "您好", messageId: MessageId.parse(v7()) },
      { leadId, type: "location" as const, place: { name: "大安校", latitude: 25, longitude: 121 } },
    ],
    expect: "missing",
    mixed: ({ leadId }, theirs, wall) => [
      { leadId, type: "image" as const, fileID: theirs.fileId },
      { leadId, content: "您好", quotedId: theirs.inboundId },
      ...(wall === "own" ? [] : [{ leadId, content: "您好", channel: theirs.channelId }]),
      { leadId, content: "您好", messageId: theirs.failedId },
    ],
  }),
  retryMessage: named(chat.retryMessage, ({ failedId }) => ({ messageId: failedId })),
  uploadFile: rowless(chat.uploadFile, {}, { file: picture }),
  readConversation: of(chat.readConversation, {
    requests: ({ conversationId, leadId }) => [{ conversationId }, { leadId }],
    expect: "missing",
  }),
  deliveryProblems: rowless(
    chat.deliveryProblems,
    { pageSize: 100 },
    { shows: ({ problem }) => problem, walls: ["organization", "branch"] },
  ),
  rerunDelivery: named(chat.rerunDelivery, ({ deliveryId }) => ({ recordID: deliveryId }), {
    walls: ["organization", "branch"],
  }),
};

const channelSamples: Samples["channels"] = {
  whatsappSetting: rowless(
    channels.whatsappSetting,
    {},
    { shows: ({ channelId }) => channelId, walls: ["organization", "branch"] },
  ),
  resumeChannel: named(channels.resumeChannel, ({ channelId }) => ({ recordID: channelId }), {
    walls: ["organization", "branch"],
  }),
  ...whatsappSamples,
};

/** One for every call of the contract; a call without one does not compile, and fails the test. */
export const samples: Samples = {
  menus: menuSamples,
  roles: roleSamples,
  login: {
    logOn: unsigned,
    firstLogOn: unsigned,
    sendFirstCode: unsigned,
    twoStepLogOn: unsigned,
    captcha: unsigned,
    logOut: { requests: () => [{}], expect: "blank", walls: [] },
    ...placeSignInSamples,
  },
  organization: organizationSamples,
  branches: branchSamples,
  ...ownAccountSamples,
  registration: registrationSamples,
  passwordReset: passwordResetSamples,
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
  staff: staffSamples,
  leads: leadSamples,
  leadFamilies: leadFamilySamples,
  leadCard: leadCardSamples,
  consents: consentSamples,
  leadDesk: leadDeskSamples,
  leadBulk: leadBulkSamples,
  leadRules: leadRuleSamples,
  channels: channelSamples,
  line: lineSamples,
  welcome: welcomeSamples,
  media: mediaSamples,
  chat: chatSamples,
  chatStates: chatStateSamples,
  chatSearch: chatSearchSamples,
  chatHolding: chatHoldingSamples,
  chatSettings: chatSettingSamples,
  backup: backupSamples,
  chatOfLead: chatOfLeadSamples,
  chatPlace: chatPlaceSamples,
  chatProducts: chatProductSamples,
  chatComposer: composerSamples,
  quickReplies: quickReplySamples,
  imports: importSamples,
  handOver: handOverSamples,
  log: logSamples,
  departments: departmentSamples,
  dictionary: dictionarySamples,
  // Its address is the permission: file-addresses.test.ts.
  file: { get: unsigned },
  notices: noticeSamples,
  notifications: notificationSamples,
  updates: updateSamples,
  dashboard: dashboardSamples,
  todayList: todayListSamples,
  views: viewSamples,
  palette: paletteSamples,
  targets: targetSamples,
  taxInvoices: taxInvoiceSamples,
  messageTemplates: templateSamples,
  products: productSamples,
  orders: orderSamples,
  orderInstalments: orderInstalmentSamples,
  platformRefunds: platformRefundSamples,
  orderTotals: orderTotalSamples,
  carts: cartSamples,
  receipts: receiptSamples,
  receiptSettings: receiptSettingSamples,
  orderDiscounts: orderDiscountSamples,
  transferProofs: proofSamples,
  closing: closingSamples,
  purchases: purchaseSamples,
  billing: billingSamples,
  linkedCard: linkedCardSamples,
  adServices: adServiceSamples,
  operators: operatorSamples,
  paymentPlatforms: paymentPlatformSamples,
  emailSettings: emailSettingSamples,
  emailTemplates: emailTemplateSamples,
  payments: paymentSamples,
  landingPages: landingPageSamples,
  landingDomains: landingDomainSamples,
  landingSplits: landingSplitSamples,
  landingWebhooks: landingWebhookSamples,
  landingEntries: landingEntrySamples,
  googleLeads: googleLeadSamples,
  metaSettings: metaSettingSamples,
  campaigns: campaignSamples,
  lineTracking: lineTrackingSamples,
  volcengine: volcengineSamples,
  leadPaths: leadPathSamples,
  conversions: conversionSamples,
  catalogueSync: catalogueSyncSamples,
  broadcastMessages: broadcastMessageSamples,
  broadcastPlans: broadcastPlanSamples,
  broadcastSettings: broadcastSettingSamples,
  aiImages: imageSamples,
  chatTemplates: chatTemplateSamples,
  assistant: assistantSamples,
  chatAssistant: chatAssistantSamples,
  gpt: gptSamples,
};
