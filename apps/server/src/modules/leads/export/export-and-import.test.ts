import { afterAll, beforeAll, expect, test } from "vitest";
import { callApi } from "#modules/sign-in/for-tests";
import { type LeadImportBench, openLeadImportBench } from "../import/for-tests.ts";

let bench: LeadImportBench;

beforeAll(async () => {
  bench = await openLeadImportBench();
});

afterAll(() => bench?.close());

/** A lead's contents, without author and time. */
const said = (lead: Record<string, unknown>) => {
  const meta = [
    "lead_id",
    "created_at",
    "updated_at",
    "created_by",
    "updated_by",
    "lead_type",
    "import_id",
    "version",
    "deleted_at",
  ];
  return Object.fromEntries(
    Object.entries(lead).filter(
      ([name]) => !meta.includes(name) && !["deleted_by", "deal_at", "student_since"].includes(name),
    ),
  );
};

test.each(["xlsx", "csv"])("what is exported as %s is the same lead when it is imported again", async (format) => {
  const { place, owner, app, base } = bench;
  const sales = await bench.as("sales");
  const { nickname } = (await base.owner.query("select nickname from account where account_id = $1", [sales.accountId]))
    .rows[0] as { nickname: string };
  const phone = format === "csv" ? "61700001" : "61700002";
  await bench.importTable(
    `姓名,英文名,性別,生日,國家,電話,電郵,學校,年級,渠道,業務,狀態,家長,家長電話,接收訊息,名單日期,下次聯絡,定期聯絡,標籤,備註\n` +
      `=王小明,Ming,男,2017-08-21,HK,${phone},${format}@back.test,港小,小二,展覽,${nickname},成交,王太,61800001,是,2025-03-01,2030-01-02,定期回訪,"熱,急","一\n二"\n`,
    { createMissing: true, assignBy: "nobody" },
  );
  const [before] = await bench.leads("phone_e164 = $1 and deleted_at is null", [`852${phone}`]);
  const answer = await app.inject({
    method: "POST",
    url: "/api_users/Member/ExportLeads",
    headers: { accesstoken: owner.token, "accept-language": "zh-TW" },
    payload: { query: { keywords: phone }, format },
  });
  expect(answer.statusCode).toBe(200);
  await callApi(app, `GET /api_users/Member/DeleteLeadInfo?leadIds=${before.lead_id}`, owner);
  const { fileID, mapping } = await bench.upload(new Uint8Array(answer.rawPayload));
  const { body } = await bench.run({ fileID, mapping, branchID: place.branchIds[0], assignBy: "nobody" });
  expect(body.resultData).toMatchObject({ createdCount: 1, invalidCount: 0, remarkCount: 0 });
  const [after] = await bench.leads("phone_e164 = $1 and deleted_at is null", [`852${phone}`]);
  expect(said(after)).toEqual(said(before));
});
