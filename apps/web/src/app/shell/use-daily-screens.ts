import { loadTexts } from "#platform/i18n/i18n.ts";
import { useLoadedAhead } from "#platform/use-loaded-ahead.ts";
import { currentMenus } from "../routes/menu-store.ts";
import { flat } from "../routes/menu-tree.ts";
import { dashboardEntry } from "../routes/static-entries.ts";
import { views } from "../views.ts";

/** The screens that most people open every day, if they are in the menu. */
const daily = ["lead/index", "chat/index", "dashboard/index"];

/** Long enough for the open screen to have its first rows. */
const waitMs = 3000;

/**
 * Loads the daily screens one after another, so that the first press opens them at once on a phone too, where nothing hovers
 * over a link before the press.
 */
export function useDailyScreens(): void {
  useLoadedAhead(tryDailyScreens, waitMs);
}

/** A failure is retried when the screen is opened, and shown there. */
function tryDailyScreens(): void {
  void loadDailyScreens().catch(() => undefined);
}

async function loadDailyScreens(): Promise<void> {
  const held = new Set(flat([dashboardEntry, ...currentMenus()]).map(({ view }) => view));
  for (const name of daily) {
    const view = views[name];
    if (view && held.has(name)) await Promise.all([view.load(), loadTexts(view.texts)]);
  }
}
