import { arkMaker } from "#integrations/ark/maker";
import { difyProvider } from "#integrations/dify/provider";
import { ecpayGateway } from "#integrations/ecpay/gateway";
import { ecpayInvoices } from "#integrations/ecpay/invoice-issuer";
import { backupProvider } from "#integrations/group-backup/provider";
import { lineAccounts } from "#integrations/line/account";
import { lineLogin } from "#integrations/line/login";
import { lineProvider } from "#integrations/line/provider";
import { lineTracker } from "#integrations/line/tracker";
import { lineWebhook } from "#integrations/line/webhook";
import { metaConversions } from "#integrations/meta-ads/conversions";
import { metaProvider } from "#integrations/meta-ads/provider";
import { openaiProvider } from "#integrations/openai/provider";
import { paypalGateway } from "#integrations/paypal/gateway";
import { shoplineGateway } from "#integrations/shopline-payments/gateway";
import { volcengineProvider } from "#integrations/volcengine-ads/provider";
import { webPushSender } from "#integrations/web-push/sender";
import { whatsappAccounts } from "#integrations/whatsapp/accounts";
import { facebookCatalogue } from "#integrations/whatsapp/catalogue";
import { whatsappProvider } from "#integrations/whatsapp/provider";
import { whatsappTemplates } from "#integrations/whatsapp/templates";
import { whatsappWebhook } from "#integrations/whatsapp/webhook";
import {
  accountsModule,
  admitToBranch,
  countByDepartment,
  ownerOf,
  peopleByIds,
  staffImport,
} from "#modules/accounts/public";
import { advertisingModule, formsOfBranch } from "#modules/advertising/public";
import { aiImagesModule } from "#modules/ai-images/public";
import { assistantModule } from "#modules/assistant/public";
import { auditModule, peopleInAudit } from "#modules/audit/public";
import { awaitsPayment, billingModule, titleOfPlanOrder } from "#modules/billing/public";
import {
  broadcastPlansModule,
  emailTemplatesOfPlans,
  forgetRecipients,
  listsOfPlans,
  templatesOfPlans,
} from "#modules/broadcast-plans/public";
import { applyNumberNews, channelsModule, receiveAccountNews } from "#modules/channels/public";
import { chatSettingsModule } from "#modules/chat-settings/public";
import { dashboardModule } from "#modules/dashboard/public";
import { departmentsModule } from "#modules/departments/public";
import { dictionaryModule } from "#modules/dictionary/public";
import { emailSettingsModule } from "#modules/email-settings/public";
import { emailTemplatesModule, picturesOfMails } from "#modules/email-templates/public";
import { fileAddresses, filesModule } from "#modules/files/public";
import { groupBackupModule } from "#modules/group-backup/public";
import { handOverModule } from "#modules/hand-over/public";
import { importsModule } from "#modules/imports/public";
import {
  channelDirectory,
  createDeliveryIntake,
  filesInConversations,
  inboxModule,
  isHeldByPerson,
  leadConversations,
  type MessagingProvider,
  peopleInInbox,
  storeUnclaimed,
} from "#modules/inbox/public";
import {
  categoriesOfPages,
  landingPagesModule,
  livePagesOfBranch,
  picturesOfPages,
} from "#modules/landing-pages/public";
import { isChannelInRules, leadRulesModule } from "#modules/lead-rules/public";
import { leadImport, leadsModule, listUses, peopleInLeads } from "#modules/leads/public";
import { listsModule } from "#modules/lists/public";
import { menusModule } from "#modules/menus/public";
import {
  applyReviewNews,
  inboxTemplates,
  messageTemplatesModule,
  picturesOfTemplates,
} from "#modules/message-templates/public";
import { noticesModule, picturesOfNotices } from "#modules/notices/public";
import { notificationsModule } from "#modules/notifications/public";
import { operatorsModule } from "#modules/operators/public";
import { inboxOrders, orderedProducts, ordersModule, peopleInOrders } from "#modules/orders/public";
import { organizationsModule, timeZoneOf } from "#modules/organizations/public";
import { paletteModule } from "#modules/palette/public";
import { passwordResetModule } from "#modules/password-reset/public";
import { paymentPlatformsModule } from "#modules/payment-platforms/public";
import { paymentsModule } from "#modules/payments/public";
import {
  inboxProducts,
  picturesOfProducts,
  productImport,
  productsModule,
  typesOfProducts,
} from "#modules/products/public";
import { picturesOfReplies, quickRepliesModule } from "#modules/quick-replies/public";
import { registrationModule } from "#modules/registration/public";
import { rolesModule } from "#modules/roles/public";
import { endSessionsAt, passwordCheck, signInModule, stepDemandChanged } from "#modules/sign-in/public";
import { targetsModule } from "#modules/targets/public";
import { unansweredMailsModule } from "#modules/unanswered-mails/public";
import { viewsModule } from "#modules/views/public";
import type { Platform, ServerModule } from "#platform/server-module";

