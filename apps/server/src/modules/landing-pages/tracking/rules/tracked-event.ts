import { createHash } from "node:crypto";
import { phoneOf } from "#platform/phones/written-phone";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** What LINE may recognise a visitor by: what its advertisement added to the address, and hashes of what they typed. */
export function visitorMarks(
  { fields, source }: { fields: Readonly<Record<string, string>>; source: Readonly<Record<string, string>> },
  country: string,
): { click: string; phone_hash: string; email_hash: string } {
  const phone = phoneOf(fields["phone"] ?? "", country);
  const email = (fields["email"] ?? "").trim().toLowerCase();
  return {
    click: (source["ldtag_cl"] ?? "").slice(0, 300),
    phone_hash: phone === null ? "" : sha256(phone),
    email_hash: email === "" ? "" : sha256(email),
  };
}
