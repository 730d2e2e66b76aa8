/** The chapters of the guide, in order; each has a page, `/guide/<chapter>`. */
export const guideChapters = [
  "first-day",
  "leads",
  "inbox",
  "sales",
  "templates",
  "broadcasts",
  "growth",
  "roles",
  "account",
] as const;
export type GuideChapter = (typeof guideChapters)[number];
