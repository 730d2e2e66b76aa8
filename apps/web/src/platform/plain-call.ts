import type { CallFailure } from "@homeroom/contract/client";
import type { Endpoint, RequestInput, ResponseOf } from "@homeroom/contract/endpoint";
import type { Success } from "@homeroom/contract/envelope";
import { api } from "./api.ts";

/**
 * A call of the contract without its schemas, for pages that have to be there at once: reading the contract's own table
 * would bring the schema library with it. The client looks at these four alone; the types are kept. Tests hold each such
 * call equal to the contract.
 */
export function withoutSchemas<Call extends Endpoint>(call: Pick<Call, "method" | "path" | "body" | "answer">): Call {
  return call as Call;
}

export type Outcome<E extends Endpoint> = { result: ResponseOf<E> } | { failure: CallFailure };

/** Makes a call whose refusal is an answer like any other, because its name decides which field it belongs to. */
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
