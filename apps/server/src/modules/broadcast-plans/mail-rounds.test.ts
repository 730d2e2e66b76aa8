import type { RecordId } from "@homeroom/contract/ids";
import { v7 } from "uuid";
import { expect, onTestFinished, test } from "vitest";
import { buildLead } from "#modules/leads/for-tests";
import { buildOrganization } from "#modules/organizations/for-tests";
import { prepareDatabase } from "#platform/db/for-tests";
import { serveSmtp, speakSmtp } from "#platform/mail/for-tests";
import { sendingOf } from "./for-tests.ts";
import { startBroadcasts } from "./jobs.ts";

const base = prepareDatabase();

/** A running plan of mails in an organisation of its own, whose mail server answers like this. */
async function runPlan(readers: number, answer?: Parameters<typeof speakSmtp>[1]) {
  const organization = await buildOrganization(base.db);
  const { organizationId, branchIds } = organization;
  const { port, close } = await serveSmtp((socket) => speakSmtp(socket, answer));
  onTestFinished(close);
  const planId = v7() as RecordId;
  const addresses = Array.from({ length: readers }, (_, index) => `reader-${index}@school.test`);
  const leadIds = await Promise.all(addresses.map((email) => buildLead(base.db, organization, { email })));
  await base.owner.query(
    `insert into email_setting (organization_id, branch_id, provider, server, port, security, username, secrets, sender, sender_name, verified_at)
     values ($1, $2, 'other', '127.0.0.1', $3, 'none', '', $4, 'office@school.test', '', now())`,
    [organizationId, branchIds[0], port, base.platform.secrets.seal({ password: "" })],
  );
  await base.owner.query(
    "insert into broadcast_setting (organization_id, quiet_from, quiet_until, version) values ($1, null, null, 0)",
    [organizationId],
  );
  const blocks = [{ type: "text", text: "開始報名" }];
  const content = { language: "zh-tw", category: "marketing", subject: "暑期班", preheader: "", blocks };
  await base.owner.query(
    `with plan as (
       insert into broadcast_plan (organization_id, plan_id, name, kind, branch_id, state, total, started_at, email_content)
       values ($1, $2, '暑期班', 'email', $4, 'running', $3, now(), $5))
     insert into broadcast_recipient (organization_id, plan_id, lead_id, email, state)
     select $1, $2, lead_id, email, 'waiting' from lead where lead_id = any($6::uuid[])`,
    [organizationId, planId, readers, branchIds[0], content, leadIds],
  );
  return {
    close,
    async states(): Promise<Record<string, number>> {
      const { rows } = await base.owner.query<{ state: string; count: number }>(
        "select state, count(*)::int as count from broadcast_recipient where plan_id = $1 group by 1",
        [planId],
      );
      return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
    },
  };
}

test("a mail server that does not answer does not hold up plans that begin later", async () => {
  const { promise: asked, resolve } = Promise.withResolvers<void>();
  const silent = await runPlan(1, (said) => {
    if (!said.startsWith("RCPT")) return undefined;
    resolve();
    return new Promise(() => undefined);
  });
  const work = startBroadcasts(base.platform, sendingOf(base));
  onTestFinished(async () => {
    await silent.close();
    await work.stop();
  });
  await asked;
  const other = await runPlan(1);
  await expect.poll(other.states).toEqual({ accepted: 1 });
  expect(await silent.states()).toEqual({ queued: 1 });
});

test("a stop ends after the mails in hand: those of the others wait, and none is left unsure", async () => {
  const { promise: begun, resolve } = Promise.withResolvers<void>();
  let letters = 0;
  const plan = await runPlan(300, (said) => {
    if (said === "letter") letters += 1;
    if (letters === 20) resolve();
    return undefined;
  });
  const work = startBroadcasts(base.platform, sendingOf(base));
  await begun;
  await work.stop();
  const { accepted = 0, waiting = 0, ...rest } = await plan.states();
  expect(rest).toEqual({});
  expect(accepted).toBeGreaterThanOrEqual(20);
  expect(waiting).toBeGreaterThanOrEqual(100);
});
