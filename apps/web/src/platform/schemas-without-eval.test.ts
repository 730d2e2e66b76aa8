import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";

// In a process of its own, as in a page: the order in which the two load matters.
const asPageLoads = `
  await import("./schemas-without-eval.ts");
  const { config } = await import("zod/v4/core");
  process.stdout.write(JSON.stringify(config()));
`;

it("the schema library finds the setting", () => {
  const args = ["--input-type=module", "--eval", asPageLoads];
  const said = execFileSync(process.execPath, args, { cwd: import.meta.dirname, encoding: "utf8" });
  expect(JSON.parse(said)).toMatchObject({ jitless: true });
});
