import type { LeadQuery } from "@homeroom/contract/lead-query";
import type { LeadTable } from "@homeroom/database/schema";
import fc from "fast-check";
import { type Insertable, sql } from "kysely";
import { v7 } from "uuid";
import { beforeAll, expect, test } from "vitest";
import { buildOrganization, type TestOrganization } from "#modules/organizations/for-tests";
import { prepareDatabase } from "#platform/db/for-tests";
import { inTransaction } from "#platform/db/transaction";
import { organizationLeads } from "../record/queries/organization-leads.ts";
import { countMatching } from "./queries/counting.ts";
import { leadsMatching } from "./queries/lead-conditions.ts";

type Columns = Insertable<LeadTable> & Pick<Given, "tag_ids">;

/** A lead as this test knows it. */
interface Given {
  lead_id: string;
  branch_id: string;
  nickname: string;
  notes: string;
  email: string;
  phone: string;
  phone_e164: string | null;
  sales_id: string | null;
  tutor_id: string | null;
  status_id: string | null;
  channel_id: string | null;
  tag_ids: string[];
  lead_type: number;
  gpt_status: number;
  gender: number;
  app_open: boolean;
  accept_message: boolean;
  country: string;
  lead_date: string;
  birthday: string | null;
  last_contact_at: Date | null;
  next_contact_date: string | null;
}

const base = prepareDatabase();
let organization: TestOrganization;
let leads: Given[];

const ids = Array.from({ length: 4 }, () => v7());
const oneOf = <Value>(...values: Value[]) => fc.constantFrom(...values);
const idOrNull = oneOf<string | null>(...ids, null);
/** The first branch is in Hong Kong; the second has its day begin sixteen hours later. */
const zones = ["Asia/Hong_Kong", "America/Los_Angeles"] as const;
const calendars = new Map(["UTC", ...zones].map((zone) => [zone, new Intl.DateTimeFormat("sv", { timeZone: zone })]));
const dayOf = (at: Date, zone: string) => calendars.get(zone)?.format(at) ?? "";
const daysAgo = (days: number, zone: string) => dayOf(new Date(Date.now() - days * 86_400_000), zone);
const days = fc.integer({ min: -40, max: 40 }).map((away) => daysAgo(away, "UTC"));

function lead(): fc.Arbitrary<Given> {
  return fc.record({
    lead_id: fc.uuid({ version: 7 }),
    branch_id: oneOf<string>(...organization.branchIds),
    nickname: oneOf("陳小明", "陳大文", "歐陽娜娜", "Chloe Chan", "chan", "Ｊｏ", "明", "José"),
    notes: oneOf("", "想上鋼琴班", "小明的妹妹 3A班", "100%_ok"),
    email: oneOf("", "", "mum@home.hk", "chloe_1@mail.tw"),
    phone: oneOf("", "61234567", "912345678"),
    phone_e164: fc.constant(null),
    sales_id: idOrNull,
    tutor_id: idOrNull,
    status_id: idOrNull,
    channel_id: idOrNull,
    tag_ids: fc.uniqueArray(oneOf(...ids), { maxLength: 3 }),
    lead_type: fc.integer({ min: 1, max: 4 }),
    gpt_status: fc.integer({ min: 0, max: 2 }),
    gender: fc.integer({ min: 0, max: 2 }),
    app_open: fc.boolean(),
    accept_message: fc.boolean(),
    country: oneOf("", "HK", "TW"),
    lead_date: days,
    birthday: oneOf(null, "2015-02-28", "2016-11-01"),
    last_contact_at: fc.option(
      fc.integer({ min: -40 * 24, max: 24 }).map((hours) => new Date(Date.now() + hours * 3_600_000)),
    ),
    next_contact_date: fc.option(days),
  });
}

const manyIds = fc.option(fc.uniqueArray(oneOf(...ids), { maxLength: 3 }), { nil: undefined });
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined, freq: 1 });
const words = [
  "陳",
  "小明",
  "陳小",
  "陽娜",
  "chloe",
  "CH",
  "c",
  "han",
  "Jo",
  "é",
  "鋼琴 想",
  "3a",
  "1234",
  "0912 345 678",
  "+6123-4567",
  "%",
  "100%",
  "_1",
  "e_1@m",
  "@home",
  "no such",
];

/** Each query asks for a few of all the things that can be asked for. */
function query(): fc.Arbitrary<LeadQuery> {
  const all = {
    keywords: oneOf(...words),
    branchID: oneOf<string>(...organization.branchIds),
    sales: manyIds,
    tutor: manyIds,
    unheld: fc.boolean(),
    channel: manyIds,
    status: manyIds,
    withoutStatus: manyIds,
    tag: manyIds,
    allTags: manyIds,
    withoutTag: manyIds,
    leadType: fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { maxLength: 3 }),
    gptStatus: fc.integer({ min: 0, max: 2 }),
    country: oneOf("HK", "TW"),
    gender: fc.integer({ min: 0, max: 2 }),
    appopenflag: oneOf(0, 1),
    acceptmessage: oneOf(0, 1),
    hasEmail: fc.boolean(),
    startTime: days,
    endTime: days,
    lastContactStart: days,
    lastContactEnd: days,
    newWithinDays: fc.integer({ min: 0, max: 40 }),
    quietForDays: fc.integer({ min: 0, max: 40 }),
    nextContactStart: days,
    nextContactEnd: days,
    overdue: fc.boolean(),
    birthMonth: oneOf(2, 11),
  };
  const names = fc.uniqueArray(oneOf(...(Object.keys(all) as (keyof typeof all)[])), { minLength: 1, maxLength: 4 });
  return names.chain((chosen) =>
    fc.record(Object.fromEntries(chosen.map((name) => [name, maybe(all[name] as fc.Arbitrary<unknown>)]))),
  ) as fc.Arbitrary<LeadQuery>;
}

