/** The demo's app at Meta; not secret. */
export const metaApp = {
  appId: "400000000000009",
  appSecret: "demo-meta-app-secret",
  verifyToken: "demo-meta-verify-token",
} as const;

/** The person who signs in at Meta, and the pages that they manage. */
export const metaUser = { id: "10000000000000077", name: "林校長" } as const;

/** The demo organisation's connection. */
export const demoToken = "demo-meta-token";

/** The dataset that receives the stages of leads, and its key. */
export const readyDataset = "800000000000001";
export const datasetToken = "demo-dataset-token";

export interface ReadyPage {
  id: string;
  name: string;
  token: string;
  formId: string;
}

export const readyPages: readonly ReadyPage[] = [
  { id: "500000000000001", name: "晨光文理補習班", token: "page-token-1", formId: "600000000000001" },
  { id: "500000000000002", name: "晨光文理 香港", token: "page-token-2", formId: "600000000000002" },
];

/** An ad account of the person who signs in; its ids begin with a digit that no other account uses. */
export interface ReadyAdAccount {
  id: string;
  name: string;
  currency: string;
  timeZone: string;
  prefix: string;
  /** The prefix of the names of its campaigns. */
  campaigns: readonly string[];
}

export const readyAdAccounts: readonly ReadyAdAccount[] = [
  {
    id: "900000000000001",
    name: "晨光文理 招生",
    currency: "TWD",
    timeZone: "Asia/Taipei",
    prefix: "11",
    campaigns: ["暑期班 2026", "數學試堂", "英文會話"],
  },
  {
    id: "900000000000002",
    name: "晨光海外招生",
    currency: "HKD",
    timeZone: "Asia/Hong_Kong",
    prefix: "12",
    campaigns: ["冬令營"],
  },
];
