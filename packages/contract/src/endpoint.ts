import type { z } from "zod";
import type { ErrorName } from "./errors/catalogue.ts";
import type { Permission } from "./permissions.ts";

/**
 * How a request carries its data. `query`: GET and DELETE, parameters in the address. `json`: a JSON body. `form`:
 * multipart, urlencoded or JSON, text fields only. `file`: multipart with one streamed part named `file`; the text fields
 * are the request. Parameters in the address are read in every kind; those of the body take precedence.
 */
export type Body = "query" | "json" | "form" | "file";

/** `public`: without a session. `session`: any signed-in account. Otherwise one permission, or any of several. */
export type Access = "public" | "session" | Permission | readonly Permission[];

/** The one task that a restricted session is for: replacing an initial password, or setting up a second step. */
export type Restriction = "password" | "two-step";

/** What a `file` endpoint accepts: checked by content, never by name. */
export interface FileRule {
  readonly kinds: readonly ("image" | "audio" | "video" | "document" | "table")[];
  /** Largest size in bytes. */
  readonly maxBytes: number;
}

/**
 * One call: its request, its answer, the permissions it needs, and its errors. A rule of the request whose message is the
 * name of an error in the catalogue (`z.string().min(1, "LEAD_NICKNAME_REQUIRED")`) fails with that error's code; any other
 * broken rule fails with FIELD_INVALID. Both name the field in `errors[]`. A missing text counts as empty if there is such a
 * rule for an empty one. Names of top-level fields match in any case; values that arrive as text (`query`, and the fields of
 * `form` and `file`) are converted to the number, boolean or comma-separated list of the schema. Where the schema has a list
 * of values, a single value is accepted as a list of one. Where it has a number, JSON may send the digits in quotes.
 */
export interface Endpoint<Request extends z.ZodType = z.ZodType, Response extends z.ZodType = z.ZodType> {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** The full path; parameters as `{name}`, filled from the request. */
  readonly path: string;
  readonly summary: string;
  readonly access: Access;
  readonly body: Body;
  readonly request: Request;
  /** The shape of `resultData`; ignored when `answer` is binary. */
  readonly response: Response;
  readonly answer: "json" | "binary";
  /** Errors beyond those that every call can return. */
  readonly errors: readonly ErrorName[];
  readonly file?: FileRule;
  /** The JSON body is a plain list, which becomes this field of the request. The other fields are in the address. */
  readonly listAs?: string;
  /** Aliases of top-level fields: `{ orderID: "recordID" }`. */
  readonly alsoNamed?: Readonly<Record<string, string>>;
  /**
   * Also open to sessions that are restricted to a task: replacing an initial password, or setting up a second step. `any`:
   * both.
   */
  readonly whileRestricted?: Restriction | "any";
}

type Options = Pick<Endpoint, "summary" | "access" | "request" | "response"> &
  Partial<Pick<Endpoint, "body" | "answer" | "errors" | "file" | "listAs" | "alsoNamed" | "whileRestricted">>;

/** An endpoint that keeps the literal types of access, body and answer, from which its handler's types are derived. */
type Declared<O extends Options> = Endpoint<O["request"], O["response"]> &
  Readonly<Pick<O, "access" | Extract<keyof O, "body" | "answer">>>;

/** Declares a call: `endpoint("POST /api_users/Member/LeadsList", {...})`. */
export function endpoint<const O extends Options>(
  address: `${Endpoint["method"]} /${string}`,
  options: O,
): Declared<O> {
  const [method, path] = address.split(" ") as [Endpoint["method"], string];
  const body = options.body ?? (method === "GET" || method === "DELETE" ? "query" : "json");
  return { method, path, answer: "json", errors: [], ...options, body } as Endpoint as Declared<O>;
}

/** A module's calls by name, for example `leads.list`. */
export type EndpointTable = Readonly<Record<string, Endpoint>>;

export type RequestOf<E extends Endpoint> = z.infer<E["request"]>;
/** What a caller sends: fields with defaults may be left out. */
export type RequestInput<E extends Endpoint> = z.input<E["request"]>;
export type ResponseOf<E extends Endpoint> = z.infer<E["response"]>;
