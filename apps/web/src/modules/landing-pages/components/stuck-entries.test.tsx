// @vitest-environment happy-dom
import { RecordId } from "@homeroom/contract/ids";
import { landingEntries } from "@homeroom/contract/landing-entries";
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { answers, show } from "#ui/for-tests.ts";
import { StuckEntries } from "./stuck-entries.tsx";

const page = RecordId.parse("019aaaaa-0000-7000-8000-000000000001");
const entry = {
  ...{ recordID: RecordId.parse("019aaaaa-0000-7000-8000-000000000002"), state: "failed" as const },
  ...{ problem: "refused" as const, said: "Name: Amy", createTime: "2026-11-25T00:00:00Z" },
};

it("shows forms that did not become leads with their answers, and retries them", async () => {
  const server = [answers(landingEntries.log, [entry]), answers(landingEntries.replay, null)];
  const { person, sentTo } = show(<StuckEntries pageId={page} />, { server });
  await screen.findByText("Name: Amy");
  screen.getByText("Cannot become a lead");
  server[0] = answers(landingEntries.log, []);
  await person.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByText("Attempted again");
  expect(sentTo(landingEntries.replay)).toEqual([{ recordID: entry.recordID }]);
  expect(screen.queryByText("Name: Amy")).toBeNull();
});
