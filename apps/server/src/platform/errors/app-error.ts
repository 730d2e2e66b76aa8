import { type ErrorData, errorCatalogue, messageOf, type RefusalName } from "@homeroom/contract/errors/catalogue";

/** One field that is wrong, by its path in the request (`contact1.phone`). */
export interface FieldFault {
  readonly field: string;
  readonly name: RefusalName;
  readonly data?: ErrorData;
  /** It is wrong because it is empty. Used for the text if its error has none of its own. */
  readonly isMissing?: true;
  /** It is not one of the choices. Used for the text in the same way. */
  readonly isNoChoice?: true;
  /** Replaces the error's own text; already in the reader's language. */
  readonly message?: string;
}

export interface AppErrorOptions {
  readonly fields?: readonly FieldFault[];
  /** Goes to the caller: what a program needs to act on the refusal. Nothing that the caller may not see. */
  readonly details?: Record<string, unknown>;
  readonly retryAfterSeconds?: number;
  /** For the log only. */
  readonly cause?: unknown;
}

/**
 * An expected refusal: the caller gets the catalogue's status, code and text in their language, with `data` filling the
 * placeholders. Any other error is a bug and answers 500.
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
