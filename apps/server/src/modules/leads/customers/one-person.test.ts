import { LeadId } from "@homeroom/contract/ids";
import fc from "fast-check";
import { v7 } from "uuid";
import { beforeAll, expect, test } from "vitest";
import { callApi } from "#modules/sign-in/for-tests";
import { prepareDesk } from "#platform/db/for-tests";
import { inTransaction } from "#platform/db/transaction";
import { buildLead, openLeadDesk } from "../for-tests.ts";
import { leadForNewContact } from "../public.ts";
import { findDuplicates, lockNumbers, refusingRaces } from "../record/writes/check-lead.ts";

const desk = prepareDesk(openLeadDesk);
let tokens: string[];
beforeAll(async () => {
  tokens = [(await desk.signIn({ role: "owner" })).token, (await desk.signIn({ role: "admin" })).token];
});

interface Person {
  phone: string;
  email: string;
}

type Way = "staff" | "otherStaff" | "message" | "table";
const ways: readonly Way[] = ["staff", "otherStaff", "message", "table"];

/** A person comes in one of the ways. Answers whether they became a lead by it; every refusal but "is there" fails. */
async function comes(way: Way, people: readonly Person[]): Promise<void> {
  if (way === "table") return table(people);
  for (const person of people) await (way === "message" ? message(person) : staff(person, way === "staff" ? 0 : 1));
}

async function staff({ phone, email }: Person, who: number): Promise<void> {
  const form = { nickname: "陳太", areaCode: "+852", phone, email, contact1: { areaCode: "+852", phone } };
  const { status, body } = await callApi(desk.app, "POST /api_users/Member/AddLeadInfo", {
    token: tokens[who] ?? "",
    body: form,
  });
  if (status !== 200) expect(["LEAD_PHONE_EXISTS", "LEAD_EMAIL_EXISTS"]).toContain((body as { name?: string }).name);
}

async function message({ phone }: Person): Promise<void> {
  const { scope, branchIds } = desk.organization;
  await inTransaction(desk.db, scope, (tx) =>
    leadForNewContact(tx, scope, {
      branchId: branchIds[0],
      nickname: "陳太",
      phoneE164: `852${phone}`,
      leadChannelCode: "WhatsApp_chat",
      at: new Date(),
    }),
  );
}

/** A batch of an import: all of its numbers and addresses are held before the first row is written. */
function table(people: readonly Person[]): Promise<void> {
  const { scope, organizationId, branchIds } = desk.organization;
  return refusingRaces(() =>
    inTransaction(desk.db, scope, async (tx) => {
      await lockNumbers(
        tx,
        scope,
        people.flatMap(({ phone, email }) => [`852${phone}`, email]),
      );
      for (const { phone, email } of people) {
        const lead = {
          leadId: LeadId.parse(v7()),
          branchId: branchIds[0],
          phone: `852${phone}`,
          contact1Phone: null,
          email,
        };
        if ((await findDuplicates(tx, scope, lead)).length > 0) continue;
        await tx
          .insertInto("lead")
          .values({
            organization_id: organizationId,
            lead_id: lead.leadId,
            branch_id: lead.branchId,
            nickname: "陳太",
            phone,
            phone_e164: lead.phone,
            email,
            lead_date: "2026-11-22",
            contact1: "{}",
            contact2: "{}",
          })
          .execute();
      }
    }),
  );
}

test("people who arrive simultaneously, in any order, become one lead each without deadlock", async () => {
  let round = 0;
  const arrivals = fc.array(
    fc.record({ way: fc.constantFrom(...ways), order: fc.shuffledSubarray([0, 1, 2, 3], { minLength: 2 }) }),
    {
      minLength: 4,
      maxLength: 8,
    },
  );
  await fc.assert(
    fc.asyncProperty(arrivals, async (coming) => {
      round += 1;
      const people = [0, 1, 2, 3].map((n) => ({
        phone: String(61_000_000 + round * 10 + n),
        email: `p${round}x${n}@a.hk`,
      }));
      await Promise.all(
        coming.map(({ way, order }) =>
          comes(
            way,
            order.map((n) => people[n] as Person),
          ),
        ),
      );
      const came = new Set(coming.flatMap(({ order }) => order)).size;
      const { rows } = await desk.owner.query<{ leads: number; numbers: number }>(
        `select count(*)::int as leads, count(distinct phone_e164)::int as numbers from lead
         where phone_e164 = any($1) or email = any($2)`,
        [people.map(({ phone }) => `852${phone}`), people.map(({ email }) => email)],
      );
      expect(rows).toEqual([{ leads: came, numbers: came }]);
    }),
    { numRuns: 12 },
  );
});

test("simultaneous merges, families, edits and messages of the same leads neither fail nor deadlock", async () => {
  const token = tokens[0] ?? "";
  const call = (name: string, body: object) => callApi(desk.app, `POST /api_users/Member/${name}`, { token, body });
  let base = 71_000;
  const deeds = fc.array(
    fc.record({
      deed: fc.constantFrom("merge", "join", "leave", "contacts", "sibling", "message"),
      a: fc.nat(3),
      b: fc.nat(3),
    }),
    { minLength: 6, maxLength: 10 },
  );
  await fc.assert(
    fc.asyncProperty(deeds, async (all) => {
      base += 10;
      const leads = await Promise.all(
        [0, 1, 2, 3].map((n) =>
          buildLead(desk.db, desk.organization, { nickname: `${n}號`, phone_e164: `8526${base + n}00` }),
        ),
      );
      const versions = { keep: 1, from: 1 };
      const [of, other] = [(n: number) => leads[n] as LeadId, (n: number) => leads[(n + 1) % 4] as LeadId];
      const contact = (n: number) => ({ name: "媽", areaCode: "+852", phone: `6${base + n}00` });
      const answers = await Promise.all(
        all.map(async ({ deed, a, b }) => {
          const second = a === b ? other(a) : of(b);
          if (deed === "merge") return call("MergeLeads", { keep: of(a), from: second, versions });
          if (deed === "join") return call("JoinFamily", { leadId: of(a), withLeadId: second });
          if (deed === "leave") return call("LeaveFamily", { leadId: of(a) });
          if (deed === "sibling") return call("AddSibling", { leadId: of(a), form: { nickname: "二寶" } });
          if (deed === "message") {
            await message({ phone: `6${base + a}00`, email: "" });
            return { status: 200 };
          }
          return call("EditLeadContactInfo", { leadId: of(a), version: 1, contact1: contact(a), contact2: {} });
        }),
      );
      for (const { status } of answers) expect([200, 404, 409, 422]).toContain(status);
      const { rows } = await desk.owner.query(
        "select phone_e164 from lead where deleted_at is null and phone_e164 is not null group by 1 having count(*) > 1",
      );
      expect(rows).toEqual([]);
      // Families are in step.
      const apart = await desk.owner.query(
        "select family_id from lead where deleted_at is null and family_id is not null group by 1 having count(distinct contact1_e164) > 1",
      );
      expect(apart.rows).toEqual([]);
    }),
    { numRuns: 12 },
  );
});
