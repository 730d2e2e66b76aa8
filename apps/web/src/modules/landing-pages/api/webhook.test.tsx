// @vitest-environment happy-dom
import { RecordId } from "@homeroom/contract/ids";
import { landingWebhooks } from "@homeroom/contract/landing-webhooks";
import { screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import { answers, refuses, show } from "#ui/for-tests.ts";
import { useWebhookCalls, useWebhookLog } from "./webhook.ts";

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

function Attempt() {
  const { test } = useWebhookCalls(page);
  const [said, setSaid] = useState("");
  const tell = (outcome: unknown) => setSaid(JSON.stringify(outcome));
  return (
    <>
      <button type="button" onClick={() => void test().then(tell, tell)}>
        Test
      </button>
      <p role="status">{said}</p>
    </>
  );
}

const refused = refuses(landingWebhooks.test, "LANDING_WEBHOOK_FAILED");
const failing = (details: object) => ({ ...refused, body: { ...refused.body, details } });

it.each([
  ["took the example", answers(landingWebhooks.test, { ok: true, status: 200, problem: "" }), '{"answer":null}'],
  ["answered 403", failing({ status: 403 }), '{"answer":{"status":403,"problem":""}}'],
  [
    "cannot be reached",
    failing({ status: null, problem: "ECONNREFUSED" }),
    '{"answer":{"status":null,"problem":"ECONNREFUSED"}}',
  ],
  ["could not be called", refuses(landingWebhooks.test, "NOT_FOUND"), '"Not found"'],
])("says that a webhook %s", async (_case, answer, said) => {
  const { person } = show(<Attempt />, { server: [answer] });
  await person.click(screen.getByRole("button"));
  await waitFor(() => expect(screen.getByRole("status").textContent).toBe(said));
});
