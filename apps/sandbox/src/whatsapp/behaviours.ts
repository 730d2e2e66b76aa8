import type { GraphErrorName } from "./graph-errors.ts";

/** Unusual behaviour of a customer's phone or connection. */
export interface Behaviour {
  /** Refused at once. `times` limits it to that number of attempts, `forMs` to that time after the first. */
  refuse?: { error: GraphErrorName; times?: number; forMs?: number };
  /** Accepted, then reported as failed by a webhook; `only` limits it to a kind of message. */
  fail?: { error: GraphErrorName; only?: "marketing" | "media" };
  /** How the answer to a send fails. `cut` and `hangTaken` accept the message nevertheless. */
  answer?: "slow" | "hang" | "hangTaken" | "cut";
  statuses?: "twice" | "reversed" | "lost" | "readOnly";
}

export const behaviours = {
  blocked: { fail: { error: "undeliverable" } },
  notOnWhatsApp: { fail: { error: "undeliverable" } },
  slow: { answer: "slow" },
  hang: { answer: "hang" },
  failsTwice: { refuse: { error: "somethingWrong", times: 2 } },
  rateLimited: { refuse: { error: "throughput", forMs: 3_000 } },
  pairRate: { refuse: { error: "pairRate", forMs: 8_000 } },
  tokenExpired: { refuse: { error: "tokenExpired" } },
  marketingCap: { fail: { error: "marketingCap", only: "marketing" } },
  policyBlock: { refuse: { error: "policyBlock" } },
  mediaFails: { fail: { error: "mediaUpload", only: "media" } },
  duplicates: { statuses: "twice" },
  reversed: { statuses: "reversed" },
  lost: { statuses: "lost" },
  readOnly: { statuses: "readOnly" },
  cut: { answer: "cut" },
  hangTaken: { answer: "hangTaken" },
  marketingStopped: { fail: { error: "marketingStopped", only: "marketing" } },
  experiment: { fail: { error: "experiment", only: "marketing" } },
  spam: { fail: { error: "spam" } },
} as const satisfies Record<string, Behaviour>;

export type BehaviourName = keyof typeof behaviours;

export const behaviourNames = Object.keys(behaviours) as BehaviourName[];

export function isBehaviourName(name: string): name is BehaviourName {
  return Object.hasOwn(behaviours, name);
}

export function behaviourOf(name: BehaviourName | undefined): Behaviour {
  return name === undefined ? {} : behaviours[name];
}

/** The special number of a behaviour: from +886 900 000 001, in the order of the list above. */
export function specialNumber(name: BehaviourName): string {
  return String(886_900_000_001 + behaviourNames.indexOf(name));
}
