import { expect, test } from "vitest";
import { onSessionEnded, pauseSessionReports, reportSessionEnded } from "./session.ts";

test("the end of a session is reported once, and its reason also when a refused call came first", () => {
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
