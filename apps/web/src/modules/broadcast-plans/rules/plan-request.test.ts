import type { ChannelId } from "@homeroom/contract/ids";
import { expect, test } from "vitest";
import { planRequest } from "./plan-request.ts";

const channels = [{ channelId: "0190c3a0-0000-7000-8000-000000000001" as ChannelId }];

test("the filters of an address become a request", () => {
  const values = {
    keywords: [" 暑期 "],
    status: ["running", "failed"],
    channel: ["0190c3a0-0000-7000-8000-000000000001"],
    date: ["2026-11-01", "2026-11-30"],
    creator: ["0190c3a0-0000-7000-8000-000000000002"],
  };
  expect(planRequest(values, channels)).toEqual({
    keywords: "暑期",
    status: ["running", "failed"],
    channel: channels[0]?.channelId,
    creatorID: "0190c3a0-0000-7000-8000-000000000002",
    startTime: "2026-11-01",
    endTime: "2026-11-30",
  });
});

test("one end of a date range is enough, and invalid values are ignored", () => {
  const values = { status: ["sleeping"], channel: ["another"], date: ["", "2026-11-30"] };
  expect(planRequest(values, channels)).toEqual({ endTime: "2026-11-30" });
});
