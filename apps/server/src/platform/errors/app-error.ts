import { type ErrorData, errorCatalogue, messageOf, type RefusalName } from "@homeroom/contract/errors/catalogue";

/** One field that is wrong, by its path in the request (`contact1.phone`). */
export interface FieldFault {
  readonly field: string;
  readonly name: RefusalName;
  readonly data?: ErrorData;
  /** It is wrong because it is empty, which is said where its error has no text of its own. */
  readonly isMissing?: true;
  /** It is none of the things that can be chosen, which is said in the same way. */
  readonly isNoChoice?: true;
  /** Said instead of the error's own text, already in the reader's language. */
  readonly message?: string;
}

export interface AppErrorOptions {
  readonly fields?: readonly FieldFault[];
  /** Goes to the caller: what a program needs to act on the refusal. Nothing that the caller may not see. */
  readonly details?: Record<string, unknown>;
  readonly retryAfterSeconds?: number;
  /** Stays here, for the log. */
  readonly cause?: unknown;
}

/**
 * A refusal that we expect: the caller gets the catalogue's status, code and text in their language, `data` filling the
 * text's places. Anything else that is thrown is a bug and answers 500.
 */
export class AppError extends Error {
  override readonly name = "AppError";
  readonly code: RefusalName;
  readonly data: ErrorData;
  readonly fields: readonly FieldFault[];
  readonly details: Record<string, unknown> | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: RefusalName, data: ErrorData = {}, options: AppErrorOptions = {}) {
    super(`${code}: ${messageOf(code, "en", data)}`, { cause: options.cause });
    this.code = code;
    this.data = data;
    this.fields = options.fields ?? [];
    this.details = options.details;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  get status(): number {
    return errorCatalogue[this.code].status;
  }
}
