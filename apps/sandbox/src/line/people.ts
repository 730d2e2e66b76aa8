import { createHash } from "node:crypto";

/** A person's relation to an account. */
export type Relation = "none" | "friend" | "blocked";

/** A person with LINE on their phone. */
export interface LinePerson {
  /** `U` and 32 hexadecimal digits, the same over restarts for the same name. */
  userId: string;
  displayName: string;
  statusMessage: string;
  relations: Map<string, Relation>;
}

export function newPerson(displayName: string, statusMessage = ""): LinePerson {
  const userId = `U${createHash("sha256").update(displayName).digest("hex").slice(0, 32)}`;
  return { userId, displayName, statusMessage, relations: new Map() };
}

/** A person known to the business and not to the sandbox. */
export function strangerPerson(userId: string, channelId: string): LinePerson {
  return {
    userId,
    displayName: `LINE ${userId.slice(-6)}`,
    statusMessage: "",
    relations: new Map([[channelId, "friend"]]),
  };
}

/** People of Taipei who are friends of the demo account's, and two who are not yet. */
export const readyPeople: readonly { name: string; friend: boolean }[] = [
  { name: "林佳穎", friend: true },
  { name: "吳柏翰", friend: true },
  { name: "許雅雯", friend: true },
  { name: "蔡承恩", friend: false },
  { name: "Emily 周", friend: false },
];
