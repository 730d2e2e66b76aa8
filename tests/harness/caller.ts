import { type CallFailure, type CallOptions, createClient } from "@homeroom/contract/client";
import type { Endpoint, RequestInput, ResponseOf } from "@homeroom/contract/endpoint";
import type { BranchId } from "@homeroom/contract/ids";
import { login, type SignedIn } from "@homeroom/contract/login";
import { ownAccount } from "@homeroom/contract/own-account";
import { codeIn, mailTo } from "./mailbox.ts";

export const demoPassword = "Homeroom2026";

/** A person who calls the product as the web app does. */
export interface Caller {
  token: string;
  accountID: string;
  call<E extends Endpoint>(endpoint: E, request: RequestInput<E>, options?: CallOptions): Promise<ResponseOf<E>>;
  /** The failure of a call that is expected to be refused. */
  refusal<E extends Endpoint>(endpoint: E, request: RequestInput<E>): Promise<CallFailure>;
}

/** A caller without a session, or with the session of `token`. */
export function callerOf(url: string, token: string | null = null): Caller {
  const client = createClient({ baseUrl: url, token: () => token, language: () => "zh-tw" });
  return {
    token: token ?? "",
    accountID: "",
    async call(endpoint, request, options) {
      const answer = await client.call(endpoint, request, options);
      return (answer as { resultData: ResponseOf<typeof endpoint> }).resultData;
    },
    async refusal(endpoint, request) {
      let failure: CallFailure | null = null;
      await client.call(endpoint, request, { onFailure: (one) => (failure = one) }).then(
        () => {
          throw new Error(`${endpoint.path} was not refused`);
        },
        () => undefined,
      );
      if (!failure) throw new Error(`${endpoint.path} was not refused`);
      return failure;
    },
  };
}

/** Signs a demo account in, reading the captcha through the test hook: at the given branch, or at its last one. */
export async function signIn(
  url: string,
  accountName: string,
  password = demoPassword,
  branchID?: BranchId,
): Promise<Caller> {
  const signed = await logOn(url, { accountName, password, branchID });
  return { ...callerOf(url, signed.token), accountID: signed.accountID };
}

/**
 * Signs a new account in for the first time: with its initial password, the mailed code where one is asked for, and
 * `ownPassword` as its new password.
 */
export async function firstSignIn(
  { url, dataDir }: { url: string; dataDir: string },
  { email, initialPassword }: { email: string; initialPassword: string },
  ownPassword = demoPassword,
): Promise<Caller> {
  const visitor = callerOf(url);
  let signed = await logOn(url, { accountName: email, password: initialPassword });
  if (signed.needMailedCode) {
    const vCode = codeIn(await mailTo(dataDir, email, "首次登入驗證碼"));
    signed = await visitor.call(login.firstLogOn, { ticket: signed.needMailedCode.ticket, vCode });
  }
  const caller = { ...callerOf(url, signed.token), accountID: signed.accountID };
  await caller.call(ownAccount.modifyPassword, { oldPassword: initialPassword, newPassword: ownPassword });
  return caller;
}

async function logOn(
  url: string,
  person: { accountName: string; password: string; branchID?: BranchId | undefined },
): Promise<SignedIn> {
  const visitor = callerOf(url);
  const captcha = await visitor.call(login.captcha, {});
  const hook = await fetch(`${url}/api_sso/Login/TestCaptchaAnswer?token=${captcha.token}`);
  const { answer } = (await hook.json()) as { answer: string };
  return visitor.call(login.logOn, { ...person, token: captcha.token, vCode: answer });
}
