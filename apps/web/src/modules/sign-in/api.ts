import type { CallFailure } from "@homeroom/contract/client";
import type { Endpoint, RequestInput } from "@homeroom/contract/endpoint";
import type { login, SignedIn } from "@homeroom/contract/login";
import { useCallback, useEffect, useState } from "react";
import { api } from "#platform/api.ts";

/**
 * The two calls of this page, without their schemas: reading the contract's own table would bring the schema library
 * onto a page that has to be there at once. A test holds them equal to the contract.
 */
export const logOn = withoutSchemas<typeof login.logOn>({
  method: "POST",
  path: "/api_sso/Login/LoginOn",
  body: "form",
  answer: "json",
});

export const captcha = withoutSchemas<typeof login.captcha>({
  method: "GET",
  path: "/api_sso/Login/QueryLogRandomCodeImage",
  body: "query",
  answer: "json",
});

export type SignInForm = RequestInput<typeof logOn>;

export type SignInResult = { signedIn: SignedIn } | { failure: CallFailure };

/** Signs in; a refusal is an answer here, because its name decides which field it belongs to. */
export async function signIn(form: SignInForm): Promise<SignInResult> {
  let failure: CallFailure | undefined;
  try {
    const { resultData } = await api.call(logOn, form, {
      onFailure: (one) => {
        failure = one;
      },
    });
    return { signedIn: resultData };
  } catch (reason) {
    if (failure) return { failure };
    throw reason;
  }
}

export interface CaptchaPicture {
  token: string;
  image: string;
}

/** The captcha's picture and the way to get another; null while there is none, `failed` when none could be had. */
export function useCaptcha() {
  const [picture, setPicture] = useState<CaptchaPicture | null>(null);
  const [failed, setFailed] = useState(false);
  const load = useCallback(
    () =>
      api.call(captcha, {}).then(
        ({ resultData }) => setPicture(resultData),
        () => setFailed(true),
      ),
    [],
  );
  useEffect(() => void load(), [load]);
  const renew = () => {
    setFailed(false);
    void load();
  };
  return { picture, failed, renew };
}

/** The client looks at these four alone; the schemas matter for the types, which are kept. */
function withoutSchemas<Call extends Endpoint>(call: Pick<Call, "method" | "path" | "body" | "answer">): Call {
  return call as Call;
}
