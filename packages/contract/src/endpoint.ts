import type { z } from "zod";
import type { ErrorName } from "./errors/catalogue.ts";
import type { Permission } from "./permissions.ts";

/**
 * How a request carries its data.
 * `query`: GET and DELETE, parameters in the address. `json`: a JSON body. `form`: multipart, urlencoded or JSON,
 * text fields only. `file`: multipart with one streamed part named `file`; the text fields are the request.
 * Parameters in the address count in every kind, behind those of the body.
 */
export type Body = "query" | "json" | "form" | "file";

/** `public`: without a session. `session`: any signed-in account. Otherwise one permission, or any of several. */
export type Access = "public" | "session" | Permission | readonly Permission[];

/** The only thing that a session may do until it is done: replace an initial password, or set up a second step. */
export type Restriction = "password" | "two-step";

/** What a `file` endpoint takes: checked by content, never by name. */
export interface FileRule {
  readonly kinds: readonly ("image" | "audio" | "video" | "document" | "table")[];
  /** Largest size in bytes. */
  readonly maxBytes: number;
}

/**
 * One call: its request, its answer, the permissions it needs, and its errors. A rule of the request whose message is a
 * name of the error catalogue (`z.string().min(1, "LEAD_NICKNAME_REQUIRED")`) fails with that error's code; any other
 * broken rule fails with FIELD_INVALID. Both name the field in `errors[]`. A text that is missing counts as empty where
 * an empty one has such a rule. Names of top-level fields match in any case; what comes as text (`query`, and the
 * fields of `form` and `file`) is read as the number, truth value or comma list asked for. Where a list of values is
 * asked for, a single value is taken as a list of one. Where JSON should have a number, its digits in quotes do too.
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
  /** Errors beyond the ones that every call can give. */
  readonly errors: readonly ErrorName[];
  readonly file?: FileRule;
  /** The JSON body is a plain list: this field of the request. The others are in the address. */
  readonly listAs?: string;
  /** Other names of top-level fields, and the field that each stands for: `{ orderID: "recordID" }`. */
  readonly alsoNamed?: Readonly<Record<string, string>>;
  /**
   * Answers sessions that are restricted to one task: replacing an initial password, or setting up a second step. `any`:
   * both kinds.
   */
  readonly whileRestricted?: Restriction | "any";
}

type Options = Pick<Endpoint, "summary" | "access" | "request" | "response"> &
  Partial<Pick<Endpoint, "body" | "answer" | "errors" | "file" | "listAs" | "alsoNamed" | "whileRestricted">>;

/** An endpoint that still knows its access, body and answer literally: they decide what its handler gets and gives. */
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
/** What a caller writes: defaults may be left out. */
export type RequestInput<E extends Endpoint> = z.input<E["request"]>;
export type ResponseOf<E extends Endpoint> = z.infer<E["response"]>;
