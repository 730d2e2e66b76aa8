import type { CallFailure } from "@homeroom/contract/client";
import type { Endpoint, RequestInput, ResponseOf } from "@homeroom/contract/endpoint";
import type { Success } from "@homeroom/contract/envelope";
import { api } from "./api.ts";

/**
 * A call of the contract without its schemas, for pages that must appear at once: importing the contract's table would load
 * the schema library. The client needs only these four fields; the types are kept. Tests compare each such call with the
 * contract.
 */
export function withoutSchemas<Call extends Endpoint>(call: Pick<Call, "method" | "path" | "body" | "answer">): Call {
  return call as Call;
}

export type Outcome<E extends Endpoint> = { result: ResponseOf<E> } | { failure: CallFailure };

/** Makes a call and returns a refusal as a value, because its name decides which field it belongs to. */
export async function outcomeOf<E extends Endpoint>(endpoint: E, request: RequestInput<E>): Promise<Outcome<E>> {
  let failure: CallFailure | undefined;
  try {
    const reply = await api.call<Endpoint>(endpoint, request, {
      onFailure: (one) => {
        failure = one;
      },
    });
    return { result: (reply as Success<ResponseOf<E>>).resultData };
  } catch (reason) {
    if (failure) return { failure };
    throw reason;
  }
}
