/** The demo's app at Meta, in the open. */
export const metaApp = {
  appId: "400000000000009",
  appSecret: "demo-meta-app-secret",
  verifyToken: "demo-meta-verify-token",
} as const;

/** Who signs in at Meta, and the pages that they may manage. */
export const metaUser = { id: "10000000000000077", name: "林校長" } as const;

/** What the demo organisation is connected with. */
export const demoToken = "demo-meta-token";

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
