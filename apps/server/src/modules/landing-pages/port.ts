/** A conversion as LINE's Conversion API takes it. */
export interface LineConversion {
  /** Sent again, LINE counts it once. */
  key: string;
  name: string;
  at: Date;
  /** At least one of these names the visitor. Hashes are SHA-256 in hexadecimal. */
  click: string;
  phoneHash: string;
  emailHash: string;
  url: string;
}

export interface LineTag {
  tagId: string;
  token: string;
}

/** LINE's Conversion API. Throws LineTrackingFailure, and nothing else. */
export interface LineTracker {
  /** Sends conversions; all are taken, or none. */
  send(tag: LineTag, conversions: readonly LineConversion[]): Promise<void>;
  /** Sends a test event, which counts nowhere: the tag and its key belong together when it is taken. */
  test(tag: LineTag): Promise<void>;
}

/** `reconnect`: the key is worth nothing. `refused`: an event is not one that LINE takes. */
export type LineTrackingReason = "reconnect" | "refused" | "unavailable";

/** Why LINE did not take conversions. */
export class LineTrackingFailure extends Error {
  override readonly name = "LineTrackingFailure";
  readonly reason: LineTrackingReason;

  constructor(reason: LineTrackingReason, detail: string) {
    super(detail);
    this.reason = reason;
  }
}
