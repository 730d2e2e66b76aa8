import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    globalSetup: ["tools/vitest-global-setup.ts"],
    include: ["**/src/**/*.test.ts", "tools/**/*.test.ts", "database/**/*.test.ts"],
  },
});
