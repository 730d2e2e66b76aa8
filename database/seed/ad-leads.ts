import { type SqlBool, sql } from "kysely";
import { demoAd, demoAds } from "./campaigns.ts";
import { day, dayOf } from "./clock.ts";
import type { SeedTx } from "./kit.ts";
import { consent, demoPages, offlineDays } from "./landing-pages.ts";
import type { SeedOrganization } from "./places.ts";
import { createRandom, type Random } from "./random.ts";
import { promotionsOf } from "./volcengine.ts";
import { writeRows } from "./write-rows.ts";

type SeedTime = SeedOrganization & { now: number };

interface ArrivedLead {
  leadId: string;
  branchId: string;
  at: Date;
  becameStudent: boolean;
}

/** A page, bound to an ad from a number of days ago until the next one or the end. */
interface BoundPeriod {
  ad: { itemId: string; campaign: string };
  from: number;
  until: number;
}

/** A page with the ads that led to it one after the other; the ads of a campaign take turns. */
interface PageOfAds {
  pageId: string;
  branch: number;
  source: string;
  stays: readonly BoundPeriod[];
  /** The largest number of leads on a day. */
  most: number;
}

/** The leads of ninety days that came from ads: from their own forms, as many as Meta reports, and from their pages. */
export async function writeAdLeads(tx: SeedTx, place: SeedTime): Promise<void> {
  const draw: Draw = { random: createRandom(place.seed + 6_000), sinceStudent: new Map() };
  const free = Map.groupBy(await freeLeads(tx, place), ({ at }) => dayOf(at.getTime()));
  await writeFormLeads(tx, place, { free, draw });
  for (const [index, page] of pagesOfAds().entries()) {
    // oxlint-disable-next-line no-await-in-loop -- one page after the other takes its leads
    await writePageLeads(tx, place, { page, index, free, draw });
  }
}

type Free = Map<string, ArrivedLead[]>;

interface Draw {
  random: Random;
  /** By ad: the number of leads drawn for it since the last one that became a student. */
  sinceStudent: Map<string, number>;
}

/** The leads without an ad so far. */
async function freeLeads(tx: SeedTx, { organizationId, now }: SeedTime): Promise<ArrivedLead[]> {
  return tx
    .selectFrom("lead")
    .select(["lead_id as leadId", "branch_id as branchId", "created_at as at"])
    .select(sql<boolean>`deal_at is not null`.as("becameStudent"))
    .where("organization_id", "=", organizationId)
    .where("created_at", ">", new Date(now - 90 * day))
    .where(sql<SqlBool>`lead_id not in (select lead_id from ad_lead where lead_id is not null)`)
    .where(sql<SqlBool>`lead_id not in (select lead_id from ad_touch where lead_id is not null)`)
    .orderBy("created_at")
    .orderBy("lead_id")
    .execute();
}

async function writeFormLeads(
  tx: SeedTx,
  { organizationId }: SeedTime,
  { free, draw }: { free: Free; draw: Draw },
): Promise<void> {
  const rows = [...free].flatMap(([on, leads]) =>
    demoAds.flatMap(({ number, itemId, formsOn }) =>
      takeSome(leads, formsOn(on), { ...draw, adOf: () => itemId }).map(({ leadId, branchId, at }) => ({
        organization_id: organizationId,
        ad_lead_id: draw.random.id(),
        source: "meta",
        external_id: `demo-form-${leadId}`,
        branch_id: branchId,
        payload: {},
        form_id: "600000000000001",
        ...demoAd(number),
        state: "done",
        lead_id: leadId,
        created_at: at.toISOString(),
        done_at: at.toISOString(),
      })),
    ),
  );
  await writeRows(tx, "ad_lead", rows);
}

