/** A browser's subscription at its vendor's push service, as the browser reported it. */
export interface PushTarget {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** `gone`: the subscription has ended for good; `later`: a retry may succeed; `refused`: a retry would not. */
export type PushOutcome = "sent" | "gone" | "later" | "refused";

/** Sends notifications to browsers through their vendors' services. */
export interface PushSender {
  /** The key with which browsers accept our notifications: an uncompressed P-256 point in base64url. */
  readonly publicKey: string;
  /** Sends a short text that only the browser can read. Never throws because of the service. */
  send(target: PushTarget, payload: string): Promise<PushOutcome>;
}
