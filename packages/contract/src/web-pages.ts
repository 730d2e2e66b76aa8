import { guideChapters } from "./guide-chapters.ts";

/**
 * Paths of the web app's pages outside the menu, in the notation of its router. The server answers these and the menu's
 * paths with 200, and any other with 404.
 */
export const webPages: readonly string[] = [
  "/",
  "/login",
  "/register",
  "/forgotpassword",
  "/GPTchat",
  "/GoogleLead",
  "/pay",
  "/advert/lppreview",
  "/guide",
  ...guideChapters.map((chapter) => `/guide/${chapter}`),
  "/redirect/*",
  "/401",
  "/404",
  "/dashboard",
  "/system/setting",
  "/system/branch",
  "/system/payment",
  "/fee",
];
