import { PaymentFailure, type PlatformValues } from "#modules/payment-platforms/port";
import { checkMacValue, type EcpayFields, type EcpayKeys, isSigned } from "./check-mac.ts";

const timeoutMs = 15_000;

/** The keys of a shop: our API key is ECPay's HashKey, our signature key its HashIV. */
export function keysOf({ apiKey = "", signKey = "" }: PlatformValues): EcpayKeys {
  return { hashKey: apiKey, hashIv: signKey };
}

/** Asks ECPay what it knows of a payment by our number. Throws PaymentFailure, also where the answer is not ECPay's. */
export async function queryTrade(apiUrl: string, values: PlatformValues, tradeNumber: string): Promise<EcpayFields> {
  const keys = keysOf(values);
  const fields = {
    MerchantID: values.shopID ?? "",
    MerchantTradeNo: tradeNumber,
    TimeStamp: String(Math.floor(Date.now() / 1000)),
  };
  const body = new URLSearchParams({ ...fields, CheckMacValue: checkMacValue(fields, keys) });
  const answer = await post(`${apiUrl.replace(/\/+$/, "")}/Cashier/QueryTradeInfo/V5`, body).catch((cause: unknown) => {
    throw new PaymentFailure("unavailable", { cause });
  });
  if (answer.status === 429 || answer.status === 403) throw new PaymentFailure("rateLimited");
  if (answer.status !== 200) throw new PaymentFailure("unavailable", { code: String(answer.status) });
  const told = Object.fromEntries(new URLSearchParams(answer.text));
  // ECPay signs with the keys of the shop: an answer that these do not fit is one to somebody else.
  if (!isSigned(told, keys)) throw new PaymentFailure("refused", { code: told["TradeStatus"] ?? "notSigned" });
  return told;
}

async function post(address: string, body: URLSearchParams): Promise<{ status: number; text: string }> {
  const response = await fetch(address, {
    method: "POST",
    body,
    redirect: "manual",
    signal: AbortSignal.timeout(timeoutMs),
  });
  return { status: response.status, text: await response.text() };
}
