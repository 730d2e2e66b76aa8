import { defineConfig } from "vitest/config";

const unit = ["{apps,packages}/*/src/**/*.test.{ts,tsx}", "{tools,database,bench,tests}/**/*.test.ts"];
const journeys = ["tests/journeys/**/*.test.ts"];

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
      // A journey starts a whole Homeroom and a browser: one at a time, so that none waits for another's processor.
      {
        extends: true,
        test: {
          name: "journeys",
          include: journeys,
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
