import { type Feature, features, titleOf } from "@homeroom/contract/features";
import { MenuId } from "@homeroom/contract/ids";
import { type Permission, permissions } from "@homeroom/contract/permissions";
import { v5 } from "uuid";

/** An entry of the product's own menu. `title` is the key of its text in the web app. */
export interface MenuEntry {
  readonly name: string;
  readonly title: string;
  readonly type: "CATALOG" | "MENU" | "EXTLINK";
  /** Name of the catalogue that it is in; null at the top. */
  readonly parent: string | null;
  /** The whole path, or the address of an external link. */
  readonly path: string;
  readonly view: string;
  readonly icon: string;
  /** Any one of these permissions opens it; empty: open to everyone. A catalogue opens with its contents. */
  readonly needs: readonly Permission[];
  /** The permissions granted with this screen: its buttons. */
  readonly buttons: readonly Permission[];
  readonly hidden: boolean;
  readonly keepAlive: boolean;
  readonly platformOnly: boolean;
}

type Options = Partial<Pick<MenuEntry, "needs" | "hidden" | "keepAlive" | "platformOnly">> & { things?: string[] };
/** Name, path, view, icon, title; then the areas of permissions that belong to it (`crm:lead`), or more. */
type Screen = readonly [string, string, string, string, string, (string | Options)?];

type Catalogue = readonly [name: string, path: string, icon: string, title: string];

function screen(parent: string | null, [name, path, view, icon, title, more]: Screen): MenuEntry {
  const options: Options = typeof more === "string" ? { things: [more] } : (more ?? {});
  const things = options.things ?? [];
  const buttons = things.flatMap((thing) => permissions.filter((one) => one.startsWith(`${thing}:`)));
  const needs = options.needs ?? buttons.filter((one) => one.endsWith(":query"));
  const { hidden = false, keepAlive = false, platformOnly = false } = options;
  return { name, title, type: "MENU", parent, path, view, icon, needs, buttons, hidden, keepAlive, platformOnly };
}

function catalogue([name, path, icon, title]: Catalogue, screens: readonly Screen[]): MenuEntry[] {
  const own = screen(null, [name, path, "Layout", icon, title]);
  const entries = screens.flatMap((one) => [one, ...declaredAfter(one[0])]);
  return [{ ...own, type: "CATALOG" }, ...entries.map((one) => screen(name, one))];
}

/** The screens of declared features that follow an entry, and those that follow them. */
function declaredAfter(name: string): Screen[] {
  return (features as readonly Feature[])
    .filter(({ menu }) => menu.after === name)
    .flatMap(({ thing, menu }) => [
      [menu.name, menu.path, menu.view, menu.icon, titleOf(menu.name), thing] as const,
      ...declaredAfter(menu.name),
    ]);
}

const hidden = (...needs: Permission[]): Options => ({ hidden: true, needs });

// Shown once platform staff have entered the manual's address.
const manual: MenuEntry = {
  ...screen(null, ["Document", "https://manual.homeroom.test/", "", "document", "document", { hidden: true }]),
  type: "EXTLINK",
};

