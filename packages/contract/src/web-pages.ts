import { guideChapters } from "./guide-chapters.ts";

/**
 * Paths of the pages that the web app has without the menu, as its router writes them. The server answers them with 200, the
 * menu's paths too, and any other with 404.
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
