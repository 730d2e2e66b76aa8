import { expect, it } from "vitest";
import { greetingAt } from "./greeting.ts";

it.each([
  [0, "night"],
  [5, "night"],
  [6, "earlyMorning"],
  [8, "morning"],
  [12, "afternoon"],
  [17, "afternoon"],
  [18, "evening"],
  [23, "evening"],
])("at %i o'clock it is %s", (hour, greeting) => expect(greetingAt(hour)).toBe(greeting));
