import { expect, test } from "vitest";
import type * as Session from "./session.ts";

/** A token that no other test file has ended: files in one worker share modules. */
const freshSession = async () => (await import(`./session.ts?${"fresh"}`)) as typeof Session;

test("the end of a session is reported once, and its reason also when a refused call came first", async () => {
  const { onSessionEnded, pauseSessionReports, reportSessionEnded } = await freshSession();
  const told: (string | undefined)[] = [];
  const stop = onSessionEnded((reason) => told.push(reason));
  const goOn = pauseSessionReports();
  reportSessionEnded("branchClosed");
  expect(told).toEqual([]);
  goOn();

  reportSessionEnded();
  reportSessionEnded();
  expect(told).toEqual([undefined]);
  reportSessionEnded("branchClosed");
  reportSessionEnded("branchClosed");
  reportSessionEnded();
  expect(told).toEqual([undefined, "branchClosed"]);
  stop();
});
