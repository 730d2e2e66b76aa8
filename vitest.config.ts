import { defineConfig } from "vitest/config";

const unit = ["{apps,packages}/*/src/**/*.test.{ts,tsx}", "{tools,database,bench,tests}/**/*.test.ts"];
/** What is done with conversations, which mostly waits for customers, and everything else. */
const inboxJourneys = ["tests/journeys/inbox/*.test.ts"];
const journeys = ["tests/journeys/*.test.ts"];
const accessibility = ["tests/accessibility/**/*.test.ts"];
const survival = ["tests/survival/**/*.test.ts"];

/** These start whole Homerooms: their files run one after the other, so that none waits for another. */
const wholeProduct = { fileParallelism: false, testTimeout: 120_000, hookTimeout: 180_000 };

/** One PostgreSQL for the whole run. */
const onDatabase = { globalSetup: ["tools/vitest-global-setup.ts"] };

/** One product and one browser for all files; loading what drives it once saves more than a second a file. */
const inBrowser = { ...wholeProduct, isolate: false, globalSetup: ["tests/journeys/set-up.ts"] };
/** What a person would wait for on a slow machine; a journey fails by what it sees, not by when. */
const asPerson = { ...inBrowser, expect: { poll: { timeout: 20_000 } } };

export default defineConfig({
  test: {
    // What passes only at the second try is named at the end of `npm test`: a defect, but no reason to prove nothing.
    retry: 1,
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
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      { extends: true, test: { ...inBrowser, name: "accessibility", include: accessibility } },
      { extends: true, test: { ...asPerson, name: "inbox", include: inboxJourneys } },
      { extends: true, test: { ...asPerson, name: "journeys", include: journeys } },
      { extends: true, test: { ...wholeProduct, ...onDatabase, name: "survival", include: survival } },
    ],
  },
});
