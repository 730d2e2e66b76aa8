import type { FastifyReply, FastifyRequest } from "fastify";
import type { LineAccount } from "./account.ts";
import { type ForcedAnswer, type LineSandbox, newRequestId } from "./line-sandbox.ts";

/** A refusal in LINE's form. */
export class LineRefusal extends Error {
  readonly statusCode: number;
  readonly details: { message: string; property: string }[];

  constructor(statusCode: number, message: string, details: { message: string; property: string }[] = []) {
    super(message);
    this.statusCode = statusCode;
    this.details = details;
  }
}

/** The account whose token the request carries. */
export function accountOf(sandbox: LineSandbox, request: FastifyRequest): LineAccount {
  const [scheme, token] = (request.headers.authorization ?? "").split(" ");
  const account = scheme === "Bearer" ? sandbox.accounts.find((one) => one.accessToken === token) : undefined;
  if (!account || account.tokenRevoked)
    throw new LineRefusal(
      401,
      "Authentication failed. Confirm that the access token in the authorization header is valid.",
    );
  return account;
}

const words: Record<number, string> = {
  400: "The request body has 1 error(s)",
  401: "Authentication failed. Confirm that the access token in the authorization header is valid.",
  403: "Access to this API is not available for your account",
  404: "Not found",
  409: "The retry key is already accepted",
  429: "The API rate limit has been exceeded. Try again later.",
  500: "Internal server error",
};

/** Takes the next forced failure for this kind of call. */
export function takeForced(sandbox: LineSandbox, on: "send" | "content" | "other"): ForcedAnswer["what"] | undefined {
  const forced = sandbox.forced.find((one) => one.on === "any" || one.on === on);
  if (!forced) return undefined;
  forced.left -= 1;
  if (forced.left <= 0) sandbox.forced = sandbox.forced.filter((one) => one !== forced);
  return forced.what;
}

/** Throws the forced refusal; the caller breaks connections itself. */
export function throwForced(what: ForcedAnswer["what"] | undefined): void {
  if (what === "quota") throw new LineRefusal(429, "You have reached your monthly limit.");
  if (typeof what === "number") throw new LineRefusal(what, words[what] ?? "Error");
}

export function withRequestId(reply: FastifyReply): string {
  const id = newRequestId();
  reply.header("x-line-request-id", id);
  return id;
}
