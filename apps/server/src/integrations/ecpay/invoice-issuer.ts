import { createCipheriv, createDecipheriv } from "node:crypto";
import {
  type InvoiceAccount,
  type InvoiceBuyer,
  InvoiceFailure,
  type InvoiceIssuer,
  type InvoiceSheet,
  type MadeInvoice,
} from "#modules/orders/port";
import { asList, asRecord, type JsonRecord, textOf } from "#platform/calls/read-json";

const timeoutMs = 15_000;
const revision = "3.0.0";

/** ECPay's invoices for consumers (B2C), at an address, the setting ECPAY_INVOICE_URL. */
export function ecpayInvoices(apiUrl: string): InvoiceIssuer {
  const call = (account: InvoiceAccount, name: string, data: JsonRecord) => ask(apiUrl, { account, name, data });
  return {
    async check(account) {
      // "No such invoice" proves the keys: the response is encrypted, so the merchant and both keys are right.
      await call(account, "GetIssue", { RelateNumber: "HOMEROOMCHECK" });
    },
    async issue(account, { relateNumber, buyer, sheet }) {
      const data = { RelateNumber: relateNumber, ...buyerFields(buyer), ...sheetFields(sheet), InvType: "07" };
      const told = succeeded(await call(account, "Issue", data));
      return { number: fieldOf(told, "InvoiceNo"), day: fieldOf(told, "InvoiceDate").slice(0, 10), isVoid: false };
    },
    async find(account, relateNumber) {
      const told = await call(account, "GetIssue", { RelateNumber: relateNumber });
      return told["RtnCode"] === 1 && textOf(told["IIS_Number"]) ? madeInvoice(told) : null;
    },
    async allow(account, { invoice, sheet, buyer }) {
      const { CustomerName, CustomerEmail, CustomerPhone } = buyerFields(buyer);
      const data = {
        ...named(invoice),
        CustomerName,
        AllowanceNotify: CustomerEmail === "" ? "S" : "E",
        NotifyMail: CustomerEmail,
        NotifyPhone: CustomerPhone,
        AllowanceAmount: sheet.amount,
        Items: itemFields(sheet).map((item, index) => ({ ItemSeq: index + 1, ...item })),
      };
      return fieldOf(succeeded(await call(account, "Allowance", data)), "IA_Allow_No");
    },
    async allowances(account, invoice) {
      const { number: InvoiceNo, day: Date } = invoice;
      const told = await call(account, "GetAllowanceList", { SearchType: "1", InvoiceNo, Date });
      const said = textOf(told["RtnMsg"]) ?? "";
      // ECPay says "查無…" if there is none. Any other refusal says nothing about allowances.
      const isAnswered = told["RtnCode"] === 1 || said.startsWith("查無");
      if (!isAnswered) throw new InvoiceFailure("unavailable", { detail: said, unsure: true });
      const inForce = asList(told["AllowanceInfo"])
        .map(asRecord)
        .filter((one) => textOf(one["IA_Invalid_Status"]) !== "1");
      return inForce.flatMap((one) => textOf(one["IA_Allow_No"]) ?? []);
    },
    async void(account, { invoice, reason }) {
      succeeded(await call(account, "Invalid", { ...named(invoice), Reason: reasonOf(reason) }));
    },
    async voidAllowance(account, { invoice, allowance, reason }) {
      const data = { InvoiceNo: invoice.number, AllowanceNo: allowance, Reason: reasonOf(reason) };
      succeeded(await call(account, "AllowanceInvalid", data));
    },
  };
}

/** Makes a call and returns the decrypted `Data`, whether it succeeded or not. */
async function ask(
  apiUrl: string,
  { account, name, data }: { account: InvoiceAccount; name: string; data: JsonRecord },
): Promise<JsonRecord> {
  const { merchantId: MerchantID } = account;
  let sealed: string;
  try {
    sealed = encryptData({ MerchantID, ...data }, account);
  } catch (cause) {
    throw new InvoiceFailure("keys", { detail: "The keys have 16 characters each.", cause });
  }
  const body = { MerchantID, RqHeader: { Timestamp: Math.floor(Date.now() / 1000), Revision: revision }, Data: sealed };
  const answer = await post(`${apiUrl.replace(/\/+$/, "")}/B2CInvoice/${name}`, body);
  // ECPay blocks an address for a while.
  if (answer.status === 403 || answer.status === 429) throw new InvoiceFailure("rateLimited");
  const told = readJson(answer);
  if (told["TransCode"] !== 1) throw new InvoiceFailure("keys", { detail: textOf(told["TransMsg"]) ?? "" });
  try {
    return decryptData(textOf(told["Data"]) ?? "", account);
  } catch (cause) {
    throw new InvoiceFailure("keys", { detail: "The answer could not be decrypted.", unsure: true, cause });
  }
}

