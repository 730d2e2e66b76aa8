import { defineConfig } from "vitest/config";

const unit = ["{apps,packages}/*/src/**/*.test.{ts,tsx}", "{tools,database,bench,tests}/**/*.test.ts"];
const journeys = ["tests/{journeys,survival}/**/*.test.ts"];

export default defineConfig({
  test: {
    globalSetup: ["tools/vitest-global-setup.ts"],
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: unit,
          exclude: ["**/node_modules/**", ...journeys],
          maxWorkers: 2,
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      // These start whole Homerooms, with a browser or to be killed: one at a time, so that none waits for another.
      {
        extends: true,
        test: {
          name: "journeys",
          include: journeys,
          globalSetup: ["tests/journeys/set-up.ts"],
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 180_000,
          // What a person would wait for on a slow machine; a journey fails by what it sees, not by when.
          expect: { poll: { timeout: 20_000 } },
        },
      },
    ],
  },
});
