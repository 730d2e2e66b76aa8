/** A browser at the service of its maker, as it has told us. */
export interface PushTarget {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** `gone`: the browser is no longer there and never comes back; `later`: another try may succeed; `refused`: it would not. */
export type PushOutcome = "sent" | "gone" | "later" | "refused";

/** Sends notifications to browsers by the services of their makers. */
export interface PushSender {
  /** With which browsers accept what we send: an uncompressed P-256 point in base64url. */
  readonly publicKey: string;
  /** Sends a short text that only the browser can read. Never throws because of the service. */
  send(target: PushTarget, payload: string): Promise<PushOutcome>;
}