const within = (value: string | null, from: string | undefined, to: string | undefined) =>
  (from === undefined && to === undefined) || (value !== null && value >= (from ?? "") && value <= (to ?? "9999"));
const among = (value: string | null, wanted: readonly string[] | undefined) =>
  !wanted?.length || (value !== null && wanted.includes(value));
const same = <Value>(value: Value, wanted: Value | undefined) => wanted === undefined || value === wanted;

/** What a query keeps, said a second time without a database. */
function keeps(query: LeadQuery, row: Given): boolean {
  const zone = row.branch_id === organization.branchIds[0] ? zones[0] : zones[1];
  const contactDay = row.last_contact_at && dayOf(row.last_contact_at, zone);
  const { newWithinDays, quietForDays, overdue } = query;
  const due = row.next_contact_date !== null && row.next_contact_date < daysAgo(0, zone);
  return [
    same<string>(row.branch_id, query.branchID),
    among(row.sales_id, query.sales),
    among(row.tutor_id, query.tutor),
    !query.unheld || (row.sales_id === null && row.tutor_id === null),
    among(row.channel_id, query.channel),
    among(row.status_id, query.status),
    !query.withoutStatus?.some((id) => id === row.status_id),
    !query.tag?.length || query.tag.some((id) => row.tag_ids.includes(id)),
    (query.allTags ?? []).every((id) => row.tag_ids.includes(id)),
    !(query.withoutTag ?? []).some((id) => row.tag_ids.includes(id)),
    !query.leadType?.length || query.leadType.includes(row.lead_type),
    same(row.gpt_status, query.gptStatus),
    same(row.country, query.country),
    same(row.gender, query.gender),
    query.appopenflag === undefined || row.app_open === (query.appopenflag === 1),
    query.acceptmessage === undefined || row.accept_message === (query.acceptmessage === 1),
    query.hasEmail === undefined || (row.email !== "") === query.hasEmail,
    within(row.lead_date, query.startTime, query.endTime),
    newWithinDays === undefined || row.lead_date >= daysAgo(newWithinDays, zone),
    within(contactDay, query.lastContactStart, query.lastContactEnd),
    quietForDays === undefined || contactDay === null || contactDay <= daysAgo(quietForDays, zone),
    within(row.next_contact_date, query.nextContactStart, query.nextContactEnd),
    overdue === undefined || due === overdue,
    query.birthMonth === undefined || Number(row.birthday?.slice(5, 7)) === query.birthMonth,
    has(row, query.keywords),
  ].every(Boolean);
}

function has(row: Given, keywords = ""): boolean {
  const plain = (text: string) => text.normalize("NFKC").toLowerCase();
  const fields = [row.nickname, row.notes, row.email, row.phone].map(plain);
  const digits = plain(keywords).replace(/[\s+.-]/g, "");
  if (/^\d{3,}$/.test(digits)) return fields.some((field) => field.includes(digits.replace(/^0/, "")));
  const found = (word: string) => {
    // One character of another writing is looked for in all but what people have written down.
    if (/^\P{ASCII}$/u.test(word)) return fields.some((field, place) => place !== 1 && field.includes(word));
    if (!/^[a-z0-9]{1,2}$/.test(word)) return fields.some((field) => field.includes(word));
    return fields.some((field) => field.split(/\s/).some((part) => part.startsWith(word)));
  };
  return plain(keywords).split(/\s+/).filter(Boolean).every(found);
}

beforeAll(async () => {
  organization = await buildOrganization(base.db);
  for (const [index, zone] of zones.entries())
    await base.owner.query("update branch set time_zone = $1 where branch_id = $2", [
      zone,
      organization.branchIds[index],
    ]);
  leads = fc.sample(lead(), { numRuns: 300, seed: 20_261_122 });
  const emails = new Set<string>();
  for (const row of leads) {
    if (emails.has(row.email)) row.email = "";
    emails.add(row.email);
  }
  const rows = leads.map((row) => ({
    ...row,
    organization_id: organization.organizationId,
    contact1: "{}",
    contact2: "{}",
  }));
  await inTransaction(base.db, organization.scope, (tx) =>
    tx
      .insertInto("lead")
      .values(rows as unknown as Columns[])
      .execute(),
  );
});

test("any query selects the same leads as a model without a database", async () => {
  const { scope } = organization;
  await fc.assert(
    fc.asyncProperty(query(), async (asked) => {
      const wanted = leads.filter((row) => keeps(asked, row)).map((row) => row.lead_id);
      await inTransaction(base.db, scope, async (tx) => {
        for (const plentiful of [false, true]) {
          const { rows } = await sql<{ lead_id: string }>`
            select lead_id from ${organizationLeads} where ${leadsMatching(scope, asked, { plentiful })}`.execute(tx);
          expect(rows.map((row) => row.lead_id).sort()).toEqual(wanted.toSorted());
        }
        expect(await countMatching(tx, scope, asked)).toEqual({ total: wanted.length, totalIsEstimate: false });
      });
    }),
    { numRuns: 150 },
  );
});

test("each word of a search is found by its index as well as without", async () => {
  for (const keywords of words) {
    const wanted = leads.filter((row) => has(row, keywords)).length;
    const found = await inTransaction(base.db, organization.scope, (tx) =>
      countMatching(tx, organization.scope, { keywords }),
    );
    expect([keywords, found.total]).toEqual([keywords, wanted]);
  }
});
