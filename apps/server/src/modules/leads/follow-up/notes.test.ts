import type { Envelope, Failure } from "@homeroom/contract/envelope";
import type { LeadLogRow, LeadNote } from "@homeroom/contract/leads";
import { v7 } from "uuid";
import { describe, expect, it, test } from "vitest";
import { callApi } from "#modules/sign-in/for-tests";
import { prepareLeadCalls } from "../for-tests.ts";

const { desk, owner, call, card } = prepareLeadCalls({ nickname: "何校長" });

const note = (body: object) => call<{ recordID: string }>("AddLeadDesc", body);

async function added(): Promise<string> {
  const { body } = await call<{ leadId: string }>("AddLeadInfo", { nickname: "陳大文" });
  return body.resultData?.leadId ?? "";
}

async function listOf<Row>(path: "LeadsDescList" | "LeadsLogList", leadId: string): Promise<Row[]> {
  const address = `GET /api_users/Member/${path}?leadId=${leadId}` as const;
  const { body } = await callApi<{ list: Row[] }>(desk.app, address, owner);
  return body.resultData?.list ?? [];
}
const notes = (leadId: string) => listOf<LeadNote>("LeadsDescList", leadId);
const history = (leadId: string) => listOf<LeadLogRow>("LeadsLogList", leadId);

describe("notes", () => {
  it("set the lead's result and next contact date, and are added to the history", async () => {
    const leadId = await added();
    const result = await desk.itemId(2, "callFollow");
    await note({ leadId, content: " 致電，週五再談 ", result, nextContactDate: "2099-11-27" });
    await note({ leadId, content: "第二則" });
    expect(await notes(leadId)).toMatchObject([
      { content: "第二則", result: null, nextContactDate: null, creator: "何校長" },
      {
        content: "致電，週五再談",
        result: { recordID: result, name: "致電並繼續跟進" },
        nextContactDate: "2099-11-27",
      },
    ]);
    expect(await card(leadId)).toMatchObject({ result, nextContactDate: "2099-11-27", version: 3 });
    expect((await card(leadId)).lastContactDate).not.toBeNull();
    expect((await history(leadId))[0]).toMatchObject({ actionType: 11, content: "第二則", operator: "何校長" });
  });

  it("sent twice at once with one id are stored once", async () => {
    const leadId = await added();
    const recordID = v7();
    const answers = await Promise.all([1, 2, 3].map(() => note({ leadId, recordID, content: "一次" })));
    expect(answers.map(({ body }) => body.resultData)).toEqual([{ recordID }, { recordID }, { recordID }]);
    expect(await notes(leadId)).toHaveLength(1);
    expect((await history(leadId)).filter((row) => row.actionType === 11)).toHaveLength(1);
  });

  it("need a text, and a result of the right list", async () => {
    const leadId = await added();
    const status = await desk.itemId(3, "deal");
    for (const form of [
      { content: " " },
      {},
      { content: "x", result: status },
      { content: "x", nextContactDate: "soon" },
    ]) {
      const { status, body } = await note({ leadId, ...form });
      expect([status, (body as Failure).name]).toEqual([422, "FIELD_INVALID"]);
    }
    expect((await note({ leadId: v7(), content: "x" })).status).toBe(404);
  });
});

test("every write reaches the sockets of people who see the lead", async () => {
  const leadId = await added();
  await call("EditLeadInfo", { ...(await card(leadId)), nickname: "新名" });
  await call("AddLeadDesc", { leadId, content: "備註" });
  const { rows } = await desk.owner.query(
    "select event, payload->>'version' as version from outbox where aggregate_id = $1 order by outbox_id",
    [leadId],
  );
  expect(rows).toEqual([
    { event: "lead.created", version: "1" },
    { event: "lead.edited", version: "2" },
    { event: "lead.edited", version: "3" },
  ]);
});

interface Page {
  list: { recordID: string }[];
  total: number;
  nextCursor: string | null;
}

async function pageOf(path: string): Promise<Envelope<Page>> {
  return (await callApi<Page>(desk.app, `GET /api_users/Member/${path}`, owner)).body;
}

test("history and notes are paged by cursor, each entry once", async () => {
  const leadId = await added();
  for (let n = 1; n <= 7; n++) await note({ leadId, content: `第${n}則` });
  const counts = { LeadsDescList: 7, LeadsLogList: 8 };
  for (const [path, count] of Object.entries(counts)) {
    const ids: string[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const body: Envelope<Page> = await pageOf(`${path}?leadId=${leadId}&pageSize=3${cursor && `&cursor=${cursor}`}`);
      if (!body.success) throw new Error(body.name);
      expect(body.resultData.total).toBe(count);
      ids.push(...body.resultData.list.map((row) => row.recordID));
      cursor = body.resultData.nextCursor;
    }
    expect(new Set(ids).size).toBe(count);
    expect(ids).toHaveLength(count);
  }
  const bad = Buffer.from('["now","0190a000-0000-7000-8000-000000000001"]').toString("base64url");
  expect(await pageOf(`LeadsLogList?leadId=${leadId}&cursor=${bad}`)).toMatchObject({ name: "DATA_FORMAT_ERROR" });
});