/** Every menu entry of the product, parents first, in their order. */
export const menuTree: readonly MenuEntry[] = [
  screen(null, [
    "Dashboard",
    "/dashboard",
    "dashboard/index",
    "homepage",
    "dashboard",
    { things: ["dash:home"], keepAlive: true },
  ]),
  ...catalogue(
    ["Lead", "/lead", "client", "lead"],
    [
      ["LeadList", "/lead/list", "lead/index", "client", "leadList", { things: ["crm:lead"], keepAlive: true }],
      ["LeadEdit", "/lead/edit/:leadId", "lead/edit", "edit", "leadEdit", hidden("crm:lead:query")],
      ["LeadDuplicates", "/lead/duplicates", "lead/duplicates", "peoples", "leadDuplicates", hidden("crm:lead:query")],
      ["LeadSetting", "/lead/setting", "lead/setting", "setting", "leadSetting", "crm:option"],
      ["LeadRules", "/lead/rules", "leadrules/index", "cascader", "leadRules", "crm:rule"],
    ],
  ),
  ...catalogue(
    ["Chat", "/chat", "message", "chat"],
    [
      [
        "WhatsappChat",
        "/chat/whatsapp",
        "chat/index",
        "message",
        "whatsappChat",
        { things: ["chat:message"], keepAlive: true },
      ],
    ],
  ),
  ...catalogue(
    ["AdMessage", "/admessage", "publish", "adMessage"],
    [
      ["AdMessageTarget", "/admessage/target", "admessage/target/index", "peoples", "sendTargets", "bulk:target"],
      [
        "AdMessagePlan",
        "/admessage/plan",
        "admessage/plan/index",
        "todolist",
        "sendPlans",
        { things: ["bulk:plan"], keepAlive: true },
      ],
      [
        "AdMessagePlanDetail",
        "/admessage/plan/:recordID",
        "admessage/plan/detail",
        "table",
        "sendPlanDetail",
        hidden("bulk:plan:query"),
      ],
      [
        "AdMessageTemplate",
        "/admessage/template",
        "admessage/template/index",
        "document",
        "messageTemplates",
        "bulk:template",
      ],
      [
        "BulkMessageSetting",
        "/admessage/setting",
        "bulkmessagesetting/index",
        "setting",
        "bulkMessageSetting",
        "bulk:setting",
      ],
    ],
  ),
  ...catalogue(
    ["Users", "/users", "peoples", "users"],
    [
      ["UserList", "/users/list", "users/index", "peoples", "userList", "crm:student"],
      [
        "UserOrder",
        "/users/order",
        "users/order/index",
        "order",
        "userOrder",
        { things: ["sale:order"], keepAlive: true },
      ],
      ["Teacher", "/users/teacher", "teacher/index", "user", "teacherList", "hr:teacher"],
      ["Fee", "/system/fee", "system/fee/index", "money", "fee", "sale:product"],
    ],
  ),
  ...catalogue(
    ["Advert", "/advert", "monitor", "advert"],
    [
      ["LandingPage", "/advert/landingpage", "advert/landingpage/index", "project", "landingPage", "ad:landing"],
      [
        "LandingPageEdit",
        "/advert/landingpage/edit/:recordID",
        "advert/landingpage/edit",
        "edit",
        "landingPageEdit",
        hidden("ad:landing:query"),
      ],
      ["MetaCampaign", "/advert/campaign", "advert/campaign/index", "api", "metaCampaign", "ad:campaign"],
      ["MetaAdset", "/advert/adset", "advert/adset/index", "api", "metaAdset", hidden("ad:campaign:query")],
      ["MetaAd", "/advert/ad", "advert/ad/index", "api", "metaAd", hidden("ad:campaign:query")],
      ["Volcengine", "/advert/volcengine", "advert/volcengine/index", "api", "volcengine", "ad:volcengine"],
      ["AiMedia", "/advert/aimedia", "advert/aimedia/index", "el-picture", "aiMedia", "ad:aimedia"],
      ["SystemAds", "/system/ads", "system/ads/index", "money", "adsTopup", "ad:topup"],
    ],
  ),
  ...catalogue(
    ["Staff", "/staff", "user", "staff"],
    [
      ["StaffList", "/staff/list", "staff/index", "user", "staffAccounts", { things: ["hr:staff"], keepAlive: true }],
      ["StaffEdit", "/staff/edit/:recordsn", "staff/edit", "edit", "staffEdit", hidden("hr:staff:query")],
      ["Role", "/system/role", "system/role/index", "role", "role", "sys:role"],
      ["RoleInfo", "/system/roleinfo/:id", "system/roleinfo/index", "role", "roleInfo", hidden("sys:role:query")],
    ],
  ),
  ...catalogue(
    ["Organization", "/organization", "setting", "organization"],
    [
      ["MediaEdit", "/organization/media", "organization/media/index", "link", "mediaEdit", "org:channel"],
      [
        "CustomField",
        "/organization/customfield",
        "organization/customfield/index",
        "dict",
        "customField",
        "org:field",
      ],
      [
        "OrgWhatsapp",
        "/organization/whatsapp",
        "organization/whatsapp/index",
        "message",
        "orgWhatsapp",
        "org:whatsapp",
      ],
      ["OrgLine", "/organization/line", "organization/line/index", "message", "orgLine", "org:line"],
      ["OrgFacebook", "/organization/facebook", "organization/facebook/index", "link", "orgFacebook", "org:meta"],
      ["OrgGoogle", "/organization/google", "organization/google/index", "link", "orgGoogle", "org:google"],
      ["OrgEmail", "/organization/email", "organization/email/index", "el-message", "orgEmail", "org:email"],
      ["ChatManage", "/organization/chat", "organization/chat/index", "monitor", "chatManage", "org:chat"],
      [
        "QuickReply",
        "/organization/quickreply",
        "organization/quickreply/index",
        "message",
        "quickReply",
        "chat:reply",
      ],
    ],
  ),
  ...catalogue(
    ["System", "/system", "system", "system"],
    [
      [
        "SystemOptions",
        "/system/sys",
        "system/sys/index",
        "setting",
        "systemOptions",
        { things: ["org:gpt", "org:pay", "org:welcome"] },
      ],
      [
        "AccountSetting",
        "/system/setting",
        "system/setting/index",
        "user",
        "accountSetting",
        { things: ["org:info"], hidden: true, needs: [] },
      ],
      ["Branch", "/system/branch", "system/branch/index", "tree", "branch", "org:branch"],
      ["Payment", "/system/payment", "system/payment/index", "money", "payment", { things: ["bill"] }],
      ["User", "/system/user", "system/user/index", "user", "systemUser", "sys:user"],
      ["Menu", "/system/menu", "system/menu/index", "menu", "menuList", { things: ["sys:menu"], platformOnly: true }],
      ["Dict", "/system/dict", "system/dict/index", "dict", "dict", { things: ["sys:dict"], platformOnly: true }],
      [
        "Operator",
        "/system/operator",
        "system/operator/index",
        "monitor",
        "operator",
        { things: ["sys:operator"], platformOnly: true },
      ],
      ["Log", "/system/log", "system/log/index", "document", "log", "sys:log"],
      ["Notice", "/system/notice", "system/notice/index", "el-bell", "notice", "sys:notice"],
    ],
  ),
  manual,
];

const idsOfNames = "6b1f7c7e-3f0a-5a54-9a55-7d1f0c3a2e10";

/** The id of a product entry or button: derived from its name, the same on every installation. */
export function menuIdOf(name: string): MenuId {
  return MenuId.parse(v5(name, idsOfNames));
}
