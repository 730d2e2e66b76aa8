import type { PayNumbers } from "@homeroom/contract/payments";
import {
  PaymentFailure,
  type PaymentGateway,
  type PaymentRequest,
  type PaymentStanding,
  type PlatformValues,
  type RawNotice,
} from "#modules/payment-platforms/port";
import { checkMacValue, type EcpayFields, type EcpayKeys, isSigned } from "./check-mac.ts";

const timeoutMs = 15_000;

/** The keys of a shop: our API key is ECPay's HashKey, our signature key its HashIV. */
function keysOf({ apiKey = "", signKey = "" }: PlatformValues): EcpayKeys {
  return { hashKey: apiKey, hashIv: signKey };
}

/** Queries a payment at ECPay by our number. Throws PaymentFailure, also if the response is not from ECPay. */
async function queryTrade(apiUrl: string, values: PlatformValues, tradeNumber: string): Promise<EcpayFields> {
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
  // ECPay signs with the shop's keys: a response with another signature was meant for another shop.
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

/** The customer got a number: ATM and shop codes. */
const numbered = ["2", "10100073"];

/** ECPay at an address, the setting ECPAY_API_URL. */
export function ecpayGateway(apiUrl: string): PaymentGateway {
  return {
    provider: "ecpay",
    currencies: ["TWD"],
    thanks: "1|OK",
    async check(values) {
      // "No such payment" proves the keys: the response is signed, so the shop and both keys are right.
      await queryTrade(apiUrl, values, "HOMEROOMCHECK");
    },
    async start(values, request) {
      const address = `${apiUrl.replace(/\/+$/, "")}/Cashier/AioCheckOut/V5`;
      return { address, fields: checkoutForm(values, request), externalId: "" };
    },
    tradeNumberOf: (notice) => fieldsOf(notice)["MerchantTradeNo"] || null,
    async readNotice(values, notice) {
      const fields = fieldsOf(notice);
      if (!isSigned(fields, keysOf(values))) throw new PaymentFailure("refused", { code: "forged" });
      // A test from ECPay's console: no money has moved.
      if (fields["SimulatePaid"] === "1") return null;
      const { RtnCode = "" } = fields;
      if (RtnCode === "1") return standingOf(fields, "paid");
      return standingOf(fields, numbered.includes(RtnCode) ? "numbered" : "failed");
    },
    async inspect(values, { tradeNumber }) {
      const fields = await queryTrade(apiUrl, values, tradeNumber);
      if (fields["TradeStatus"] === "1") return standingOf(fields, "paid");
      return { state: "waiting", reference: "", amountMinor: 0, currency: "TWD", numbers: null };
    },
  };
}

/** The form that the customer's browser posts. */
function checkoutForm(values: PlatformValues, request: PaymentRequest): Record<string, string> {
  const fields = {
    MerchantID: values.shopID ?? "",
    MerchantTradeNo: request.tradeNumber,
    MerchantTradeDate: taipeiTime(new Date()),
    PaymentType: "aio",
    TotalAmount: String(request.amountMinor / 100),
    TradeDesc: "Homeroom",
    // A # separates items.
    ItemName: request.title.replaceAll("#", " ").slice(0, 200),
    ReturnURL: request.notifyAddress,
    PaymentInfoURL: request.notifyAddress,
    ClientBackURL: request.returnAddress,
    ChoosePayment: "ALL",
    EncryptType: "1",
    // The validity of numbers for machines and shops: as long as the order is open, in days for one and minutes for the other.
    ...(request.minutes !== null && {
      ExpireDate: String(Math.min(Math.max(Math.ceil(request.minutes / 1440), 1), 60)),
      StoreExpireDate: String(Math.min(Math.max(request.minutes, 1), 43_200)),
    }),
  };
  return { ...fields, CheckMacValue: checkMacValue(fields, keysOf(values)) };
}

function standingOf(fields: EcpayFields, state: PaymentStanding["state"]): PaymentStanding {
  const dollars = Number(fields["TradeAmt"]);
  if (!Number.isSafeInteger(dollars) || dollars < 0) throw new PaymentFailure("unavailable", { code: "unknownAmount" });
  const reference = state === "paid" ? (fields["TradeNo"] ?? "") : "";
  if (state === "paid" && reference === "") throw new PaymentFailure("unavailable", { code: "noReference" });
  const numbers = state === "numbered" ? numbersOf(fields) : null;
  return {
    state,
    reference,
    amountMinor: dollars * 100,
    currency: "TWD",
    numbers,
    payableUntil: endOf(numbers?.expires ?? ""),
  };
}

/** The end of a day, or a time, in ECPay's format and Taiwan's time zone; undefined for anything else. */
function endOf(text: string): Date | undefined {
  const [, day = "", time = "23:59:59"] = /^(\d{4}\/\d\d\/\d\d)(?: (\d\d:\d\d:\d\d))?$/.exec(text) ?? [];
  const end = new Date(`${day.replaceAll("/", "-")}T${time}+08:00`);
  return Number.isNaN(end.getTime()) ? undefined : end;
}

function numbersOf({ BankCode = "", vAccount, PaymentNo, ExpireDate = "" }: EcpayFields): PayNumbers | null {
  if (vAccount) return { kind: "account", bankCode: BankCode, number: vAccount, expires: ExpireDate };
  return PaymentNo ? { kind: "code", bankCode: "", number: PaymentNo, expires: ExpireDate } : null;
}

function fieldsOf({ body }: RawNotice): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(body.toString("utf8")));
}

/** ECPay wants the time of Taipei: yyyy/MM/dd HH:mm:ss. */
function taipeiTime(moment: Date): string {
  const shifted = new Date(moment.getTime() + 8 * 3_600_000).toISOString();
  return `${shifted.slice(0, 10).replaceAll("-", "/")} ${shifted.slice(11, 19)}`;
}
