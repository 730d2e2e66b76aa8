import { timingSafeEqual } from "node:crypto";
import type { FileId } from "@homeroom/contract/ids";
import type { SecretBox } from "#platform/secrets/secret-box";

const hour = 3_600_000;

/**
 * The signed address of a file, good for one to one and a half hours. Within half an hour it stays the same text, so that
 * browsers keep the picture and lists do not flicker.
 */
export function signedAddress(secrets: SecretBox, id: FileId, now: number): string {
  const expires = Math.ceil(now / (hour / 2)) * (hour / 2) + hour;
  return `/api_basic/File/Get?id=${id}&expires=${expires}&signature=${signatureOf(secrets, id, expires)}`;
}

/** Whether an address was made by `signedAddress` and is still good. */
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