/** The modules of the product, in the order in which routes are bound. */
export function modulesOf(platform: Platform, databaseUrl: string): readonly ServerModule[] {
  const { WHATSAPP_API_URL, LINE_API_URL, LINE_DATA_API_URL } = platform.settings;
  const providers = [whatsappProvider(WHATSAPP_API_URL), lineProvider(LINE_API_URL, LINE_DATA_API_URL)];
  const traces = [peopleInLeads, peopleInInbox, peopleInOrders, peopleInAudit];
  const erasing = { findFiles: [filesInConversations], forget: [forgetRecipients] };
  return [
    signInModule(platform),
    accountsModule(platform, fileAddresses(platform), traces),
    organizationsModule(platform, peopleFor(platform), [livePagesOfBranch, formsOfBranch]),
    registrationModule(platform),
    passwordResetModule(platform),
    menusModule(platform),
    rolesModule(platform),
    listsModule(platform, listUses, [{ isChannelUsed: isChannelInRules }, typesOfProducts, categoriesOfPages]),
    targetsModule(platform, [listsOfPlans]),
    leadsModule(platform, { conversations: leadConversations, ...erasing }),
    leadRulesModule(platform),
    filesModule(platform),
    handOverModule(platform),
    importsModule(platform, [staffImport(platform, traces), leadImport(), productImport([orderedProducts])]),
    viewsModule(platform),
    paletteModule(platform),
    inboxModule(platform, {
      providers,
      databaseUrl,
      noticeHandlers: [applyNumberNews, receiveAccountNews, applyReviewNews],
      templates: inboxTemplates,
      products: inboxProducts,
      orders: inboxOrders,
    }),
    channelsModule(platform, providers, {
      whatsapp: whatsappAccounts(platform.settings.WHATSAPP_API_URL),
      line: lineAccounts(LINE_API_URL, LINE_DATA_API_URL),
    }),
    ...sellingModules(platform),
    operatorsModule(platform),
    ...broadcastModules(platform, providers),
    assistantModule(platform, {
      providers: [openaiProvider(platform.settings.OPENAI_API_URL), difyProvider(platform.settings.DIFY_API_URL)],
      mayAnswer: async (tx, scope, { conversationId }) => !(await isHeldByPerson(tx, scope, conversationId)),
    }),
    chatSettingsModule(platform),
    unansweredMailsModule(platform),
    groupBackupModule(platform, backupService(platform)),
    productsModule(platform, { keeper: facebookCatalogue(WHATSAPP_API_URL), uses: [orderedProducts] }),
    imageLibrary(platform),
    landingPagesModule(platform, { tracker: lineTracker(platform.settings), login: lineLogin(LINE_API_URL) }),
    advertising(platform),
    quickRepliesModule(platform),
    notificationsModule(platform, webPushSender(platform.secrets, platform.settings.PUBLIC_URL)),
    noticesModule(platform),
    dashboardModule(platform),
    departmentsModule(platform, countByDepartment),
    dictionaryModule(platform),
    auditModule(platform, { zoneOf: timeZoneOf, findPictures: picturesOfPeople(platform) }),
    ...[whatsappCallback, lineCallback].map((callback) => callback(platform)),
  ];
}

