/** How many branches an organisation has: "20+" is more than 20, "online" none that one can walk into. */
export const branchCounts = ["1", "2-6", "7-20", "20+", "online"] as const;
