import { createHash } from "node:crypto";

/** A person's relation to an account. */
export type Relation = "none" | "friend" | "blocked";

/** A person with LINE on their phone. */
export interface LinePerson {
  /** `U` and 32 hexadecimal digits, derived from the name. */
  userId: string;
  displayName: string;
  statusMessage: string;
  relations: Map<string, Relation>;
}

export function newPerson(displayName: string, statusMessage = ""): LinePerson {
  const userId = `U${createHash("sha256").update(displayName).digest("hex").slice(0, 32)}`;
  return { userId, displayName, statusMessage, relations: new Map() };
}

/** A person that the business knows but the sandbox does not. */
export function strangerPerson(userId: string, channelId: string): LinePerson {
  return {
    userId,
    displayName: `LINE ${userId.slice(-6)}`,
    statusMessage: "",
    relations: new Map([[channelId, "friend"]]),
  };
}

/** People in Taipei who are friends of the demo account, and two who are not yet. */
export const readyPeople: readonly { name: string; friend: boolean }[] = [
  { name: "林佳穎", friend: true },
  { name: "吳柏翰", friend: true },
  { name: "許雅雯", friend: true },
  { name: "蔡承恩", friend: false },
  { name: "Emily 周", friend: false },
];
