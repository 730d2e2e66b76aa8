import type { MetaFailure } from "./meta-desk.ts";

const refusals: Readonly<
  Record<
    MetaFailure | "unknownObject" | "tooMuch" | "badEvent",
    { status: number; error: object; headers?: Record<string, string> }
  >
> = {
  reconnect: {
    status: 401,
    error: {
      message: "Error validating access token: The session has been invalidated.",
      type: "OAuthException",
      code: 190,
      error_subcode: 460,
    },
  },
  rateLimited: {
    status: 400,
    error: { message: "(#80005) There have been too many leadgen api calls.", type: "OAuthException", code: 80_005 },
    headers: {
      "x-business-use-case-usage": JSON.stringify({
        "1": [
          { type: "leadgen", call_count: 100, total_cputime: 25, total_time: 25, estimated_time_to_regain_access: 1 },
        ],
      }),
    },
  },
  unavailable: {
    status: 500,
    error: {
      message: "An unexpected error has occurred. Please retry your request later.",
      type: "OAuthException",
      code: 2,
      is_transient: true,
    },
  },
  refused: {
    status: 403,
    error: {
      message: "(#200) Requires leads_retrieval permission to manage the object",
      type: "OAuthException",
      code: 200,
    },
  },
  tooMuch: {
    status: 400,
    error: {
      message: "Please reduce the amount of data you're asking for, then retry your request",
      type: "OAuthException",
      code: 100,
      error_subcode: 1_487_534,
    },
  },
  badEvent: {
    status: 400,
    error: { message: "Invalid parameter", type: "OAuthException", code: 100, error_subcode: 2_804_019 },
  },
  unknownObject: {
    status: 400,
    error: {
      message: "Unsupported get request. Object does not exist.",
      type: "GraphMethodException",
      code: 100,
      error_subcode: 33,
    },
  },
};

/** A request that Meta would refuse. */
export class MetaRefusal extends Error {
  readonly answer: (typeof refusals)[MetaFailure];

  constructor(name: keyof typeof refusals) {
    super(name);
    this.answer = refusals[name];
  }
}
