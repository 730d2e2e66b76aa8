import type { ReadyAdAccount } from "../meta/ready-business.ts";

/** The demo's app at Volcengine's advertising, in the open. */
export const oceanApp = { appId: "1700000000000009", appSecret: "demo-volcengine-app-secret" } as const;

/** What the demo organisation is connected with. */
export const demoOceanKeys = { token: "demo-ocean-token", refreshToken: "demo-ocean-refresh" } as const;

/** The advertiser of the person who signs in. */
export const readyAdvertiser: ReadyAdAccount = {
  id: "1790000000000001",
  name: "晨光文理 抖音招生",
  currency: "CNY",
  timeZone: "Asia/Shanghai",
  prefix: "17",
  campaigns: ["抖音 秋季開放日", "抖音 鋼琴體驗課"],
};
