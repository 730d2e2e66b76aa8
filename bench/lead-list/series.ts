import type pg from "pg";
import type { Call } from "../measure/callers.ts";
import type { Centre } from "./fill-leads.ts";

type Body = Record<string, unknown>;

/** Requests of one kind, to be made one after the other. */
export interface Series {
  name: string;
  call(index: number): Call;
}

/** Requests to the list, which a reference can answer as well. */
export interface ListSeries extends Series {
  bodies: readonly Body[];
}

/** The targets of a series: its p95 in milliseconds, its throughput relative to the reference. */
export interface SeriesTargets {
  p95?: number;
  ratio?: number;
}

const path = "/api_users/Member/";

function callOf({ token }: Centre, call: string, body: Body): Call {
  const headers = { "content-type": "application/json", accesstoken: token };
  return { path: `${path}${call}`, headers, body: Buffer.from(JSON.stringify(body)) };
}

function seriesOf(name: string, centre: Centre, of: { call: string; bodies: readonly Body[] }): Series {
  const calls = of.bodies.map((body) => callOf(centre, of.call, body));
  return { name, call: (index) => calls[index % calls.length] as Call };
}

/** Requests to the list of leads. */
export function listSeries(name: string, centre: Centre, bodies: readonly Body[]): ListSeries {
  return { ...seriesOf(name, centre, { call: "LeadsList", bodies }), bodies };
}

/** Requests with three filters, each with a different person, status and channel. */
export function filtered({ sales, statuses, channels }: Centre): Body[] {
  return sales.flatMap((person, index) =>
    [0, 1].map((turn) => ({
      pageNum: 1,
      pageSize: 50,
      sales: [person],
      status: [statuses[(index + turn) % statuses.length]],
      channel: [channels[(index + turn * 2) % channels.length]],
    })),
  );
}

/** Searches for parts of names and numbers that leads of the centre have. */
export async function searchesOf(owner: pg.Pool, centre: Centre): Promise<ListSeries[]> {
  const { rows } = await owner.query<{ name: string; ename: string; phone: string }>(
    `(select nickname as name, '' as ename, phone from lead where organization_id = $1 and ename = ''
      order by md5(lead_id::text) limit 20)
     union all
     (select nickname, ename, phone from lead where organization_id = $1 and ename <> ''
      order by md5(lead_id::text) limit 20)`,
    [centre.organization.organizationId],
  );
  const series = (name: string, part: (lead: { name: string; ename: string; phone: string }) => string) => {
    const words = [...new Set(rows.map(part).filter(Boolean))];
    return listSeries(
      `search by ${name}`,
      centre,
      words.map((keywords) => ({ pageNum: 1, pageSize: 50, keywords })),
    );
  };
  return [
    series("a whole name", ({ name }) => name),
    series("a given name", ({ name }) => name.slice(1)),
    series("a surname", ({ name }) => name.slice(0, 1)),
    series("the last 4 digits of a phone", ({ phone }) => phone.slice(-4)),
    series("a whole phone", ({ phone }) => phone),
    series("3 letters of an English name", ({ ename }) => ename.slice(0, 3)),
    ...["a common word of a note", "a rare word of a note"].map((what, rare) => {
      const words = rare
        ? rows.map((_, index) => `第 ${10_000 + index * 972} 號`)
        : ["試堂", "優惠", "面談", "暑期", "成績單"];
      return listSeries(
        `search by ${what}`,
        centre,
        words.map((keywords) => ({ pageNum: 1, pageSize: 50, keywords })),
      );
    }),
  ];
}

/** The page of 50 leads that follows 10,000 others. */
export async function deepPageOf(owner: pg.Pool, centre: Centre): Promise<ListSeries> {
  const { rows } = await owner.query<{ value: string; id: string }>(
    `select (created_at at time zone 'UTC')::text || '+00' as value, lead_id as id from lead where organization_id = $1
     order by created_at desc, lead_id desc offset least(10000 * 50, (select count(*) from lead where organization_id = $1) / 2)
     limit 20`,
    [centre.organization.organizationId],
  );
  const bodies = rows.map(({ value, id }) => {
    const cursor = Buffer.from(JSON.stringify([value, id])).toString("base64url");
    return { pageSize: 50, cursor };
  });
  return listSeries("the page after 10,000 pages", centre, bodies);
}

/** The other requests of the desk. */
export function deskSeries(centre: Centre): (Series & { wanted: SeriesTargets })[] {
  const { sales, statuses, channels, tags } = centre;
  const [from, to] = [0, 34].map((days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10));
  const of = (name: string, call: string, bodies: Body[]) => seriesOf(name, centre, { call, bodies });
  const rules = tags.map((tag, index) => ({
    status: statuses.slice(0, 3),
    channel: channels.slice(index % 2, (index % 2) + 2),
    tag: [tag, tags[(index + 1) % tags.length]],
    newWithinDays: 180,
    hasPhone: true,
  }));
  return [
    {
      ...of(
        "board, a column",
        "LeadBoard",
        statuses.map((statusID) => ({ statusID, pageSize: 20 })),
      ),
      wanted: { p95: 50 },
    },
    { ...of("board, counts", "LeadBoardCounts", [{}]), wanted: { p95: 50 } },
    {
      ...of(
        "board of one person, counts",
        "LeadBoardCounts",
        sales.map((one) => ({ query: { sales: [one] } })),
      ),
      wanted: {},
    },
    { ...of("calendar of five weeks", "LeadCalendar", [{ from, to }]), wanted: {} },
    {
      ...of(
        "calendar of one person",
        "LeadCalendar",
        sales.map((one) => ({ query: { sales: [one] }, from, to })),
      ),
      wanted: {},
    },
    {
      ...of(
        "recipients counted, 5 conditions",
        "CountLeads",
        rules.map((queryRule) => ({ queryRule })),
      ),
      wanted: { p95: 300 },
    },
    {
      ...of(
        "figures of the start page",
        "Dashboard/DashboardInfo",
        [7, 30, 90].map((days) => ({ days })),
      ),
      wanted: { p95: 100 },
    },
    { ...of("students", "StudentList", [{ pageSize: 50 }]), wanted: { p95: 50 } },
  ];
}

/** Saves of one field, each of a lead that nobody has saved before. */
export async function savesOf(owner: pg.Pool, centre: Centre): Promise<Series & { wanted: SeriesTargets }> {
  const { rows } = await owner.query<{ id: string }>(
    "select lead_id as id from lead where organization_id = $1 and version = 1 order by md5(lead_id::text) limit 50000",
    [centre.organization.organizationId],
  );
  let made = 0;
  const call = () => {
    const one = rows[made++ % rows.length];
    const version = 1 + Math.floor((made - 1) / rows.length);
    return callOf(centre, "ChangeLeadInfo", { leadId: one?.id, version, changes: { grade: `第 ${made} 班` } });
  };
  return { name: "one field saved", call, wanted: {} };
}