async function post(address: string, body: JsonRecord): Promise<{ status: number; text: string }> {
  try {
    const response = await fetch(address, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { status: response.status, text: await response.text() };
  } catch (cause) {
    throw new InvoiceFailure("unavailable", { unsure: true, cause });
  }
}

function readJson({ status, text }: { status: number; text: string }): JsonRecord {
  const unsure = { detail: String(status), unsure: true };
  if (status !== 200) throw new InvoiceFailure("unavailable", unsure);
  try {
    return asRecord(JSON.parse(text));
  } catch (cause) {
    throw new InvoiceFailure("unavailable", { ...unsure, cause });
  }
}

/** The response, if the call succeeded. */
function succeeded(told: JsonRecord): JsonRecord {
  if (told["RtnCode"] === 1) return told;
  const detail = [textOf(told["RtnMsg"]), `(${String(told["RtnCode"])})`].filter(Boolean).join(" ");
  throw new InvoiceFailure("refused", { detail });
}

function fieldOf(told: JsonRecord, name: string): string {
  const value = textOf(told[name]);
  if (!value) throw new InvoiceFailure("unavailable", { detail: `${name} is missing`, unsure: true });
  return value;
}

function madeInvoice(told: JsonRecord): MadeInvoice {
  return {
    number: fieldOf(told, "IIS_Number"),
    day: fieldOf(told, "IIS_Create_Date").slice(0, 10).replaceAll("/", "-"),
    isVoid: String(told["IIS_Invalid_Status"]) === "1",
  };
}

function named({ number, day }: Pick<MadeInvoice, "number" | "day">) {
  return { InvoiceNo: number, InvoiceDate: day };
}

/** Donated invoices have no carrier. ECPay stores a company's under its e-mail address: without a carrier it must be printed. */
function buyerFields({ name, email, phone, choice }: InvoiceBuyer) {
  const isCompany = choice.kind === "company";
  const carriers = { member: "1", certificate: "2", mobileBarcode: "3", company: "1", donation: "" } as const;
  const CarrierNum = choice.kind === "certificate" || choice.kind === "mobileBarcode" ? choice.carrier : "";
  return {
    CustomerIdentifier: isCompany ? choice.companyNumber : "",
    CustomerName: (isCompany ? choice.companyName : name).slice(0, 60).toWellFormed(),
    CustomerEmail: choice.email || email,
    CustomerPhone: phone,
    Print: "0",
    Donation: choice.kind === "donation" ? "1" : "0",
    LoveCode: choice.kind === "donation" ? choice.loveCode : "",
    CarrierType: carriers[choice.kind],
    CarrierNum,
  };
}

const taxTypes = { taxable: "1", exempt: "3" } as const;

function sheetFields(sheet: InvoiceSheet) {
  return { TaxType: taxTypes[sheet.taxType], SalesAmount: sheet.amount, Items: itemFields(sheet), vat: "1" };
}

/** A price in fractions of a dollar would not multiply to the amount: such an item has quantity 1 and the number in its name. */
function itemFields({ items, taxType }: InvoiceSheet) {
  return items.map(({ name, count, amount }) => {
    const isWhole = amount % count === 0;
    return {
      ItemName: (isWhole ? name : `${name} ×${count}`).slice(0, 100).toWellFormed(),
      ItemCount: isWhole ? count : 1,
      ItemWord: "項",
      ItemPrice: isWhole ? amount / count : amount,
      ItemTaxType: taxTypes[taxType],
      ItemAmount: amount,
    };
  });
}

/** ECPay's limit is 20 characters. */
function reasonOf(reason: string): string {
  return reason.slice(0, 20).toWellFormed() || "退款";
}

/** The keys with which ECPay's invoices are encrypted: 16 bytes each. */
interface DataKeys {
  readonly hashKey: string;
  readonly hashIv: string;
}

const algorithm = "aes-128-cbc";

/** `Data` of a call: JSON, form-encoded as PHP does it, AES-128-CBC, base64. Throws for keys of another length. */
export function encryptData(data: JsonRecord, { hashKey, hashIv }: DataKeys): string {
  const cipher = createCipheriv(algorithm, hashKey, hashIv);
  return Buffer.concat([cipher.update(formEncoded(JSON.stringify(data)), "utf8"), cipher.final()]).toString("base64");
}

/** The content of `Data`. Throws if it was encrypted with other keys. */
export function decryptData(data: string, { hashKey, hashIv }: DataKeys): JsonRecord {
  const decipher = createDecipheriv(algorithm, hashKey, hashIv);
  const encoded = Buffer.concat([decipher.update(data, "base64"), decipher.final()]).toString("utf8");
  return asRecord(JSON.parse(decodeURIComponent(encoded.replaceAll("+", "%20"))));
}

function formEncoded(text: string): string {
  const encoded = encodeURIComponent(text).replaceAll("%20", "+");
  return encoded.replace(/[!'()*~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}
