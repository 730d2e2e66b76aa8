import type { Readable } from "node:stream";
import type { Endpoint, RequestOf, ResponseOf } from "@homeroom/contract/endpoint";
import type { Language } from "@homeroom/contract/language";
import type { Actor } from "#platform/auth/actor";

/** A file that came with a call: already checked by content, in a temporary place that is removed after the call. */
export interface UploadedFile {
  path: string;
  name: string;
  contentType: string;
  size: number;
}

/** What a handler knows of its call beyond the request itself. */
export interface Call {
  readonly language: Language;
  /** Address of the caller, for rate limits and the audit log. */
  readonly ip: string;
  readonly userAgent: string;
  readonly traceId: string;
  /** The raw token of the accessToken header, empty when there is none. */
  readonly token: string;
}

/** A call of a signed-in account. */
export interface SignedCall extends Call {
  readonly actor: Actor;
}

/** An answer that is not JSON. */
export interface BinaryAnswer {
  readonly body: Readable | Buffer;
  readonly contentType: string;
  /** Given: the browser downloads it under this name. */
  readonly fileName?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

type CallOf<E extends Endpoint> = (E["access"] extends "public" ? Call : SignedCall) &
  (E["body"] extends "file" ? { readonly file: UploadedFile } : unknown);
type AnswerOf<E extends Endpoint> = E["answer"] extends "binary" ? BinaryAnswer : ResponseOf<E>;

/** Binds a call of the contract to its handler; see bind.ts for what it promises. */
export type Binder = <E extends Endpoint>(
  endpoint: E,
  handle: (request: RequestOf<E>, call: CallOf<E>) => Promise<AnswerOf<E>>,
) => void;
