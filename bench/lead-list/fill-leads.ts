import type { AccountId, RecordId } from "@homeroom/contract/ids";
import { buildAccount } from "@homeroom/server/modules/accounts/for-tests";
import { buildOrganization, type TestOrganization } from "@homeroom/server/modules/organizations/for-tests";
import { buildSession } from "@homeroom/server/modules/sign-in/for-tests";
import type pg from "pg";
import type { BenchDatabase } from "../measure/database.ts";

/** An organisation with many leads, and the values to filter its list by. */
export interface Centre {
  organization: TestOrganization;
  /** A session of its owner, who sees every lead. */
  token: string;
  sales: AccountId[];
  statuses: RecordId[];
  channels: RecordId[];
  tags: RecordId[];
}

const salesPeople = 20;
const leadsOfNeighbour = 1000;

/** The second and the first characters of given names; the first of each list are the most common. */
const surnames =
  "陳林黃張李王吳劉蔡楊許鄭謝郭洪邱曾廖賴徐周葉蘇莊呂江何蕭羅高潘簡朱鍾彭游詹胡施沈余盧梁趙顏柯翁魏孫戴范方宋鄧杜傅侯曹薛丁卓阮馬董温唐藍石蔣田康鄒白涂尤巫韓龔嚴袁黎連";
const firstGiven =
  "宥承柏宇冠恩睿宸彥品威哲家奕楷丞書子以廷昱皓竣仲立詠禹語沛芯可苡采昕羽思心若沐亮巧詩予芊佳郁梓卓樂芷穎曉凱婷泳綽希雅靖愷紫晞俊諾浩朗天日晉頌焯建志明偉文秀英麗宗翰美玲雅淑芬怡嘉慧";
const secondGiven =
  "廷恩翰碩睿宇辰佑豪諾翔竣軒恆哲妍晴彤蓁語馨潔妤瑜芸若安涵穎婷瑄希楠然朗熙謙行樂曦悠蕎瑤琳怡盈文桐晞彥芳如珊儀敏華君惠雯萱筠琪瑩蓉潔倫傑銘賢宏豐勳維鈞毅誠";

/** The notes of contacts; half of the leads have some. */
const notes = [
  "電話未接，改天上午再試，已留 WhatsApp 訊息",
  "太太想了解暑期密集班的時間表與費用，請寄簡章",
  "已試堂，老師評語良好，家長要再和先生商量",
  "孩子要準備會考，希望平日晚上上課，介意交通時間",
  "聯絡到本人，已加入候補名單，開班時通知",
  "嫌學費偏高，問有沒有兄弟姊妹優惠",
  "改約下週三面談，會帶成績單過來",
  "已報名另一家補習班，半年後再聯絡",
];

/** An organisation created by the product, with this number of leads. Fill all before `finishLeads`. */
export async function fillCentre(base: BenchDatabase, name: string, leads: number): Promise<Centre> {
  const { db, owner } = base;
  const organization = await buildOrganization(db, name);
  const account = await buildAccount(db, organization, { role: "owner", branchIds: organization.branchIds });
  const sales: AccountId[] = [];
  for (let number = 1; number <= salesPeople; number++) {
    const made = await buildAccount(db, organization, { role: "sales", nickname: `業務${number}` });
    sales.push(made.accountId);
  }
  const ids = async (statement: string) => {
    const { rows } = await owner.query<{ id: RecordId }>(statement, [organization.organizationId]);
    return rows.map(({ id }) => id);
  };
  const statuses = await ids(
    "select item_id as id from list_item where organization_id = $1 and project_id = 3 order by sort",
  );
  const channels = await ids("select lead_channel_id as id from lead_channel where organization_id = $1 order by sort");
  const tags = await ids(
    `insert into list_item (organization_id, item_id, project_id, name, color)
     select $1, uuidv7(), 1, '標籤' || n, 'red' from generate_series(1, 8) n returning item_id as id`,
  );
  await insertLeads(owner, { organization, sales, statuses, channels, tags, leads });
  return { organization, token: await buildSession(db, organization, account), sales, statuses, channels, tags };
}

