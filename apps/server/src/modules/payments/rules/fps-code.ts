import { type CurrencyCode, fromMinor } from "@homeroom/contract/money";

export interface FpsRequest {
  /** An FPS ID of digits, a phone such as +852-61234567, or an e-mail. */
  fpsID: string;
  /** Some banks require it; empty for the others. */
  bankCode: string;
  payeeName: string;
  amountMinor: number;
  currency: CurrencyCode;
  /** Shown on the payee's statement. */
  reference: string;
}

const currencyNumbers: Readonly<Partial<Record<CurrencyCode, string>>> = { HKD: "344", CNY: "156" };
const maxNameLength = 25;

/** Whether the Faster Payment System supports a currency. */
export function isFpsCurrency(currency: CurrencyCode): boolean {
  return currencyNumbers[currency] !== undefined;
}

/**
 * The content of an FPS QR code (HKICL, on EMVCo's merchant-presented mode) with a fixed amount and a reference. Throws for
 * a currency that FPS does not support.
 */
export function fpsCode({ fpsID, bankCode, payeeName, amountMinor, currency, reference }: FpsRequest): string {
  const currencyNumber = currencyNumbers[currency];
  if (!currencyNumber) throw new Error(`FPS carries no ${currency}`);
  const payee = `${field("00", "hk.com.hkicl")}${bankCode && field("01", bankCode)}${field(idTag(fpsID), fpsID)}`;
  const content = [
    field("00", "01"),
    // For one payment: the amount is fixed.
    field("01", "12"),
    field("26", payee),
    field("52", "0000"),
    field("53", currencyNumber),
    field("54", String(fromMinor(amountMinor, currency))),
    field("58", "HK"),
    field("59", payeeName.slice(0, maxNameLength) || "NA"),
    field("60", "HK"),
    field("62", field("05", reference)),
    "6304",
  ].join("");
  return content + crc16(content);
}

function idTag(fpsID: string): string {
  if (fpsID.includes("@")) return "04";
  return fpsID.startsWith("+") ? "03" : "02";
}

function field(tag: string, value: string): string {
  return `${tag}${String(value.length).padStart(2, "0")}${value}`;
}

/** CRC-16/CCITT-FALSE, as four upper-case hexadecimal digits. */
export function crc16(text: string): string {
  let rest = 0xffff;
  for (const byte of Buffer.from(text)) {
    rest ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) rest = (rest & 0x8000 ? (rest << 1) ^ 0x1021 : rest << 1) & 0xffff;
  }
  return rest.toString(16).toUpperCase().padStart(4, "0");
}
