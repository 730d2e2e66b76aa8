import type { autoLogin } from "@homeroom/contract/auto-login";
import type { RequestInput } from "@homeroom/contract/endpoint";
import type { login } from "@homeroom/contract/login";
import { useCallback, useEffect, useState } from "react";
import { api } from "#platform/api.ts";
import { type Outcome, outcomeOf, withoutSchemas } from "#platform/plain-call.ts";

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

export const secondStep = withoutSchemas<typeof login.twoStepLogOn>({
  method: "POST",
  path: "/api_sso/Login/TwoStepLogOn",
  body: "json",
  answer: "json",
});

export const firstLogOn = withoutSchemas<typeof login.firstLogOn>({
  method: "POST",
  path: "/api_sso/Login/FirstLogOn",
  body: "json",
  answer: "json",
});

export const firstCode = withoutSchemas<typeof login.sendFirstCode>({
  method: "POST",
  path: "/api_sso/Login/SendFirstLogOnCode",
  body: "json",
  answer: "json",
});

export const keyLogOn = withoutSchemas<typeof autoLogin.logOn>({
  method: "POST",
  path: "/api_sso/Login/AutoLoginOn",
  body: "form",
  answer: "json",
});

export type SignInForm = RequestInput<typeof logOn>;

/** Signs in; a refusal is a result, not an error. */
export function signIn(form: SignInForm): Promise<Outcome<typeof logOn>> {
  return outcomeOf(logOn, form);
}

/** Takes the second step of a sign-in; a refusal is a result, not an error. */
export function takeSecondStep(form: RequestInput<typeof secondStep>): Promise<Outcome<typeof secondStep>> {
  return outcomeOf(secondStep, form);
}

/** Checks the mailed code of a first sign-in; a refusal is a result, not an error. */
export function takeFirstCode(form: RequestInput<typeof firstLogOn>): Promise<Outcome<typeof firstLogOn>> {
  return outcomeOf(firstLogOn, form);
}

/** Requests another mailed code for a first sign-in; a refusal is a result, not an error. */
export function resendFirstCode(form: RequestInput<typeof firstCode>): Promise<Outcome<typeof firstCode>> {
  return outcomeOf(firstCode, form);
}

/** Signs in with the key of a link; a refusal is a result, not an error. */
export function signInByKey(form: RequestInput<typeof keyLogOn>): Promise<Outcome<typeof keyLogOn>> {
  return outcomeOf(keyLogOn, form);
}

export interface CaptchaPicture {
  token: string;
  image: string;
}

/** The captcha's picture and a function to get another; null while there is none, `failed` if none could be loaded. */
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
