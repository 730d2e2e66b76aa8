import { AccountId, BranchId, ChannelId, OrganizationId } from "@homeroom/contract/ids";
import type { DefaultRole } from "@homeroom/contract/permissions";
import type { Region } from "./names.ts";

/** Ids that tests and people rely on; they never change. */
const id = (area: number, number: number) =>
  `0199d000-${area.toString(16).padStart(4, "0")}-7000-8000-${number.toString(16).padStart(12, "0")}`;
const branchId = (number: number) => BranchId.parse(id(2, number));

export interface SeedBranch {
  branchId: BranchId;
  name: string;
  ename: string;
  region: Region;
  timeZone: string;
}

export interface SeedAccount {
  accountId: AccountId;
  email: string;
  staffId: string;
  nickname: string;
  role: DefaultRole | "owner";
  branches: readonly BranchId[];
}

export interface SeedOrganization {
  organizationId: OrganizationId;
  name: string;
  businessCategory: string;
  country: string;
  timeZone: string;
  branches: readonly SeedBranch[];
  accounts: readonly SeedAccount[];
  /** Its numbers of leads and conversations. */
  leads: number;
  conversations: number;
  seed: number;
}

/** Every demo account signs in with it. */
export const demoPassword = "Homeroom2026";

const [daan, shatin, coast, office] = [branchId(1), branchId(2), branchId(3), branchId(4)];

function account(
  number: number,
  name: string,
  [nickname, role]: readonly [string, SeedAccount["role"]],
  branches: readonly BranchId[],
): SeedAccount {
  const staffId = `S${number.toString().padStart(3, "0")}`;
  return {
    accountId: AccountId.parse(id(3, number)),
    email: `${name}.homeroom.test`,
    staffId,
    nickname,
    role,
    branches,
  };
}

export const demo: SeedOrganization = {
  organizationId: OrganizationId.parse(id(1, 1)),
  name: "晨光文理補習班",
  businessCategory: "補習及才藝",
  country: "TW",
  timeZone: "Asia/Taipei",
  branches: [
    { branchId: daan, name: "台北大安校", ename: "Da'an, Taipei", region: "taiwan", timeZone: "Asia/Taipei" },
    {
      branchId: shatin,
      name: "香港沙田校",
      ename: "Sha Tin, Hong Kong",
      region: "hongKong",
      timeZone: "Asia/Hong_Kong",
    },
  ],
  accounts: [
    account(1, "owner@demo", ["林美玲", "owner"], [daan, shatin]),
    account(2, "admin@demo", ["陳嘉怡", "admin"], [daan, shatin]),
    account(3, "tutor@demo", ["黃志明", "tutor"], [daan, shatin]),
    account(4, "sales1@demo", ["李詠詩", "sales"], [daan]),
    account(5, "sales2@demo", ["張家豪", "sales"], [daan, shatin]),
    account(6, "teacher@demo", ["何雅婷", "teacher"], [daan]),
  ],
  leads: 3000,
  conversations: 150,
  seed: 20_261,
};

/** A second tenant, to show the isolation of tenants. */
export const other: SeedOrganization = {
  organizationId: OrganizationId.parse(id(1, 2)),
  name: "海岸音樂教室",
  businessCategory: "音樂",
  country: "HK",
  timeZone: "Asia/Hong_Kong",
  branches: [{ branchId: coast, name: "西環校", ename: "Sai Wan", region: "hongKong", timeZone: "Asia/Hong_Kong" }],
  accounts: [
    account(7, "owner@other", ["周文傑", "owner"], [coast]),
    account(8, "sales@other", ["馮樂兒", "sales"], [coast]),
  ],
  leads: 12,
  conversations: 0,
  seed: 77,
};

/** The organisation that sells plans to the others. */
export const seller: SeedOrganization = {
  organizationId: OrganizationId.parse(id(1, 3)),
  name: "Homeroom",
  businessCategory: "軟體服務",
  country: "TW",
  timeZone: "Asia/Taipei",
  branches: [
    { branchId: office, name: "客戶服務", ename: "Customer service", region: "taiwan", timeZone: "Asia/Taipei" },
  ],
  accounts: [
    account(9, "owner@seller", ["羅子晴", "owner"], [office]),
    account(10, "admin@seller", ["邱柏宇", "admin"], [office]),
  ],
  leads: 0,
  conversations: 0,
  seed: 909,
};

/** The demo organisation's channels, with the values that the sandbox accepts. */
export const channels = {
  whatsapp: {
    channelId: ChannelId.parse(id(4, 1)),
    branchId: daan,
    kind: "whatsapp",
    name: "晨光 WhatsApp",
    externalId: "100000000000001",
    settings: {
      phoneNumberId: "100000000000001",
      businessAccountId: "200000000000001",
      appId: "400000000000001",
      catalogueId: "300000000000001",
      displayPhoneNumber: "+886 2 7700 0001",
    },
    secrets: {
      accessToken: "demo-access-token",
      appSecret: "demo-app-secret",
      verifyToken: "demo-verify-token",
    },
  },
  line: {
    channelId: ChannelId.parse(id(4, 2)),
    branchId: daan,
    kind: "line",
    name: "晨光 LINE 官方帳號",
    externalId: "2000000001",
    settings: { officialID: "@chenguang", botName: "晨光文理補習班", liffID: "2000000009-DemoLiff" },
    secrets: { channelSecret: "demo-line-secret", accessToken: "demo-line-access-token" },
  },
} as const;

/** Tags of the demo organisation. */
export const tags = [
  { name: "高意願", color: "red" },
  { name: "待回電", color: "red" },
  { name: "手足同班", color: "green" },
  { name: "舊生介紹", color: "green" },
  { name: "平日班", color: "blue" },
  { name: "週末班", color: "blue" },
  { name: "暑期班", color: "blue" },
] as const;

/** Lead channels besides the defaults: primary ones, and secondary ones below the chat's. */
export const ownChannels = {
  primary: ["親友介紹", "門市洽詢", "校園講座", "Google 搜尋"],
  underChat: ["官網按鈕", "Facebook 廣告", "Instagram 限時動態"],
} as const;
