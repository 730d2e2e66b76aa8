export type Greeting = "earlyMorning" | "morning" | "afternoon" | "evening" | "night";

/** How to greet at an hour of the day (0 to 23). */
export function greetingAt(hour: number): Greeting {
  if (hour < 6) return "night";
  if (hour < 8) return "earlyMorning";
  if (hour < 12) return "morning";
  return hour < 18 ? "afternoon" : "evening";
}
