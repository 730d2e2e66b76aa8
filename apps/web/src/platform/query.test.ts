import { QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, test } from "vitest";
import { queryClient } from "./query.ts";

const queryKey = ["test", "state"];

afterEach(() => queryClient.clear());

/** A query on screen whose reads end when the test ends them. */
function watched() {
  const reads: ((answer: string) => void)[] = [];
  const observer = new QueryObserver<string, string>(queryClient, {
    queryKey,
    queryFn: () => new Promise<string>((resolve) => reads.push(resolve)),
  });
  return { reads, stop: observer.subscribe(() => undefined), shown: () => observer.getCurrentResult().data };
}

test("a change during the first read is read after it", async () => {
  const { reads, stop, shown } = watched();
  await expect.poll(() => reads).toHaveLength(1);
  const renewed = queryClient.invalidateQueries({ queryKey });
  reads[0]?.("before the change");
  await expect.poll(() => reads).toHaveLength(2);
  reads[1]?.("after the change");
  await renewed;
  expect(shown()).toBe("after the change");
  stop();
});

test("a change after the first read is read once", async () => {
  const { reads, stop, shown } = watched();
  await expect.poll(() => reads).toHaveLength(1);
  reads[0]?.("before the change");
  await expect.poll(() => shown()).toBe("before the change");
  const renewed = queryClient.invalidateQueries({ queryKey });
  await expect.poll(() => reads).toHaveLength(2);
  reads[1]?.("after the change");
  await renewed;
  expect([reads.length, shown()]).toEqual([2, "after the change"]);
  stop();
});
