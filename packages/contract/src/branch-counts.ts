/** How many branches an organisation has: "20+" is more than 20, "online" means none that customers can visit. */
export const branchCounts = ["1", "2-6", "7-20", "20+", "online"] as const;
