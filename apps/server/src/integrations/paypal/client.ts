import { PaymentFailure, type PlatformValues } from "#modules/payment-platforms/port";
import { asList, asRecord, type JsonRecord, textOf } from "#platform/calls/read-json";

const timeoutMs = 15_000;

/** One call of PayPal. `requestId`: PayPal does the work once for each id. */
export interface PaypalCall {
  method?: "GET" | "POST" | "DELETE";
  path: string;
  /** A text is JSON already. */
  body?: object | string;
  requestId?: string;
}

/** Calls PayPal as an account. Throws PaymentFailure. */
export interface PaypalClient {
  call(values: PlatformValues, call: PaypalCall): Promise<JsonRecord>;
}

/** A client for an address: PayPal's or its sandbox's. */
export function paypalClient(apiUrl: string): PaypalClient {
  const base = apiUrl.replace(/\/+$/, "");
  return {
    async call(values, call) {
      const token = await tokenOf(base, values);
      const { method = "POST", path, body, requestId } = call;
      const headers = {
        authorization: `Bearer ${token}`,
        ...(body && { "content-type": "application/json" }),
        ...(requestId && { "paypal-request-id": requestId }),
        ...(requestId && { prefer: "return=representation" }),
      };
      const text = typeof body === "string" ? body : body && JSON.stringify(body);
      return ask(`${base}${path}`, { method, headers, ...(text && { body: text }) });
    },
  };
}

async function tokenOf(base: string, { clientID = "", clientSecret = "" }: PlatformValues): Promise<string> {
  const answer = await ask(`${base}/v1/oauth2/token`, {
    method: "POST",
    headers: {
      authorization: `Basic ${Buffer.from(`${clientID}:${clientSecret}`).toString("base64")}`,
      "content-type": "application/x-www-form-urlencoded",
    },
    body: "grant_type=client_credentials",
  });
  const token = textOf(answer["access_token"]);
  if (!token) throw new PaymentFailure("unavailable", { code: "noToken" });
  return token;
}

async function ask(address: string, init: RequestInit): Promise<JsonRecord> {
  const { status, body } = await read(
    fetch(address, { ...init, redirect: "manual", signal: AbortSignal.timeout(timeoutMs) }),
  ).catch((cause: unknown) => {
    throw new PaymentFailure("unavailable", { cause });
  });
  if (status >= 200 && status < 300) return body;
  const code = codeOf(body);
  throw new PaymentFailure(code === inProgress ? "unavailable" : reasonOf(status), { code });
}

async function read(answer: Promise<Response>): Promise<{ status: number; body: JsonRecord }> {
  const response = await answer;
  return { status: response.status, body: asRecord(JSON.parse((await response.text()) || "{}")) };
}

/** PayPal's response while it still works on an earlier request with the same id: not a refusal. */
const inProgress = "PREVIOUS_REQUEST_IN_PROGRESS";

function reasonOf(status: number): PaymentFailure["reason"] {
  if (status === 429) return "rateLimited";
  return status >= 400 && status < 500 ? "refused" : "unavailable";
}

/** The issue that PayPal names, or else the name of the error. */
function codeOf(body: JsonRecord): string {
  const [detail] = asList(body["details"]);
  return textOf(asRecord(detail)["issue"]) ?? textOf(body["name"]) ?? textOf(body["error"]) ?? "";
}
