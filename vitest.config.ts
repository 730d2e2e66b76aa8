import { defineConfig } from "vitest/config";
import { SameEnvironmentSequencer } from "./tools/same-environment-sequencer.ts";

const unit = ["{apps,packages}/*/{src,build}/**/*.test.{ts,tsx}", "{tools,database,bench,tests}/**/*.test.ts"];
/** What is done with conversations, which mostly waits for customers, and everything else. */
const inboxJourneys = ["tests/journeys/inbox/*.test.ts"];
const journeys = ["tests/journeys/*.test.ts"];
const accessibility = ["tests/accessibility/**/*.test.ts"];
const survival = ["tests/survival/**/*.test.ts"];

/** Only a real hang takes so long, on a slow machine that does four other things beside as well. */
const patience = { testTimeout: 600_000, hookTimeout: 600_000, expect: { poll: { timeout: 180_000 } } };

/** One PostgreSQL for the whole run. */
const onDatabase = { ...patience, globalSetup: ["tools/vitest-global-setup.ts"] };

/** These start whole Homerooms: their files run one after the other. */
const wholeProduct = { ...onDatabase, fileParallelism: false };

/** One product and one browser for all files; loading what drives it once saves more than a second a file. */
const inBrowser = {
  ...wholeProduct,
  isolate: false,
  globalSetup: [...onDatabase.globalSetup, "tests/journeys/set-up.ts"],
};

export default defineConfig({
  test: {
    // What passes only at the second try is a defect of the product or of the test.
    retry: 0,
    sequence: { sequencer: SameEnvironmentSequencer },
    projects: [
      {
        extends: true,
        test: {
          ...onDatabase,
          name: "unit",
          include: unit,
          exclude: ["**/node_modules/**", ...inboxJourneys, ...journeys, ...accessibility, ...survival],
          maxWorkers: 2,
          // No file changes what another one imports: loading the server once a worker saves a third of the time.
          isolate: false,
        },
      },
      { extends: true, test: { ...inBrowser, name: "accessibility", include: accessibility } },
      { extends: true, test: { ...inBrowser, name: "inbox", include: inboxJourneys } },
      { extends: true, test: { ...inBrowser, name: "journeys", include: journeys } },
      { extends: true, test: { ...wholeProduct, name: "survival", include: survival } },
    ],
  },
});
