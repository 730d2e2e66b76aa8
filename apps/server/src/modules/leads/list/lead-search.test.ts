import { beforeEach, describe, expect, test } from "vitest";
import { prepareDesk } from "#platform/db/for-tests";
import { buildLead, makeLeadsSearchable, openLeadDesk } from "../for-tests.ts";

const desk = prepareDesk(openLeadDesk);
beforeEach(async () => {
  await desk.owner.query("delete from lead");
  await buildLead(desk.db, desk.organization, { nickname: "陳曉明", notes: "想學畫畫" });
  await buildLead(desk.db, desk.organization, { nickname: "Mia Wong", phone: "91234567" });
});

/** Leads whose keys are missing or not those of their words and names now. */
async function stale(): Promise<string[]> {
  const { rows } = await desk.owner.query<{ nickname: string }>(
    `select nickname from lead left join lead_search kept using (organization_id, lead_id)
     where kept.keys is distinct from search_keys(organization_id, search_text)
       or kept.name_keys is distinct from name_keys_of(organization_id, search_text)
       or kept.sound_keys is distinct from sound_keys_of(organization_id, nickname, fullname, last_name || first_name,
         contact1->>'name', contact2->>'name')`,
  );
  return rows.map(({ nickname }) => nickname);
}

describe("search keys", () => {
  test("are created and deleted with a lead", async () => {
    expect(await stale()).toEqual([]);
    await desk.owner.query("delete from lead where nickname = 'Mia Wong'");
    const { rows } = await desk.owner.query("select from lead_search");
    expect(rows).toHaveLength(1);
  });

  test.each([
    ["a name", "nickname = '林'"],
    ["a part of a name", "last_name = '王', first_name = '美玲'"],
    ["a contact's name", `contact1 = '{"name": "黃太太"}'`],
    ["a number", "phone = '98765432'"],
    ["notes", "notes = '改學鋼琴'"],
  ])("follow %s", async (_what, change) => {
    await desk.owner.query(`update lead set ${change}`);
    expect(await stale()).toEqual([]);
  });

  test("follow what is written about a contact", async () => {
    await desk.owner.query(
      `insert into lead_note (organization_id, note_id, lead_id, content, created_by)
       select organization_id, gen_random_uuid(), lead_id, '週末可以上課', gen_random_uuid() from lead`,
    );
    const { rows } = await desk.owner.query("select from lead where note_text like '%週末%'");
    expect(rows).toHaveLength(2);
    expect(await stale()).toEqual([]);
  });

  test("are not written for other changes", async () => {
    const places = async () => (await desk.owner.query("select lead_id, xmin, ctid from lead_search order by 1")).rows;
    const before = await places();
    await desk.owner.query("update lead set last_contact_at = now(), sales_id = gen_random_uuid(), version = 2");
    expect(await places()).toEqual(before);
  });

  test("are backfilled for existing leads", async () => {
    await desk.owner.query("delete from lead_search");
    await makeLeadsSearchable(desk);
    expect(await stale()).toEqual([]);
  });
});
