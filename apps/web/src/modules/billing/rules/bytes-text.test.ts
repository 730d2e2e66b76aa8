import { expect, test } from "vitest";
import { bytesAxis, bytesText } from "./bytes-text.ts";

const gb = 1024 ** 3;

test.each([
  [2 * gb, ["0 B", "512 MB", "1 GB", "1.5 GB", "2 GB"]],
  [200 * gb, ["0 B", "64 GB", "128 GB", "192 GB", "256 GB"]],
  [0, ["0 B", "1 B"]],
])("an axis of %d bytes has steps that people read at a glance", (most, labels) => {
  const { max, interval } = bytesAxis(most);
  const ticks = Array.from({ length: max / interval + 1 }, (_, step) => bytesText(step * interval));
  expect(ticks).toEqual(labels);
  expect(max).toBeGreaterThanOrEqual(most);
});
