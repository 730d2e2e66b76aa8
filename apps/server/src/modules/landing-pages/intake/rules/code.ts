import { randomBytes } from "node:crypto";
import { codeLength, codeSigns } from "@homeroom/contract/page-design/press-code";

/** A code for a press of a button: two that get the same one are not to be expected. */
export function newCode(): string {
  return [...randomBytes(codeLength)].map((byte) => codeSigns[byte % codeSigns.length]).join("");
}
