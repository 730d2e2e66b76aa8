import { timingSafeEqual } from "node:crypto";
import type { FileId } from "@homeroom/contract/ids";
import type { SecretBox } from "#platform/secrets/secret-box";

const hour = 3_600_000;

/**
 * The signed address of a file, valid for one to one and a half hours. Within half an hour it stays the same, so that
 * browsers cache the picture and lists do not flicker.
 */
export function signedAddress(secrets: SecretBox, id: FileId, now: number): string {
  const expires = Math.ceil(now / (hour / 2)) * (hour / 2) + hour;
  return `/api_basic/File/Get?id=${id}&expires=${expires}&signature=${signatureOf(secrets, id, expires)}`;
}

/** The signed address of a file for another server to fetch, valid for at least `forMs`. */
export function signedAddressFor(
  secrets: SecretBox,
  id: FileId,
  { now, forMs }: { now: number; forMs: number },
): string {
  const expires = Math.ceil((now + forMs) / hour) * hour;
  return `/api_basic/File/Get?id=${id}&expires=${expires}&signature=${signatureOf(secrets, id, expires)}`;
}

/** Whether an address was made by `signedAddress` and is still valid. */
export function addressHolds(
  secrets: SecretBox,
  address: { id: FileId; expires: number; signature: string },
  now: number,
): boolean {
  const wanted = Buffer.from(signatureOf(secrets, address.id, address.expires));
  const given = Buffer.from(address.signature);
  return address.expires > now && wanted.length === given.length && timingSafeEqual(wanted, given);
}

function signatureOf(secrets: SecretBox, id: FileId, expires: number): string {
  return secrets.sign("file address", `${id}.${expires}`);
}

/**
 * Types that a browser may show in place; everything else is downloaded, so that no content of a customer ever runs. A PDF
 * is not among them: browsers refuse to show one under the sandbox policy of file responses.
 */
const shownInPlace = new Set([
  "image/jpeg",
  "image/png",
  "image/webp",
  "image/gif",
  "audio/mpeg",
  "audio/aac",
  "audio/ogg",
  "audio/mp4",
  "audio/x-m4a",
  "audio/amr",
  "audio/wav",
  "video/mp4",
  "video/3gpp",
  "video/webm",
]);

/** The type without its parameters: `audio/ogg; codecs=opus` is `audio/ogg`. */
export function bareType(contentType: string): string {
  return (contentType.split(";")[0] ?? "").trim().toLowerCase();
}

export function mayShowInPlace(contentType: string): boolean {
  return shownInPlace.has(bareType(contentType));
}

const maxNameLength = 200;

/** A file name that is safe to show and save: no folders, no control or direction-changing characters. */
export function safeName(name: string, fallback: string): string {
  const clean = name
    .toWellFormed()
    .replace(/[\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu, "")
    .replace(/[\\/:*?"<>|]/g, "_")
    .trim();
  if (clean === "" || /^\.+$/.test(clean)) return fallback;
  if (clean.length <= maxNameLength) return clean;
  const ending = /\.[^.]{1,10}$/.exec(clean)?.[0] ?? "";
  return clean.slice(0, maxNameLength - ending.length).toWellFormed() + ending;
}
