import type { allEndpoints } from "@homeroom/contract/all-endpoints";
import type { Endpoint, RequestInput } from "@homeroom/contract/endpoint";
import type { Rows } from "./rows.ts";

export type Wall = "organization" | "branch" | "own";

export interface Sample<Request = unknown> {
  /** Requests that name those rows. */
  requests(rows: Rows): Request[];
  /** `missing`: each is refused as if the row were not there. `blank`: each may succeed, but shows nothing of the rows. */
  expect: "missing" | "blank";
  /**
   * What a person with access to the rows must find in the answer to the first request; without it a success is enough.
   */
  shows?: (rows: Rows) => string;
  /** The answer to a person with access where it is not a success, since no provider answers in these tests. */
  inside?: string;
  /** Walls that apply to the rows of this call; all three otherwise. */
  walls?: readonly Wall[];
  /** Requests about the caller's own rows that name parts of other people's: none may succeed. */
  mixed?(mine: Rows, theirs: Rows, wall: Wall): Request[];
  file?: { name: string; content: Blob };
}

type Tables = typeof allEndpoints;
/** A sample for each call of each table of the contract. */
export type Samples = { [Module in keyof Tables]: { [Name in keyof Tables[Module]]: Sample } };

/** For rows that everyone of an organisation may see. */
export const organizationOnly = ["organization"] as const;

/** Ties a sample's requests to what its endpoint takes. */
export function of<E extends Endpoint>(_endpoint: E, sample: Sample<RequestInput<E>>): Sample {
  return sample;
}

/** For calls that name no row: their answers must contain nothing of another organisation. */
export function rowless<E extends Endpoint>(endpoint: E, request: RequestInput<E>, more: Partial<Sample> = {}): Sample {
  return of(endpoint, { requests: () => [request], expect: "blank", walls: organizationOnly, ...more } as Sample<
    RequestInput<E>
  >);
}

/** For calls that name rows: outside their walls each is refused as if its row were not there. */
export function named<E extends Endpoint>(
  endpoint: E,
  request: (rows: Rows) => RequestInput<E>,
  more: Partial<Sample<RequestInput<E>>> = {},
): Sample {
  return of(endpoint, { requests: (rows) => [request(rows)], expect: "missing", ...more });
}

/** For calls without a session: no callers need to be kept apart. */
export const unsigned: Sample = { requests: () => [{}], expect: "blank", walls: [] };
