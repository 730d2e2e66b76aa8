import type { Endpoint } from "@homeroom/contract/endpoint";
import type { login } from "@homeroom/contract/login";

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

/** The client looks at these four alone; the schemas matter for the types, which are kept. */
function withoutSchemas<Call extends Endpoint>(call: Pick<Call, "method" | "path" | "body" | "answer">): Call {
  return call as Call;
}
