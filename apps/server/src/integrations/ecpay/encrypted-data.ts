import { createCipheriv, createDecipheriv } from "node:crypto";
import { asRecord, type JsonRecord } from "#platform/calls/read-json";

/** The keys with which ECPay's invoices are encrypted: 16 bytes each. */
export interface DataKeys {
  readonly hashKey: string;
  readonly hashIv: string;
}

const algorithm = "aes-128-cbc";

/** `Data` of a call: JSON, form-encoded as PHP does it, AES-128-CBC, base64. Throws for keys of another length. */
export function encryptData(data: JsonRecord, { hashKey, hashIv }: DataKeys): string {
  const cipher = createCipheriv(algorithm, hashKey, hashIv);
  return Buffer.concat([cipher.update(formEncoded(JSON.stringify(data)), "utf8"), cipher.final()]).toString("base64");
}

/** The content of `Data`. Throws for what these keys did not encrypt. */
export function decryptData(data: string, { hashKey, hashIv }: DataKeys): JsonRecord {
  const decipher = createDecipheriv(algorithm, hashKey, hashIv);
  const encoded = Buffer.concat([decipher.update(data, "base64"), decipher.final()]).toString("utf8");
  return asRecord(JSON.parse(decodeURIComponent(encoded.replaceAll("+", "%20"))));
}

function formEncoded(text: string): string {
  const encoded = encodeURIComponent(text).replaceAll("%20", "+");
  return encoded.replace(/[!'()*~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}
