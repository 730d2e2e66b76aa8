import type { CallFailure } from "@homeroom/contract/client";
import type { SignedIn } from "@homeroom/contract/login";
import type { RequestInput } from "@homeroom/contract/endpoint";
import { useCallback, useEffect, useState } from "react";
import { api } from "#platform/api.ts";
import { captcha, logOn } from "./calls.ts";

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
  const renew = useCallback(() => {
    setFailed(false);
    api.call(captcha, {}).then(
      ({ resultData }) => setPicture(resultData),
      () => setFailed(true),
    );
  }, []);
  useEffect(renew, [renew]);
  return { picture, failed, renew };
}
