import { type CallFailure, type CallOptions, createClient } from "@homeroom/contract/client";
import type { Endpoint, RequestInput, ResponseOf } from "@homeroom/contract/endpoint";
import type { BranchId } from "@homeroom/contract/ids";
import { login } from "@homeroom/contract/login";

export const demoPassword = "Homeroom2026";

/** A person at the product, calling as the web app does. */
export interface Caller {
  token: string;
  accountID: string;
  call<E extends Endpoint>(endpoint: E, request: RequestInput<E>, options?: CallOptions): Promise<ResponseOf<E>>;
  /** The failure of a call that is expected to be refused. */
  refusal<E extends Endpoint>(endpoint: E, request: RequestInput<E>): Promise<CallFailure>;
}

/** Someone without a session; with `token` someone who holds it. */
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

/** Signs a demo account in, reading the captcha through the test hook: at a branch, or at the one of its last time. */
export async function signIn(
  url: string,
  accountName: string,
  password = demoPassword,
  branchID?: BranchId,
): Promise<Caller> {
  const visitor = callerOf(url);
  const captcha = await visitor.call(login.captcha, {});
  const hook = await fetch(`${url}/api_sso/Login/TestCaptchaAnswer?token=${captcha.token}`);
  const { answer } = (await hook.json()) as { answer: string };
  const signed = await visitor.call(login.logOn, {
    accountName,
    password,
    token: captcha.token,
    vCode: answer,
    branchID,
  });
  return { ...callerOf(url, signed.token), accountID: signed.accountID };
}
