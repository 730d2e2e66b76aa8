import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";

/** Seals provider secrets for the database and signs file addresses, with keys derived from SECRET_KEY. */
export interface SecretBox {
  /** AES-256-GCM over the JSON of the secrets: 12 bytes of nonce, 16 bytes of tag, ciphertext. */
  seal(secrets: Readonly<Record<string, string>>): Buffer;
  /** Opens what `seal` made; throws when the key or the bytes differ. */
  open(sealed: Buffer): Record<string, string>;
  /** HMAC-SHA256 of a text for one purpose, as base64url. */
  sign(purpose: string, text: string): string;
}

/** A box for a key of 32 bytes. */
export function createSecretBox(secretKey: Buffer): SecretBox {
  const derive = (purpose: string) => Buffer.from(hkdfSync("sha256", secretKey, "homeroom", purpose, 32));
  const sealing = derive("seal");
  const signing = new Map<string, Buffer>();
  return {
    seal(secrets) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", sealing, nonce);
      const body = Buffer.concat([cipher.update(JSON.stringify(secrets), "utf8"), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]);
    },
    open(sealed) {
      const decipher = createDecipheriv("aes-256-gcm", sealing, sealed.subarray(0, 12));
      decipher.setAuthTag(sealed.subarray(12, 28));
      const text = Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString("utf8");
      return JSON.parse(text) as Record<string, string>;
    },
    sign(purpose, text) {
      const key = signing.get(purpose) ?? derive(purpose);
      signing.set(purpose, key);
      return createHmac("sha256", key).update(text).digest("base64url");
    },
  };
}