/** Other organisations, which must not slow down the measured one. */
export async function fillNeighbours(owner: pg.Pool, count: number): Promise<void> {
  await owner.query(
    `with made as (
       insert into organization (organization_id, name) select uuidv7(), '鄰居 ' || n from generate_series(1, $1) n
       returning organization_id),
     places as (
       insert into branch (organization_id, branch_id, name, time_zone)
       select organization_id, uuidv7(), '本校', 'Asia/Taipei' from made returning organization_id, branch_id)
     insert into lead (organization_id, lead_id, branch_id, nickname, phone, phone_e164, lead_date, created_at)
     select organization_id, uuidv7(), branch_id, '鄰居' || n, '09' || n, '8869' || n, date '2026-01-01', now() - n * interval '7 hours'
     from places, generate_series(1, $2::int) n`,
    [count, leadsOfNeighbour],
  );
}

/**
 * Drops the indexes of `lead` and its searches during filling: a million rows are inserted within seconds, and the indexes
 * are built once. Returns the result of `fill`.
 */
export async function withoutLeadIndexes<Filled>(owner: pg.Pool, fill: () => Promise<Filled>): Promise<Filled> {
  const { rows } = await owner.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid in ('lead'::regclass, 'lead_search'::regclass) and not indisprimary`,
  );
  for (const { name } of rows) await owner.query(`drop index ${name}`);
  const filled = await fill();
  await owner.query("set maintenance_work_mem = '512MB'");
  for (const { definition } of rows) await owner.query(`set maintenance_work_mem = '512MB'; ${definition}`);
  await owner.query("vacuum (analyze) lead, lead_search");
  await owner.query("checkpoint");
  return filled;
}

type Filling = Omit<Centre, "token"> & { leads: number };

/**
 * Three years of leads. Names, statuses and channels are realistically uneven: squaring a random number favours the first of
 * a list.
 */
async function insertLeads(
  owner: pg.Pool,
  { organization, sales, statuses, channels, tags, leads }: Filling,
): Promise<void> {
  await owner.query(
    `insert into lead (organization_id, lead_id, branch_id, nickname, fullname, ename, area_code, phone, phone_e164,
       email, school, channel_id, sales_id, contact1, notes, lead_date, status_id, gpt_status, lead_type, last_contact_at, created_at,
       tag_ids, next_contact_date, note_text)
     select $1, uuidv7(made - now()), ($2::uuid[])[1 + n % 2], name, case when n % 3 = 0 then name else '' end,
       case when n % 4 = 0 then (array['Chloe', 'Ethan', 'Mia', 'Ryan', 'Jayden'])[1 + n % 5] else '' end,
       '+886', '09' || digits, '8869' || digits,
       case when n % 5 < 2 then 'parent' || n || '@mail.test' else '' end, (array['大安國小', '新生國小', '仁愛國中'])[1 + n % 3],
       channel, sales, jsonb_build_object('name', case when n % 2 = 0 then left(name, 1) || '太太' else '' end, 'phone', ''),
       case when n % 3 = 1 then (array['想了解週末英文班的時間與費用', '小孩四年級，數學需要加強', '已約星期六試堂', '請於晚上七點後致電'])[1 + n % 4] else '' end,
       made::date, status, n % 2, 1 + n % 4, made + interval '3 days', made,
       case when n % 4 = 0 then array[($11::uuid[])[1 + n / 4 % 8]] else '{}' end,
       case when n % 5 = 0 then current_date - 30 + n / 5 % 120 end,
       case when n % 2 = 0 then array_to_string(($12::text[])[1 + n / 2 % 6:1 + n / 2 % 6 + n % 3] || ('第 ' || n || ' 號家長'), E'\\n') else '' end
     from (
       select n, now() - n * interval '1095 days' / $7::int as made,
         lpad((n::bigint * 7919 % 100000000)::text, 8, '0') as digits,
         substr($8, 1 + (length($8) * random() ^ 2)::int % length($8), 1)
           || substr($9, 1 + (length($9) * random() ^ 2)::int % length($9), 1)
           || substr($10, 1 + (length($10) * random() ^ 2)::int % length($10), 1) as name,
         ($3::uuid[])[1 + floor(random() * cardinality($3::uuid[]))::int] as sales,
         ($4::uuid[])[1 + floor(random() ^ 2 * cardinality($4::uuid[]))::int] as status,
         ($5::uuid[])[1 + floor(random() ^ 2 * cardinality($5::uuid[]))::int] as channel
       from generate_series(1, $6::int) n) as drawn`,
    [
      organization.organizationId,
      organization.branchIds,
      sales,
      statuses,
      channels,
      leads,
      leads,
      surnames,
      firstGiven,
      secondGiven,
      tags,
      notes,
    ],
  );
}
