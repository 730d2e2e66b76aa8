// @vitest-environment happy-dom
import { RecordId } from "@homeroom/contract/ids";
import { landingWebhooks } from "@homeroom/contract/landing-webhooks";
import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { answers, show } from "#ui/for-tests.ts";
import { useWebhookLog } from "./webhook.ts";

const page = RecordId.parse("019aaaaa-0000-7000-8000-000000000001");
const call = {
  ...{ recordID: RecordId.parse("019aaaaa-0000-7000-8000-000000000002"), attempts: 1, status: 500, problem: "" },
  ...{ createTime: "2026-11-25T00:00:00Z", nextTime: null },
};
const log = (state: "waiting" | "done") =>
  answers(landingWebhooks.log, { signingKey: "key", list: [{ ...call, state }] });

function Log() {
  return <p role="status">{useWebhookLog(page).data?.list[0]?.state}</p>;
}

it("shows that a waiting call was made without being asked", async () => {
  const server = [log("waiting")];
  show(<Log />, { server });
  await waitFor(() => expect(screen.getByRole("status").textContent).toBe("waiting"));
  server[0] = log("done");
  await waitFor(() => expect(screen.getByRole("status").textContent).toBe("done"));
});
