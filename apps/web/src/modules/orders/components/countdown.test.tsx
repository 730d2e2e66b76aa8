// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { expect, it, onTestFinished, vi } from "vitest";
import { show } from "#ui/for-tests.ts";
import { Countdown, timeLeft } from "./countdown.tsx";

const now = Date.parse("2026-11-27T10:00:00.000Z");
const [until, serverTime] = ["2026-11-27T12:15:00.000Z", "2026-11-27T12:00:00.000Z"];

function start(readAt: number) {
  vi.useFakeTimers({ toFake: ["Date"], now });
  onTestFinished(() => void vi.useRealTimers());
  const onEnd = vi.fn();
  show(<Countdown until={until} serverTime={serverTime} readAt={readAt} onEnd={onEnd} />);
  return onEnd;
}

it("counts by the server's clock", () => {
  start(now);
  expect(screen.getByRole("timer").textContent).toBe("15:00");
});

it("subtracts the age of the answer", () => {
  start(now - 6 * 60_000);
  expect(screen.getByRole("timer").textContent).toBe("09:00");
});

it("is over when the answer is older than the remaining time", async () => {
  const onEnd = start(now - 16 * 60_000);
  await expect.poll(() => onEnd).toHaveBeenCalled();
  expect(screen.queryByRole("timer")).toBeNull();
});

it("the time left is shown in whole parts and ends", () => {
  const now = Date.parse("2026-11-02T00:00:00Z");
  expect(timeLeft("2026-11-04T23:59:59Z", now)).toEqual({ hours: 71, minutes: 59, seconds: 59 });
  expect(timeLeft("2026-11-02T00:00:01Z", now)).toEqual({ hours: 0, minutes: 0, seconds: 1 });
  expect(timeLeft("2026-11-02T00:00:00Z", now)).toBeNull();
});
