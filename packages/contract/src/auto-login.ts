import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { AccountId, OrganizationId, RecordId } from "./ids.ts";
import { SignedIn } from "./login.ts";
import { Option, PageRequest, pageOf } from "./paging.ts";

/** How long a key may be valid: 5 minutes to 7 days. */
const minKeyMinutes = 5;
const maxKeyMinutes = 7 * 24 * 60;

const Named = z.object({ accountID: AccountId, nickname: z.string() });

/** A stored key. The key itself is shown once, when it is created. */
const KeyRow = z.object({
  recordID: RecordId,
  account: Named,
  creator: Named,
  createTime: z.string(),
  expireTime: z.string(),
  status: z.enum(["open", "used", "expired", "revoked"]),
  usedTime: z.string().nullable(),
  usedAddress: z.string(),
});
export type KeyRow = z.infer<typeof KeyRow>;

export const AddKeyForm = z.object({
  accountID: AccountId,
  validMinutes: z.number().int().min(minKeyMinutes).max(maxKeyMinutes),
});

export const autoLogin = {
  logOn: endpoint("POST /api_sso/Login/AutoLoginOn", {
    summary: "Signs in with an automatic sign-in key. Each key works once.",
    access: "public",
    body: "form",
    request: z.object({
      Key: z.string().trim().max(128).default(""),
      // It comes from a link: a value that is not an id is refused like a wrong id.
      OrganizationId: z.string().trim().max(64).default(""),
    }),
    response: SignedIn,
    errors: [
      "LOGIN_KEY_INVALID",
      "LOGIN_WRONG_ORGANIZATION_ID",
      "LOGIN_ACCOUNT_DEREGISTERED",
      "LOGIN_ORGANIZATION_DEACTIVATED",
      "LOGIN_ACCOUNT_DISABLED",
      "TOO_MANY_REQUESTS",
    ],
  }),
  list: endpoint("POST /api_sso/Login/AutoLoginKeyList", {
    summary: "The organisation's automatic sign-in keys, newest first. For the owner.",
    access: "session",
    request: PageRequest,
    response: pageOf(KeyRow),
  }),
  accounts: endpoint("GET /api_sso/Login/AutoLoginAccounts", {
    summary: "The people that a key can be made for, the first fifty whose name or e-mail matches. For the owner.",
    access: "session",
    request: z.object({ keywords: z.string().trim().max(100).default("") }),
    response: z.array(Option.extend({ email: z.string() })),
  }),
  add: endpoint("POST /api_sso/Login/AddAutoLoginKey", {
    summary: "Makes a key, which is shown only once. For the owner.",
    access: "session",
    request: AddKeyForm,
    response: z.object({
      recordID: RecordId,
      key: z.string(),
      organizationId: OrganizationId,
      expireTime: z.string(),
    }),
    errors: ["NOT_FOUND"],
  }),
  revoke: endpoint("POST /api_sso/Login/RevokeAutoLoginKey", {
    summary: "Revokes an unused key. A key that is no longer valid stays unchanged. For the owner.",
    access: "session",
    request: z.object({ recordID: RecordId }),
    response: z.null(),
    errors: ["NOT_FOUND"],
  }),
};
