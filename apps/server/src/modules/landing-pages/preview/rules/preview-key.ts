import { timingSafeEqual } from "node:crypto";
import { OrganizationId, RecordId } from "@homeroom/contract/ids";
import type { SecretBox } from "#platform/secrets/secret-box";

/** What a preview shows. */
export interface Previewed {
  organizationId: OrganizationId;
  pageId: RecordId;
  /** In milliseconds. */
  until: number;
}

const purpose = "landing-preview";

/** A key that shows one draft until a moment: it is signed and stored nowhere. */
export function previewKey(secrets: SecretBox, { organizationId, pageId, until }: Previewed): string {
  const text = `${organizationId}.${pageId}.${until}`;
  return `${text}.${secrets.sign(purpose, text)}`;
}

/** Reads a key; null for one that is not ours or has expired. */
export function readPreviewKey(secrets: SecretBox, key: string, now: number): Previewed | null {
  const [organization, page, moment, signature = "", ...more] = key.split(".");
  const wanted = Buffer.from(secrets.sign(purpose, `${organization}.${page}.${moment}`));
  const given = Buffer.from(signature);
  if (more.length > 0 || given.length !== wanted.length || !timingSafeEqual(given, wanted)) return null;
  const until = Number(moment);
  if (!(until > now)) return null;
  return { organizationId: OrganizationId.parse(organization), pageId: RecordId.parse(page), until };
}
