import { type Feature, features } from "@homeroom/contract/features";
import type { Screen } from "./screens.ts";

/** The list of every feature that `npm run new` has begun, with its drawer open. */
export const listScreens: readonly Screen[] = (features as readonly Feature[])
  .filter(({ table }) => table)
  .map(({ menu, many }) => ({
    ...{ name: many.en, address: `${menu.path}?new=1`, as: "admin" },
    ready: (page) => page.getByRole("dialog").locator("form").waitFor(),
  }));
