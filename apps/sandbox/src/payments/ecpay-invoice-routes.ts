import { createCipheriv, createDecipheriv } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance, FastifyReply } from "fastify";
import { asText } from "../whatsapp/read-fields.ts";
import { readyAccounts } from "./accounts.ts";

type Fields = Record<string, unknown>;

interface Invoice {
  relateNumber: string;
  number: string;
  date: string;
  amount: number;
  data: Fields;
  isVoid: boolean;
  allowances: { number: string; amount: number; isVoid: boolean }[];
}

interface Switches {
  /** Answers take this long. */
  delayMs: number;
  /** The call is done, but its answer is lost: the connection ends. */
  loseAnswers: number;
  /** The status of every answer. */
  failWith: 403 | 500 | null;
}

class Refusal extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** ECPay's invoices for consumers: AES in both directions, TransCode outside, RtnCode inside (guides/04 of ECPay-API-Skill). */
export function ecpayInvoiceRoutes(app: FastifyInstance): void {
  const invoices = new Map<string, Invoice>();
  const switches: Switches = { delayMs: 0, loseAnswers: 0, failWith: null };
  const calls: Record<string, (data: Fields) => Fields> = {
    Issue: (data) => issue(invoices, data),
    GetIssue: (data) => shown(found(invoices, (one) => isNamed(one, data))),
    Allowance: (data) =>
      allow(
        found(invoices, (one) => one.number === data["InvoiceNo"]),
        data,
      ),
    GetAllowanceList: (data) => allowances(found(invoices, (one) => one.number === data["InvoiceNo"])),
    Invalid: (data) => makeVoid(found(invoices, (one) => one.number === data["InvoiceNo"])),
    AllowanceInvalid: (data) =>
      voidAllowance(
        found(invoices, (one) => one.number === data["InvoiceNo"]),
        data,
      ),
  };
  for (const [name, run] of Object.entries(calls)) {
    app.post<{ Body: Fields }>(`/B2CInvoice/${name}`, async ({ body }, reply) => {
      if (switches.failWith) return reply.status(switches.failWith).send("");
      await sleep(switches.delayMs);
      const answer = answerOf(body, run);
      if (switches.loseAnswers === 0 || name.startsWith("Get")) return answer;
      switches.loseAnswers -= 1;
      return cutOff(reply);
    });
  }
  app.get("/sandbox/ecpay-invoices", async () => ({ invoices: [...invoices.values()], switches }));
  app.put<{ Body: Partial<Switches> | null }>("/sandbox/ecpay-invoices/switches", async ({ body }) => {
    switches.delayMs = Math.min(Math.max(body?.delayMs ?? 0, 0), 60_000);
    switches.loseAnswers = Math.max(body?.loseAnswers ?? 0, 0);
    switches.failWith = body?.failWith === 403 || body?.failWith === 500 ? body.failWith : null;
    return switches;
  });
}

function cutOff(reply: FastifyReply): FastifyReply {
  reply.hijack();
  reply.raw.destroy();
  return reply;
}

function answerOf({ MerchantID, RqHeader, Data }: Fields, run: (data: Fields) => Fields): Fields {
  const { merchantId } = readyAccounts.ecpayInvoices;
  const outside = (TransCode: number, TransMsg: string, Sealed = "") => ({
    ...{ PlatformID: "", MerchantID, RpHeader: { Timestamp: Math.floor(Date.now() / 1000) } },
    ...{ TransCode, TransMsg, Data: Sealed },
  });
  const { Timestamp, Revision } = (RqHeader ?? {}) as Fields;
  if (MerchantID !== merchantId) return outside(10_000_001, "MerchantID Error");
  if (Revision !== "3.0.0") return outside(10_000_003, "Revision Error");
  if (Math.abs(Date.now() / 1000 - Number(Timestamp)) > 600) return outside(10_000_004, "Timestamp Error");
  let data: Fields;
  try {
    data = opened(String(Data));
  } catch {
    return outside(10_000_005, "Decrypt Error");
  }
  try {
    if (data["MerchantID"] !== merchantId) throw new Refusal(10_000_001, "特店編號錯誤");
    return outside(1, "Success", sealed({ RtnCode: 1, RtnMsg: "成功", ...run(data) }));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return outside(1, "Success", sealed({ RtnCode: error.code, RtnMsg: error.message }));
  }
}

function issue(invoices: Map<string, Invoice>, data: Fields): Fields {
  const relateNumber = asText(data["RelateNumber"]);
  if (!/^[0-9A-Za-z]{1,30}$/.test(relateNumber)) throw new Refusal(5_070_350, "自訂編號格式錯誤");
  if (invoices.has(relateNumber)) throw new Refusal(5_070_453, "自訂編號重覆，請重新設定");
  requireWhole(data);
  const number = `QQ${String(10_000_000 + invoices.size).padStart(8, "0")}`;
  const date = taipeiTime(new Date());
  const amount = Number(data["SalesAmount"]);
  invoices.set(relateNumber, { relateNumber, number, date, amount, data, isVoid: false, allowances: [] });
  return { InvoiceNo: number, InvoiceDate: date, RandomNumber: "6866" };
}

