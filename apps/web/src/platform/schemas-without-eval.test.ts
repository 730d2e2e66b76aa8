import { expect, it } from "vitest";

it("the schema library finds the setting", async () => {
  await import("./schemas-without-eval.ts");
  const { config } = await import("zod/v4/core");
  expect(config()).toMatchObject({ jitless: true });
});
