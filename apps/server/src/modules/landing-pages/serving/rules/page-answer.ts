import type { LiveVersion } from "../queries/live-pages.ts";
import { pagePolicy } from "./headers.ts";

/** What a visitor is answered with when a page is shown. */
export interface PageAnswer {
  status: 200 | 304;
  headers: Readonly<Record<string, string | number>>;
  /** Without one the visitor's browser has the page already. */
  body: Buffer | null;
}

export interface PageRequest {
  /** While two versions are tested, no cache between us and the visitor may give one's to another. */
  isTested: boolean;
  ownOrigin: boolean;
  acceptEncoding: string;
  /** The page that the browser has. */
  ifNoneMatch: string | undefined;
}

const made = new WeakMap<LiveVersion, Map<string, PageAnswer>>();

/** The answer with a version, which is the same object each time: what is made of it can be kept beside it. */
export function pageAnswer(version: LiveVersion, request: PageRequest): PageAnswer {
  const isHad = request.ifNoneMatch === version.etag;
  const isPacked = !isHad && /\bgzip\b/.test(request.acceptEncoding);
  const key = `${isHad} ${isPacked} ${request.isTested} ${request.ownOrigin}`;
  const answers = made.get(version) ?? new Map<string, PageAnswer>();
  made.set(version, answers);
  const answer = answers.get(key) ?? makeAnswer(version, { ...request, isHad, isPacked });
  answers.set(key, answer);
  return answer;
}

function makeAnswer(
  { hasTracking, etag, html, compressed }: LiveVersion,
  { isTested, ownOrigin, isHad, isPacked }: PageRequest & { isHad: boolean; isPacked: boolean },
): PageAnswer {
  const headers = {
    "content-security-policy": pagePolicy({ hasTracking, ownOrigin }),
    "cache-control": `${isTested ? "private" : "public"}, max-age=0, must-revalidate`,
    vary: isTested ? "accept-encoding, cookie" : "accept-encoding",
    etag,
  };
  if (isHad) return { status: 304, headers, body: null };
  const body = isPacked ? compressed : html;
  const about = { "content-type": "text/html; charset=utf-8", "content-length": body.length };
  return { status: 200, headers: { ...headers, ...about, ...(isPacked && { "content-encoding": "gzip" }) }, body };
}
