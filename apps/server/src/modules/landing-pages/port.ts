/** A conversion in the format of LINE's Conversion API. */
export interface LineConversion {
  /** LINE counts repeated ones once. */
  key: string;
  name: string;
  at: Date;
  /** At least one of these identifies the visitor. Hashes are SHA-256 in hexadecimal. */
  click: string;
  phoneHash: string;
  emailHash: string;
  /** LINE's id of the visitor, known to the tag's account. */
  lineUser: string;
  url: string;
}

export interface LineTag {
  tagId: string;
  token: string;
  /** LINE's number of the account that knows the visitors of a call; empty: they are not named by it. */
  channel?: string;
}

/** LINE's sign-in. Throws when it does not answer. */
export interface LineLogin {
  /** LINE's id of the user that an app of this LINE Login channel got a token for; null: it is no such token. */
  userOf(token: string, loginChannel: string): Promise<string | null>;
}

/** LINE's Conversion API. Throws LineTrackingFailure, and nothing else. */
export interface LineTracker {
  /** Sends conversions; all are taken, or none. */
  send(tag: LineTag, conversions: readonly LineConversion[]): Promise<void>;
  /** Sends a test event, which counts nowhere: the tag and its key belong together when it is taken. */
  test(tag: LineTag): Promise<void>;
}

/** `reconnect`: the key is invalid. `refused`: LINE does not accept an event. */
export type LineTrackingReason = "reconnect" | "refused" | "unavailable";

/** The reason why LINE refused conversions. */
export class LineTrackingFailure extends Error {
  override readonly name = "LineTrackingFailure";
  readonly reason: LineTrackingReason;

  constructor(reason: LineTrackingReason, detail: string) {
    super(detail);
    this.reason = reason;
  }
}
