import { hash, randomBytes } from "node:crypto";

/** 256 random bits as base64url: a session's token, which only its owner knows. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** What is kept of a token, or of another secret that cannot be guessed: its SHA-256. */
export function hashToken(token: string): Buffer {
  return hash("sha256", token, "buffer");
}
