import { createHash, timingSafeEqual } from "node:crypto";

/** The fields of a form, as they are sent and signed. */
export type EcpayFields = Readonly<Record<string, string>>;

export interface EcpayKeys {
  readonly hashKey: string;
  readonly hashIv: string;
}

/** Characters that .NET's form encoding leaves unchanged and JavaScript's does not. */
const unencoded: readonly (readonly [RegExp, string])[] = [
  [/%2d/g, "-"],
  [/%5f/g, "_"],
  [/%2e/g, "."],
  [/%21/g, "!"],
  [/%2a/g, "*"],
  [/%28/g, "("],
  [/%29/g, ")"],
];

/** ECPay's CheckMacValue (EncryptType 1, SHA-256) over every field but itself. Empty fields count. */
export function checkMacValue(fields: EcpayFields, { hashKey, hashIv }: EcpayKeys): string {
  const pairs = Object.keys(fields)
    .filter((name) => name !== "CheckMacValue")
    .toSorted((one, other) => (one.toLowerCase() < other.toLowerCase() ? -1 : 1))
    .map((name) => `${name}=${fields[name]}`);
  const text = [`HashKey=${hashKey}`, ...pairs, `HashIV=${hashIv}`].join("&");
  // Encodes a space as + and `~` and `'` too, as ECPay does.
  const encoded = new URLSearchParams({ text }).toString().slice("text=".length).toLowerCase();
  const restored = unencoded.reduce((rest, [code, sign]) => rest.replace(code, sign), encoded);
  return createHash("sha256").update(restored).digest("hex").toUpperCase();
}

/** Whether these fields were signed with the keys. Without keys, no signature is valid. */
export function isSigned(fields: EcpayFields, keys: EcpayKeys): boolean {
  const given = Buffer.from(fields["CheckMacValue"] ?? "");
  const expected = Buffer.from(checkMacValue(fields, keys));
  if (keys.hashKey === "" || keys.hashIv === "") return false;
  return given.length === expected.length && timingSafeEqual(given, expected);
}
