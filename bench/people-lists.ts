import { bareStatements, load, percentiles, startBoth } from "./measure/beside-bare.ts";
import { type BenchDatabase, withBenchDatabase } from "./measure/database.ts";
import { type Figure, report } from "./measure/figures.ts";
import { callTo, callToBare, type RecordedCall } from "./measure/recorded-calls.ts";
import { fillChain } from "./people-lists/fill-people.ts";

const size = { staff: 2000, branches: 200, roles: 500 };
const neighbours = 30;
const seconds = Number(process.env["BENCH_SECONDS"] ?? 4);
const wantedMs = 30;

interface Series {
  name: string;
  calls: RecordedCall[];
}

await withBenchDatabase(measure);

async function measure(database: BenchDatabase): Promise<void> {
  const chain = await fillChain(database, "連鎖補習班", size);
  for (let made = 1; made <= neighbours; made++) {
    await fillChain(database, `鄰居 ${made}`, { staff: 40, branches: 3, roles: 8 });
  }
  await database.owner.query("vacuum analyze");
  const lists = listsOf(chain.token);
  const { product, bare, stop } = await startBoth(database, lists);
  const figures: Figure[] = [];
  for (const { name, calls } of lists) {
    for (const callers of [1, 16]) {
      const own = await load(product.port, { calls: calls.map(callTo), callers, seconds });
      const reference = await load(bare.port, { calls: calls.map(callToBare), callers, seconds });
      const about = `${name}, ${callers} caller${callers > 1 ? "s" : ""}`;
      figures.push(
        ...percentiles(about, { own, reference }, callers === 1 ? { of: "own", atMost: wantedMs } : undefined),
        { what: `${about}, per second`, unit: "/s", own: own.perSecond, reference: reference.perSecond },
      );
    }
  }
  await stop();
  report({
    title: `People and places: pages of 50 of ${size.staff} staff, ${size.branches} branches and ${size.roles} roles, ${neighbours} other organisations`,
    against: bareStatements,
    figures,
  });
}

function listsOf(token: string): Series[] {
  const staff = (body: Record<string, unknown>): RecordedCall => ({
    token,
    method: "POST",
    path: "/api_users/Member/StaffList",
    body: { pageNum: 1, pageSize: 50, ...body },
  });
  const page = (path: string): RecordedCall => ({ token, method: "GET", path, body: {} });
  const numbers = [1, 2, 3, 4];
  return [
    { name: "staff", calls: numbers.map((pageNum) => staff({ pageNum })) },
    { name: "staff by part of a name", calls: ["志明", "陳", "雅", "Staff 19"].map((keywords) => staff({ keywords })) },
    {
      name: "branches",
      calls: numbers.map((number) => page(`/api_users/Member/QueryBranchList?pageNum=${number}&pageSize=50`)),
    },
    { name: "roles", calls: numbers.map((number) => page(`/api_basic/Roles/page?pageNum=${number}&pageSize=50`)) },
  ];
}
