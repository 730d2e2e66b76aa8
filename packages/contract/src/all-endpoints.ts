import { adServices } from "./ad-services.ts";
import { aiImages } from "./ai-images.ts";
import { assistant } from "./assistant.ts";
import { autoLogin } from "./auto-login.ts";
import { backup } from "./backup.ts";
import { billing } from "./billing.ts";
import { branches } from "./branches.ts";
import { broadcastMessages } from "./broadcast-messages.ts";
import { broadcastPlans } from "./broadcast-plans.ts";
import { broadcastSettings } from "./broadcast-settings.ts";
import { campaigns } from "./campaigns.ts";
import { carts } from "./carts.ts";
import { catalogueSync } from "./catalogue-sync.ts";
import { channels } from "./channels.ts";
import { chat } from "./chat.ts";
import { chatAssistant } from "./chat-assistant.ts";
import { chatComposer } from "./chat-composer.ts";
import { chatHolding } from "./chat-holding.ts";
import { chatOfLead } from "./chat-of-lead.ts";
import { chatPlace } from "./chat-place.ts";
import { chatProducts } from "./chat-products.ts";
import { chatSearch } from "./chat-search.ts";
import { chatSettings } from "./chat-settings.ts";
import { chatStates } from "./chat-states.ts";
import { chatTemplates } from "./chat-templates.ts";
import { closing } from "./closing.ts";
import { consents } from "./consents.ts";
import { conversions } from "./conversions.ts";
import { dashboard } from "./dashboard.ts";
import { departments } from "./departments.ts";
import { dictionary } from "./dictionary.ts";
import { emailSettings } from "./email-settings.ts";
import { emailTemplates } from "./email-templates.ts";
import type { EndpointTable } from "./endpoint.ts";
import { file } from "./file.ts";
import { googleLeads } from "./google-leads.ts";
import { gpt } from "./gpt.ts";
import { handOver } from "./hand-over.ts";
import { imports } from "./imports.ts";
import { landingDomains } from "./landing-domains.ts";
import { landingEntries } from "./landing-entries.ts";
import { landingPages } from "./landing-pages.ts";
import { landingSplits } from "./landing-splits.ts";
import { landingWebhooks } from "./landing-webhooks.ts";
import { leadBulk } from "./lead-bulk.ts";
import { leadCard } from "./lead-card.ts";
import { leadDesk } from "./lead-desk.ts";
import { leadFamilies } from "./lead-families.ts";
import { leadPaths } from "./lead-path.ts";
import { leadRules } from "./lead-rules.ts";
import { leads } from "./leads.ts";
import { line } from "./line.ts";
import { lineTracking } from "./line-tracking.ts";
import { linkedCard } from "./linked-card.ts";
import { log } from "./log.ts";
import { login } from "./login.ts";
import { media } from "./media.ts";
import { member } from "./member.ts";
import { menus } from "./menus.ts";
import { messageTemplates } from "./message-templates.ts";
import { metaSettings } from "./meta-settings.ts";
import { notices } from "./notices.ts";
import { notifications } from "./notifications.ts";
import { operators } from "./operators.ts";
import { orderDiscounts } from "./order-discounts.ts";
import { orderInstalments } from "./order-instalments.ts";
import { orderTotals } from "./order-totals.ts";
import { orders } from "./orders.ts";
import { organization } from "./organization.ts";
import { ownAccount } from "./own-account.ts";
import { palette } from "./palette.ts";
import { passwordReset } from "./password-reset.ts";
import { paymentPlatforms } from "./payment-platforms.ts";
import { payments } from "./payments.ts";
import { platformRefunds } from "./platform-refunds.ts";
import { products } from "./products.ts";
import { purchases } from "./purchases.ts";
import { quickReplies } from "./quick-replies.ts";
import { receiptSettings } from "./receipt-settings.ts";
import { receipts } from "./receipts.ts";
import { registration } from "./registration.ts";
import { roles } from "./roles.ts";
import { sessions } from "./sessions.ts";
import { staff } from "./staff.ts";
import { targets } from "./targets.ts";
import { taxInvoices } from "./tax-invoices.ts";
import { todayList } from "./today.ts";
import { transferProofs } from "./transfer-proofs.ts";
import { twoStep } from "./two-step.ts";
import { updates } from "./updates.ts";
import { views } from "./views.ts";
import { volcengine } from "./volcengine.ts";
import { welcome } from "./welcome.ts";

/** Every call of the product by module: read by the server, the documentation and the checks. */
export const allEndpoints = {
  login,
  menus,
  member,
  staff,
  organization,
  billing,
  linkedCard,
  adServices,
  operators,
  branches,
  registration,
  passwordReset,
  leads,
  leadFamilies,
  leadCard,
  consents,
  leadDesk,
  leadBulk,
  leadRules,
  media,
  chat,
  chatStates,
  chatSearch,
  chatHolding,
  chatSettings,
  backup,
  chatOfLead,
  chatPlace,
  chatProducts,
  chatComposer,
  quickReplies,
  channels,
  line,
  lineTracking,
  welcome,
  file,
  notices,
  notifications,
  updates,
  dashboard,
  imports,
  handOver,
  sessions,
  autoLogin,
  twoStep,
  ownAccount,
  log,
  departments,
  dictionary,
  views,
  palette,
  roles,
  targets,
  taxInvoices,
  todayList,
  messageTemplates,
  landingPages,
  landingDomains,
  landingSplits,
  landingWebhooks,
  landingEntries,
  googleLeads,
  metaSettings,
  campaigns,
  volcengine,
  leadPaths,
  conversions,
  products,
  orders,
  orderInstalments,
  platformRefunds,
  orderTotals,
  purchases,
  carts,
  receipts,
  receiptSettings,
  orderDiscounts,
  transferProofs,
  closing,
  paymentPlatforms,
  emailSettings,
  emailTemplates,
  payments,
  catalogueSync,
  broadcastMessages,
  broadcastPlans,
  broadcastSettings,
  aiImages,
  chatTemplates,
  assistant,
  chatAssistant,
  gpt,
} satisfies Record<string, EndpointTable>;