/** ECPay's checks before it issues an invoice. */
function requireWhole(data: Fields): void {
  const { CustomerEmail, CustomerPhone, Donation, LoveCode, CarrierType, CarrierNum, CustomerIdentifier, Print } = data;
  if (!CustomerEmail && !CustomerPhone) throw new Refusal(10_000_002, "客戶手機號碼與電子信箱擇一必填");
  if (sumOf(data) !== data["SalesAmount"]) throw new Refusal(5_000_030, "發票金額與商品合計不符");
  if (Donation === "1" && (CarrierType !== "" || CustomerIdentifier !== ""))
    throw new Refusal(5_000_012, "捐贈時不可有載具或統一編號");
  if (Donation === "1" && !/^\d{3,7}$/.test(String(LoveCode))) throw new Refusal(5_000_014, "捐贈碼錯誤");
  // Codes that the ministry does not know, for testing the message that staff see.
  if (LoveCode === "999" || CarrierNum === "/0000000") throw new Refusal(5_000_015, "查無此載具或捐贈碼");
  if (CarrierType === "3" && !/^\/[0-9A-Z+\-.]{7}$/.test(String(CarrierNum)))
    throw new Refusal(5_000_016, "手機條碼格式錯誤");
  if (CarrierType === "2" && !/^[A-Z]{2}\d{14}$/.test(String(CarrierNum)))
    throw new Refusal(5_000_017, "自然人憑證格式錯誤");
  if (CustomerIdentifier !== "" && CarrierType === "" && Print !== "1")
    throw new Refusal(5_000_018, "統一編號發票無載具時須列印");
}

function sumOf({ Items }: Fields): number {
  const items = Array.isArray(Items) ? (Items as Fields[]) : [];
  return items.reduce((all, { ItemAmount, ItemPrice, ItemCount }) => {
    if (Number(ItemPrice) * Number(ItemCount) !== ItemAmount) throw new Refusal(5_000_031, "商品合計與單價不符");
    return all + Number(ItemAmount);
  }, 0);
}

function isNamed(invoice: Invoice, { RelateNumber, InvoiceNo }: Fields): boolean {
  return InvoiceNo ? invoice.number === InvoiceNo : invoice.relateNumber === RelateNumber;
}

function found(invoices: Map<string, Invoice>, isWanted: (one: Invoice) => boolean): Invoice {
  const invoice = [...invoices.values()].find(isWanted);
  if (!invoice) throw new Refusal(1_600_003, "查無發票資料");
  return invoice;
}

function shown(invoice: Invoice): Fields {
  return {
    IIS_Number: invoice.number,
    IIS_Relate_Number: invoice.relateNumber,
    IIS_Create_Date: invoice.date.replace("+", " "),
    IIS_Sales_Amount: invoice.amount,
    IIS_Remain_Allowance_Amt: leftOf(invoice),
    IIS_Invalid_Status: invoice.isVoid ? "1" : "0",
  };
}

function leftOf({ amount, allowances: given }: Invoice): number {
  return given.reduce((left, one) => (one.isVoid ? left : left - one.amount), amount);
}

function allow(invoice: Invoice, data: Fields): Fields {
  const amount = Number(data["AllowanceAmount"]);
  if (invoice.isVoid) throw new Refusal(2_000_030, "發票已作廢");
  if (sumOf(data) !== amount) throw new Refusal(2_000_031, "折讓金額與商品合計不符");
  if (amount > leftOf(invoice)) throw new Refusal(2_000_032, "折讓金額超過發票餘額");
  const number = `${Date.now()}${String(100 + invoice.allowances.length)}`.slice(-16);
  invoice.allowances.push({ number, amount, isVoid: false });
  return { IA_Allow_No: number, IA_Invoice_No: invoice.number, IA_Remain_Allowance_Amt: leftOf(invoice) };
}

function allowances(invoice: Invoice): Fields {
  return {
    AllowanceInfo: invoice.allowances.map(({ number, amount, isVoid }) => ({
      IA_Allow_No: number,
      IA_Invoice_No: invoice.number,
      IA_Total_Amount: amount,
      IA_Invalid_Status: isVoid ? "1" : "0",
    })),
  };
}

function makeVoid(invoice: Invoice): Fields {
  if (invoice.isVoid) throw new Refusal(5_070_457, "發票已作廢");
  if (invoice.data["Donation"] === "1") throw new Refusal(5_070_458, "捐贈發票不可作廢");
  if (leftOf(invoice) !== invoice.amount) throw new Refusal(5_070_459, "發票已折讓，請先作廢折讓");
  invoice.isVoid = true;
  return { InvoiceNo: invoice.number };
}

function voidAllowance(invoice: Invoice, { AllowanceNo }: Fields): Fields {
  const allowance = invoice.allowances.find(({ number }) => number === AllowanceNo);
  if (!allowance || allowance.isVoid) throw new Refusal(2_000_033, "查無折讓資料");
  allowance.isVoid = true;
  return { IA_Invoice_No: invoice.number };
}

/** AES from ECPay's description, implemented independently of the product, so that each verifies the other. */
function sealed(data: Fields): string {
  const { hashKey, hashIv } = readyAccounts.ecpayInvoices;
  const cipher = createCipheriv("aes-128-cbc", hashKey, hashIv);
  const text = new URLSearchParams([["", JSON.stringify(data)]]).toString().slice(1);
  return cipher.update(text, "utf8", "base64") + cipher.final("base64");
}

function opened(data: string): Fields {
  const { hashKey, hashIv } = readyAccounts.ecpayInvoices;
  const decipher = createDecipheriv("aes-128-cbc", hashKey, hashIv);
  const text = decipher.update(data, "base64", "utf8") + decipher.final("utf8");
  return JSON.parse(new URLSearchParams(`=${text}`).get("") ?? "") as Fields;
}

/** As ECPay answers it: 2026-11-25+09:30:00. */
function taipeiTime(moment: Date): string {
  return new Date(moment.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace("T", "+");
}