function peopleFor(platform: Platform): Parameters<typeof organizationsModule>[1] {
  return {
    checkPassword: passwordCheck(platform),
    endSessionsAt,
    stepDemandChanged,
    admitToBranch,
    ownerOf,
    awaitsPayment,
  };
}

function advertising(platform: Platform): ServerModule {
  const { settings } = platform;
  const given = { conversions: metaConversions(settings), volcengine: volcengineProvider(settings) };
  return advertisingModule(platform, metaProvider(settings), given);
}

function imageLibrary(platform: Platform): ServerModule {
  const uses = [
    ...[picturesOfProducts, picturesOfReplies, picturesOfTemplates, picturesOfMails, picturesOfPages],
    picturesOfNotices,
  ];
  return aiImagesModule(platform, { maker: arkMaker(platform.settings), uses });
}

/** The service that keeps copies of group chats, if the installation has one. */
function backupService({ settings }: Platform) {
  return settings.BACKUP_API_URL ? backupProvider(settings.BACKUP_API_URL) : null;
}

/** Mails and messages to many recipients, and their sources. */
function broadcastModules(platform: Platform, providers: readonly MessagingProvider[]): readonly ServerModule[] {
  return [
    emailSettingsModule(platform),
    emailTemplatesModule(platform, [emailTemplatesOfPlans]),
    messageTemplatesModule(platform, whatsappTemplates(platform.settings.WHATSAPP_API_URL), [templatesOfPlans]),
    broadcastPlansModule(platform, providers),
  ];
}

/** Sales to leads and to organisations, and payments. */
function sellingModules(platform: Platform): readonly ServerModule[] {
  const { PAYPAL_API_URL, SHOPLINE_API_URL, ECPAY_API_URL, ECPAY_INVOICE_URL } = platform.settings;
  const gateways = [paypalGateway(PAYPAL_API_URL), shoplineGateway(SHOPLINE_API_URL), ecpayGateway(ECPAY_API_URL)];
  return [
    ordersModule(platform, ecpayInvoices(ECPAY_INVOICE_URL), gateways),
    paymentPlatformsModule(platform, gateways),
    paymentsModule(platform, gateways, titleOfPlanOrder(platform)),
    billingModule(platform, gateways),
  ];
}

/** Finds the addresses of people's pictures by their accounts. */
function picturesOfPeople(platform: Platform): Parameters<typeof auditModule>[1]["findPictures"] {
  const findAddresses = fileAddresses(platform);
  return async (tx, scope, ids) => {
    const people = [...(await peopleByIds(tx, scope, ids)).values()];
    const addresses = await findAddresses(
      tx,
      scope,
      people.flatMap(({ avatarFileId }) => avatarFileId ?? []),
    );
    return new Map(
      people.flatMap(({ accountId, avatarFileId }) => {
        const address = avatarFileId && addresses.get(avatarFileId);
        return address ? [[accountId, address] as const] : [];
      }),
    );
  };
}

function whatsappCallback(platform: Platform): ServerModule {
  const intake = createDeliveryIntake(platform.db);
  const webhook = whatsappWebhook({
    channels: channelDirectory(platform.db, platform.secrets, "whatsapp"),
    store: intake,
    storeUnclaimed: (call) => storeUnclaimed(platform.db, "whatsapp", call),
    log: platform.log,
  });
  return {
    name: "whatsapp",
    callbacks: async (app) => {
      await app.register(webhook);
    },
  };
}

function lineCallback(platform: Platform): ServerModule {
  const { findByAddress } = channelDirectory(platform.db, platform.secrets, "line");
  const webhook = lineWebhook({
    findChannel: findByAddress,
    store: createDeliveryIntake(platform.db),
    storeUnclaimed: (call) => storeUnclaimed(platform.db, "line", call),
    log: platform.log,
  });
  return {
    name: "line",
    callbacks: async (app) => {
      await app.register(webhook);
    },
  };
}
