import { isIP } from "node:net";
import { domainToASCII } from "node:url";
import type { DomainProblem } from "@homeroom/contract/landing-domains";
import type { Settings } from "#platform/config/settings";

/** A host name as browsers send it; null for one that is none, or is ours. */
export function hostNameOf(written: string, ours: readonly string[]): string | null {
  // The conversion drops characters that are invalid in names.
  if (!/^[^\s/?#:@\\]+$/.test(written)) return null;
  const host = domainToASCII(written.toLowerCase().replace(/\.$/, ""));
  const isName = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/.test(host);
  const isOurs = ours.some((one) => host === one || host.endsWith(`.${one}`));
  return isName && isIP(host) === 0 && !isOurs ? host : null;
}

/** The host names of this installation. */
export function ourHosts({ PUBLIC_URL, PAGES_URL }: Settings): string[] {
  return [PUBLIC_URL, PAGES_URL].flatMap((url) => (url ? [new URL(url).hostname] : []));
}

/**
 * The name that a CNAME record must have. It contains the organisation's own part, so that nobody can take a host whose DNS
 * another organisation has pointed to us. Null where this installation has no host for pages.
 */
export function targetOf({ PAGES_URL }: Settings, siteName: string): string | null {
  return PAGES_URL ? `${siteName}.${new URL(PAGES_URL).hostname}` : null;
}

/** The fault of the names in a host's DNS; null: none. */
export function problemOf(names: readonly string[] | null, target: string): DomainProblem | null {
  if (names === null) return "unreachable";
  if (names.length === 0) return "none";
  return names.some((name) => name.toLowerCase().replace(/\.$/, "") === target) ? null : "elsewhere";
}
