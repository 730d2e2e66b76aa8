import { expect, test } from "vitest";
import { loadOnce } from "./load-once.ts";

test("what was loaded is kept, and a failure is not", async () => {
  let attempts = 0;
  const load = loadOnce(async () => {
    attempts += 1;
    if (attempts === 1) throw new Error("too many open files");
    return { attempts };
  });
  await expect(load()).rejects.toThrow("too many open files");
  const [first, second] = await Promise.all([load(), load()]);
  expect(first).toBe(second);
  expect(await load()).toEqual({ attempts: 2 });
});