async function writePageLeads(
  tx: SeedTx,
  { organizationId, branches, accounts, now }: SeedTime,
  given: { page: PageOfAds; index: number; free: Free; draw: Draw },
): Promise<void> {
  const { page, index, free, draw } = given;
  const { random } = draw;
  const branchId = branches[page.branch]?.branchId;
  const by = accounts[1]?.accountId ?? null;
  const momentOf = (ago: number) => new Date(now - ago * day);
  const bindings = page.stays.map(({ ad, from, until }, turn) => ({
    organization_id: organizationId,
    binding_id: `0199c210-0014-7000-8000-${String(index * 100 + turn + 1).padStart(12, "0")}`,
    ad_id: ad.itemId,
    page_id: page.pageId,
    bound_at: momentOf(from).toISOString(),
    bound_by: by,
    unbound_at: until > 0 ? momentOf(until).toISOString() : null,
    unbound_by: until > 0 ? by : null,
  }));
  const entries = [...free.values()].flatMap((leads) => {
    const here = leads.filter((lead) => lead.branchId === branchId && stayAt(page, lead.at, now));
    const adOf = ({ at }: ArrivedLead) => stayAt(page, at, now)?.ad.itemId ?? "";
    const taken = takeSome(here, random.between(0, page.most), { ...draw, adOf });
    for (const lead of taken) leads.splice(leads.indexOf(lead), 1);
    return taken.map(({ leadId, at }) => ({
      organization_id: organizationId,
      entry_id: random.id(),
      page_id: page.pageId,
      fields: {},
      source: {
        utm_source: page.source,
        utm_medium: "cpc",
        utm_campaign: stayAt(page, at, now)?.ad.campaign ?? "",
      },
      consent_text: consent,
      state: "done",
      lead_id: leadId,
      created_at: at.toISOString(),
      done_at: at.toISOString(),
    }));
  });
  await writeRows(tx, "ad_binding", bindings);
  await writeRows(tx, "landing_entry", entries);
  const counts = Map.groupBy(entries, ({ created_at }) => dayOf(Date.parse(created_at)));
  for (const [on, { length }] of counts) {
    // oxlint-disable-next-line no-await-in-loop -- some seventy small statements, once
    await tx
      .updateTable("landing_day")
      .set({ lead_count: length })
      .where("organization_id", "=", organizationId)
      .where("page_id", "=", page.pageId as never)
      .where("day", "=", on as never)
      .execute();
  }
}

function pagesOfAds(): PageOfAds[] {
  const [parentsA, parentsB, visitorsA, visitorsB] = demoAds;
  const camp = [parentsB, visitorsB, visitorsA, parentsA].flatMap((ad) => ad ?? []);
  return [
    {
      pageId: demoPages.summerCamp,
      branch: 0,
      source: "facebook",
      stays: turnsOf(camp, [5, 6, 5, 10], 0),
      most: 6,
    },
    {
      pageId: demoPages.pianoTrial,
      branch: 1,
      source: "douyin",
      stays: turnsOf(promotionsOf(1), [4, 4, 7, 8], 0),
      most: 5,
    },
    {
      pageId: demoPages.openDay,
      branch: 0,
      source: "douyin",
      stays: turnsOf(promotionsOf(0), [4, 3, 4, 4], offlineDays),
      most: 5,
    },
  ];
}

/** The ads take turns of a number of days each, three times, the last of which ends `end` days ago. */
function turnsOf(ads: readonly BoundPeriod["ad"][], lengths: readonly number[], end: number): BoundPeriod[] {
  const turns = [0, 1, 2].flatMap(() => ads.map((ad, turn) => ({ ad, days: lengths[turn] ?? 1 })));
  let from = end + turns.reduce((sum, { days }) => sum + days, 0);
  return turns.map(({ ad, days }) => {
    const stay = { ad, from, until: from - days };
    from -= days;
    return stay;
  });
}

function stayAt({ stays }: PageOfAds, at: Date, now: number): BoundPeriod | undefined {
  const ago = (now - at.getTime()) / day;
  return stays.find(({ from, until }) => ago <= from && ago > until);
}

/** The most leads in a row of an ad that do not become students, if there are others. */
const longestDrought = 5;

/** Removes some of the remaining leads. */
function takeSome(
  left: ArrivedLead[],
  count: number,
  given: Draw & { adOf: (lead: ArrivedLead) => string },
): ArrivedLead[] {
  const { random, sinceStudent, adOf } = given;
  const since = (lead: ArrivedLead) => sinceStudent.get(adOf(lead)) ?? 0;
  return Array.from({ length: Math.min(count, left.length) }, () => {
    const awaited = left.filter((lead) => lead.becameStudent && since(lead) >= longestDrought);
    const taken = random.pick(awaited.length > 0 ? awaited : left);
    left.splice(left.indexOf(taken), 1);
    sinceStudent.set(adOf(taken), taken.becameStudent ? 0 : since(taken) + 1);
    return taken;
  });
}
