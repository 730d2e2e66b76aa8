import { createHash } from "node:crypto";
import type { FoundPage, LivePage, LiveVersion, OpenPage, OpenVersion } from "../queries/live-pages.ts";

const cookieName = "shown";
const keepSeconds = 30 * 86_400;

/** What tells visitors apart without knowing them. */
export interface Visitor {
  cookies: string;
  ip: string;
  userAgent: string;
}

/**
 * What a visitor sees of a page that is tested: what they saw before, else one of both by chance, which stays the same for
 * a browser without cookies as long as its address does. The cookie holds the number of a version and nothing else.
 */
export function pickVersion(page: LivePage, visitor: Visitor): { version: LiveVersion; cookie: string | null } {
  const { shown, other } = page;
  if (!other) return { version: shown, cookie: null };
  const known = seenVersion(page, visitor.cookies);
  if (known) return { version: known, cookie: null };
  const [byte = 0] = createHash("sha256").update(`${other.versionId} ${visitor.ip} ${visitor.userAgent}`).digest();
  const version = byte % 2 === 0 ? shown : other;
  return { version, cookie: `${cookieName}=${version.number}; Max-Age=${keepSeconds}; HttpOnly; SameSite=Lax` };
}

/** What a visitor saw before, as their browser's cookie tells. */
export function seenVersion({ shown, other }: LivePage, cookies: string): LiveVersion | null {
  const seen = new RegExp(`(?:^|; )${cookieName}=(\\d{1,9})(?:;|$)`).exec(cookies)?.[1];
  return [shown, other].find((one) => one && String(one.number) === seen) ?? null;
}

/** The page of which visitors may send something: a live one, and one that they may still have open. */
export function openPage(found: FoundPage | null): OpenPage | null {
  if (found?.state === "live") return found;
  return found?.late && Date.now() < found.late.until ? found.late.page : null;
}

/** The version whose link or form a visitor used; the one that is or was live where the number is none of them: where a press leads. */
export function versionOf({ shown, other }: OpenPage, number: string | null): OpenVersion {
  return other && String(other.number) === number ? other : shown;
}
