import type { ErrorDomain, RefusalName } from "./errors/catalogue.ts";

export interface FieldError {
  field: string;
  name: RefusalName;
  message: string;
}

/** Every JSON answer. A success has code 200 and an empty message. */
export interface Success<Result> {
  success: true;
  code: 200;
  message: "";
  resultData: Result;
}

/** A failure. Programs match on `name`; `code` is the specification's number, unique only within its domain. */
export interface Failure {
  success: false;
  code: number;
  domain: ErrorDomain;
  name: RefusalName;
  message: string;
  resultData: null;
  errors?: FieldError[];
  /** What a program needs to act on the refusal, for example the lead that has the phone number. */
  details?: Record<string, unknown>;
  traceId: string;
}

export type Envelope<Result> = Success<Result> | Failure;
