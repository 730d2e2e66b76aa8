import type { ViewRegistry } from "./routes/view-registry.ts";

/** The screens that the server's menu can name. A menu entry whose view is not here is not shown. */
export const views: ViewRegistry = {
  "dashboard/index": {
    load: () => import("#modules/dashboard/screens/dashboard.tsx").then(({ Dashboard }) => Dashboard),
    texts: ["dashboard"],
  },
  "lead/index": {
    load: () => import("#modules/leads/screens/lead-list.tsx").then(({ LeadList }) => LeadList),
    texts: ["leads"],
  },
  "lead/setting": {
    load: () => import("#modules/lists/screens/lead-settings.tsx").then(({ LeadSettings }) => LeadSettings),
    texts: ["leadSettings"],
  },
  "lead/edit": {
    load: () => import("#modules/leads/screens/lead-page.tsx").then(({ LeadPage }) => LeadPage),
    texts: ["leads"],
  },
  "admessage/target/index": {
    load: () => import("#modules/targets/screens/target-list.tsx").then(({ TargetList }) => TargetList),
    texts: ["targets"],
  },
  "admessage/template/index": {
    load: () => import("#modules/message-templates/screens/templates.tsx").then(({ Templates }) => Templates),
    texts: ["messageTemplates", "emailTemplates"],
  },
  "system/fee/index": {
    load: () => import("#modules/products/screens/product-list.tsx").then(({ ProductList }) => ProductList),
    texts: ["products"],
  },
  "admessage/plan/index": {
    load: () => import("#modules/broadcast-plans/screens/plan-list.tsx").then(({ PlanList }) => PlanList),
    texts: ["broadcastPlans", "emailTemplates"],
  },
  "admessage/plan/detail": {
    load: () => import("#modules/broadcast-plans/screens/plan-page.tsx").then(({ PlanPage }) => PlanPage),
    texts: ["broadcastPlans", "emailTemplates", "inbox", "targets"],
  },
  "bulkmessagesetting/index": {
    load: () =>
      import("#modules/broadcast-plans/screens/broadcast-setting.tsx").then((screen) => screen.BroadcastSetting),
    texts: ["broadcastPlans"],
  },
  "users/order/index": {
    load: () => import("#modules/orders/screens/sales.tsx").then(({ Sales }) => Sales),
    texts: ["orders", "invoices"],
  },
  "advert/aimedia/index": {
    load: () => import("#modules/ai-images/screens/image-library.tsx").then(({ ImageLibrary }) => ImageLibrary),
    texts: ["aiImages"],
  },
  "advert/campaign/index": {
    load: () => import("#modules/campaigns/screens/ad-lists.tsx").then(({ CampaignList }) => CampaignList),
    texts: ["campaigns"],
  },
  "advert/adset/index": {
    load: () => import("#modules/campaigns/screens/ad-lists.tsx").then(({ AdsetList }) => AdsetList),
    texts: ["campaigns"],
  },
  "advert/ad/index": {
    load: () => import("#modules/campaigns/screens/ad-lists.tsx").then(({ AdList }) => AdList),
    texts: ["campaigns"],
  },
  "advert/volcengine/index": {
    load: () => import("#modules/campaigns/screens/volcengine.tsx").then(({ Volcengine }) => Volcengine),
    texts: ["campaigns", "advertising"],
  },
  "advert/landingpage/index": {
    load: () => import("#modules/landing-pages/screens/page-list.tsx").then(({ PageList }) => PageList),
    texts: ["landingPages"],
  },
  "advert/landingpage/edit": {
    load: () => import("#modules/landing-pages/screens/page-editor.tsx").then(({ PageEditor }) => PageEditor),
    texts: ["landingPages"],
  },
  "users/index": {
    load: () => import("#modules/leads/screens/student-list.tsx").then(({ StudentList }) => StudentList),
    texts: ["leads", "students"],
  },
  "leadrules/index": {
    load: () => import("#modules/lead-rules/screens/lead-rules.tsx").then((screen) => screen.LeadRules),
    texts: ["leadRules"],
  },
  "lead/duplicates": {
    load: () => import("#modules/leads/screens/lead-duplicates.tsx").then((screen) => screen.LeadDuplicates),
    texts: ["leads"],
  },
  "staff/index": {
    load: () => import("#modules/staff/screens/staff-list.tsx").then(({ StaffList }) => StaffList),
    texts: ["staff"],
  },
  "staff/edit": {
    load: () => import("#modules/staff/screens/staff-page.tsx").then(({ StaffPage }) => StaffPage),
    texts: ["staff"],
  },
  "teacher/index": {
    load: () => import("#modules/staff/screens/teacher-list.tsx").then(({ TeacherList }) => TeacherList),
    texts: ["staff"],
  },
  "system/user/index": {
    load: () => import("#modules/staff/screens/account-list.tsx").then(({ AccountList }) => AccountList),
    texts: ["staff"],
  },
  "system/setting/index": {
    load: () => import("./pages/account-settings-page.tsx").then((page) => page.AccountSettingsPage),
    texts: ["account", "plain", "notices"],
  },
  "system/payment/index": {
    load: () => import("#modules/billing/screens/payment.tsx").then(({ Payment }) => Payment),
    texts: ["billing", "adServices"],
  },
  "system/ads/index": {
    load: () => import("#modules/ad-services/screens/ads-top-up.tsx").then(({ AdsTopUp }) => AdsTopUp),
    texts: ["adServices"],
  },
  "system/operator/index": {
    load: () => import("#modules/operators/screens/operators.tsx").then(({ Operators }) => Operators),
    texts: ["operators", "adServices", "billing"],
  },
  "chat/index": {
    load: () => import("#modules/inbox/screens/inbox.tsx").then(({ Inbox }) => Inbox),
    prefetch: () => import("#modules/inbox/screens/inbox.tsx").then(({ prefetchInbox }) => prefetchInbox()),
    texts: ["inbox", "composer"],
  },
  "system/branch/index": {
    load: () => import("#modules/organizations/screens/places.tsx").then(({ Places }) => Places),
    texts: ["organizations"],
  },
  "system/role/index": {
    load: () => import("#modules/roles/screens/role-list.tsx").then(({ RoleList }) => RoleList),
    texts: ["roles", "permissions"],
  },
  "system/roleinfo/index": {
    load: () => import("#modules/roles/screens/role-page.tsx").then(({ RolePage }) => RolePage),
    texts: ["roles", "permissions"],
  },
  "system/menu/index": {
    load: () => import("#modules/menus/screens/menu-list.tsx").then(({ MenuList }) => MenuList),
    texts: ["menus", "permissions"],
  },
  "organization/media/index": {
    load: () => import("#modules/lists/screens/lead-channels.tsx").then(({ LeadChannels }) => LeadChannels),
    texts: ["channelSettings"],
  },
  "organization/customfield/index": {
    load: () => import("#modules/lists/screens/custom-fields.tsx").then(({ CustomFields }) => CustomFields),
    texts: ["leadSettings"],
  },
  "organization/google/index": {
    load: () => import("./pages/google-page.tsx").then(({ GooglePage }) => GooglePage),
    texts: ["utm", "advertising"],
  },
  "organization/facebook/index": {
    load: () => import("#modules/advertising/screens/meta-setting.tsx").then((screen) => screen.MetaSettingScreen),
    texts: ["advertising"],
  },
  "organization/whatsapp/index": {
    load: () => import("#modules/channels/screens/whatsapp-channels.tsx").then((screen) => screen.WhatsappChannels),
    texts: ["channels"],
  },
  "organization/chat/index": {
    load: () => import("#modules/chat-settings/screens/chat-management.tsx").then((screen) => screen.ChatManagement),
    texts: ["chatManage", "leadRules"],
  },
  "organization/quickreply/index": {
    load: () => import("#modules/quick-replies/screens/quick-replies.tsx").then((screen) => screen.QuickReplies),
    texts: ["quickReplies"],
  },
  "system/sys/index": {
    load: () => import("#modules/system-options/screens/system-options.tsx").then((screen) => screen.SystemOptions),
    texts: ["systemOptions", "assistant", "leadRules", "channels", "line", "paymentPlatforms"],
  },
  "organization/line/index": {
    load: () => import("#modules/channels/screens/line-channels.tsx").then((screen) => screen.LineChannels),
    texts: ["channels", "line"],
  },
  "organization/email/index": {
    load: () => import("#modules/email-settings/screens/email-settings.tsx").then((screen) => screen.EmailSettings),
    texts: ["emailSettings"],
  },
  "system/log/index": {
    load: () => import("#modules/audit/screens/log.tsx").then(({ Log }) => Log),
    texts: ["log"],
  },
  "system/dept/index": {
    load: () => import("#modules/departments/screens/department-list.tsx").then((screen) => screen.DepartmentList),
    texts: ["departments"],
  },
  "system/dict/index": {
    load: () => import("#modules/dictionary/screens/dictionary-list.tsx").then((screen) => screen.DictionaryList),
    texts: ["dictionary"],
  },
  "system/notice/index": {
    load: () => import("#modules/notices/screens/notice-list.tsx").then(({ NoticeList }) => NoticeList),
    texts: ["notices"],
  },
};
