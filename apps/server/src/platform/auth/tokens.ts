import { hash, randomBytes } from "node:crypto";

/** 256 random bits as base64url: a session's token, which only its owner knows. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** The SHA-256 that is stored in place of a token or of another secret that cannot be guessed. */
export function hashToken(token: string): Buffer {
  return hash("sha256", token, "buffer");
}
