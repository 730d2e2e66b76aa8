import { randomUUID } from "node:crypto";
import { PaymentFailure, type PlatformValues } from "#modules/payment-platforms/port";
import { asRecord, type JsonRecord, textOf } from "#platform/calls/read-json";

const timeoutMs = 15_000;

/** Calls SHOPLINE Payments as a merchant. `once`: the work is done once for each value. */
export function shoplineClient(apiUrl: string) {
  const base = apiUrl.replace(/\/+$/, "");
  return async (values: PlatformValues, path: string, body: object, once?: string): Promise<JsonRecord> => {
    const headers = {
      "content-type": "application/json",
      merchantId: values.shopID ?? "",
      apiKey: values.apiKey ?? "",
      requestId: randomUUID().replaceAll("-", ""),
      ...(once && { idempotentKey: once }),
    };
    const { status, answer } = await post(`${base}${path}`, headers, body).catch((cause: unknown) => {
      throw new PaymentFailure("unavailable", { cause });
    });
    if (status === 200) return answer;
    const code = textOf(answer["code"]) ?? "";
    throw new PaymentFailure(reasonOf(status, code), { code });
  };
}

async function post(address: string, headers: Record<string, string>, body: object) {
  const response = await fetch(address, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
    redirect: "manual",
    signal: AbortSignal.timeout(timeoutMs),
  });
  return { status: response.status, answer: asRecord(JSON.parse((await response.text()) || "{}")) };
}

/** 1904: too many requests. */
function reasonOf(status: number, code: string): PaymentFailure["reason"] {
  if (status === 429 || code === "1904") return "rateLimited";
  return status >= 400 && status < 500 ? "refused" : "unavailable";
}
