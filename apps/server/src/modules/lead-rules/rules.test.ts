import type { AccountId, BranchId, LeadId, RecordId } from "@homeroom/contract/ids";
import fc from "fast-check";
import { expect, test } from "vitest";
import { bySpecificity, chooseRule, type RuleConditions } from "./rules/choose-rule.ts";
import { type Arrival, type Desk, decide, type RuleWithTurns } from "./rules/decide.ts";
import { giveTurn, type Member, type TeamState, type TurnState, wheelOf } from "./rules/give-turn.ts";
import { isWithin } from "./rules/office-hours.ts";
import { isOfRegion } from "./rules/regions.ts";

const noon = new Date("2026-11-20T04:00:00Z");
const everywhere = { countries: [], districts: [] };

/** Shares of together 100, none 0. */
const shares = fc
  .uniqueArray(fc.integer({ min: 1, max: 99 }), { minLength: 0, maxLength: 19 })
  .map((cuts) => [0, ...cuts.sort((one, other) => one - other), 100])
  .map((cuts) => cuts.slice(1).map((cut, at) => cut - (cuts[at] ?? 0)));

const member = (name: string, given: Partial<Member> = {}): Member => ({
  accountId: name as AccountId,
  ratio: null,
  capacity: null,
  hours: [],
  ...everywhere,
  lastTurn: 0,
  owed: 0,
  ...given,
});

const turnsOf = (way: TurnState["way"], members: Member[], hours: TurnState["hours"] = []): TurnState => ({
  way,
  members,
  hours,
  turns: 0,
  wheelAt: 0,
});

function situation(given: Partial<TeamState> = {}): Desk["situation"] & { open: Map<string, number> } {
  const open = new Map<string, number>();
  return {
    timeZone: "Asia/Taipei",
    works: () => true,
    isAbsent: () => false,
    openLeads: (id) => open.get(id) ?? 0,
    countGiven: (id, leads) => void open.set(id, (open.get(id) ?? 0) + leads),
    open,
    ...given,
  };
}

const lead = { country: "", address: "", at: noon };
const give = (turns: TurnState, about: Partial<typeof lead> = {}, known: TeamState = situation()) =>
  giveTurn(turns, { ...lead, ...about }, known);
const run = (turns: TurnState, times: number, known: TeamState = situation()) =>
  Array.from({ length: times }, () => give(turns, {}, known).chosen?.accountId as string | undefined);
const countOf = (names: readonly (string | undefined)[]) => {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name ?? "-"] = (counts[name ?? "-"] ?? 0) + 1;
  return counts;
};

test("with any shares, nobody is ever a whole turn ahead or behind, and a hundred turns are exact", () => {
  fc.assert(
    fc.property(shares, (given) => {
      const wheel = wheelOf(given);
      const had = given.map(() => 0);
      for (const [turn, index] of wheel.entries()) {
        had[index] = (had[index] ?? 0) + 1;
        for (const [at, share] of given.entries())
          expect(Math.abs((had[at] ?? 0) - ((turn + 1) * share) / 100)).toBeLessThan(1);
      }
      expect(had).toEqual(given);
    }),
  );
});

test("over any hundred consecutive leads everybody gets their percentage", () => {
  fc.assert(
    fc.property(shares, fc.integer({ min: 0, max: 150 }), (given, from) => {
      const members = given.map((ratio, at) => member(`m${at}`, { ratio }));
      const counts = countOf(run(turnsOf("ratio", members), from + 100).slice(from));
      for (const [at, share] of given.entries()) expect(counts[`m${at}`] ?? 0).toBe(share);
    }),
  );
});

test("absent people are skipped, the others share in proportion, and nobody catches up afterwards", () => {
  fc.assert(
    fc.property(shares, fc.nat(), fc.integer({ min: 1, max: 300 }), (given, seed, long) => {
      if (given.length < 2) return;
      const away = `m${seed % given.length}`;
      const turns = turnsOf(
        "ratio",
        given.map((ratio, at) => member(`m${at}`, { ratio })),
      );
      run(turns, seed % 97);
      const rest = 100 - (given[seed % given.length] ?? 0);
      const without = run(turns, long, situation({ isAbsent: (id) => id === away }));
      expect(without).not.toContain(away);
      const counts = countOf(without);
      for (const [at, share] of given.entries())
        if (`m${at}` !== away) expect(Math.abs((counts[`m${at}`] ?? 0) - (long * share) / rest)).toBeLessThan(3);
      const back = countOf(run(turns, 100));
      for (const [at, share] of given.entries()) expect(back[`m${at}`] ?? 0).toBe(share);
    }),
  );
});

test("people who come and go at random still end near their shares", () => {
  const turns = turnsOf("ratio", [member("a", { ratio: 50 }), member("b", { ratio: 30 }), member("c", { ratio: 20 })]);
  let seed = 7;
  const chance = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
  const given: (string | undefined)[] = [];
  for (let n = 0; n < 6000; n++) {
    const absent = chance() < 0.3 ? ["a", "b", "c"][Math.floor(chance() * 3)] : undefined;
    given.push(...run(turns, 1, situation({ isAbsent: (id) => id === absent })));
  }
  const counts = countOf(given);
  expect(counts["a"]).toBeGreaterThan(counts["b"] ?? 0);
  expect(counts["b"]).toBeGreaterThan(counts["c"] ?? 0);
});

test("round robin continues where it was when people join or leave", () => {
  const turns = turnsOf(
    "roundRobin",
    ["a", "b", "c"].map((name) => member(name)),
  );
  expect(run(turns, 4)).toEqual(["a", "b", "c", "a"]);
  const withNew = { ...turns, members: [...turns.members.filter(({ accountId }) => accountId !== "b"), member("d")] };
  expect(run(withNew, 4)).toEqual(["d", "c", "a", "d"]);
});

test("the way of least leads chooses the person with the fewest open leads, of equals the one who waited longest", () => {
  const known = situation();
  known.open.set("a", 2).set("b", 1).set("c", 1);
  const turns = turnsOf(
    "leastLeads",
    ["a", "b", "c"].map((name) => member(name)),
  );
  const given: string[] = [];
  for (let n = 0; n < 5; n++) {
    const name = give(turns, {}, known).chosen?.accountId as AccountId;
    known.countGiven(name, 1);
    given.push(name);
  }
  expect(given).toEqual(["b", "c", "a", "b", "c"]);
});

test("people at capacity are skipped, unless everybody is", () => {
  const known = situation();
  const turns = turnsOf("roundRobin", [member("a", { capacity: 1 }), member("b", { capacity: 2 })]);
  const given = Array.from({ length: 4 }, () => {
    const turn = give(turns, {}, known);
    if (turn.chosen) known.countGiven(turn.chosen.accountId, 1);
    return [turn.chosen?.accountId, turn.ignored];
  });
  expect(given).toEqual([
    ["a", []],
    ["b", []],
    ["b", []],
    ["a", ["full"]],
  ]);
});

test("people within their hours get the leads; if nobody is, all count as available", () => {
  const evening = [{ day: 5, from: "18:00", to: "22:00" }];
  const turns = turnsOf(
    "roundRobin",
    [member("day"), member("late", { hours: evening })],
    [{ day: 5, from: "09:00", to: "18:00" }],
  );
  const at = (time: string) => give(turns, { at: new Date(`2026-11-20T${time}:00+08:00`) });
  expect([at("12:00"), at("12:01")].map(({ chosen }) => chosen?.accountId)).toEqual(["day", "day"]);
  expect(at("18:00").chosen?.accountId).toBe("late");
  expect(at("21:59").chosen?.accountId).toBe("late");
  const night = at("23:00");
  expect([night.chosen?.accountId, night.ignored]).toEqual(["day", ["offHours"]]);
});

test("leads of a region go to people for that region, and shares are kept as far as possible", () => {
  const turns = turnsOf("ratio", [member("tw", { ratio: 50, countries: ["TW"] }), member("all", { ratio: 50 })]);
  const given = Array.from({ length: 100 }, (_, n) => give(turns, { country: n % 2 ? "HK" : "TW" }).chosen?.accountId);
  expect(countOf(given)).toEqual({ tw: 50, all: 50 });
  const strange = turnsOf("roundRobin", [member("tw", { countries: ["TW"] })]);
  expect(give(strange, { country: "US" })).toMatchObject({ chosen: { accountId: "tw" }, ignored: ["otherRegion"] });
});

test("regions are countries and parts of an address, in any writing", () => {
  const of = (country: string, address: string) => ({ country, address });
  const daan = { countries: ["TW"], districts: ["臺北市大安區"] };
  expect(isOfRegion(of("TW", "台北市 大安區信義路三段"), daan)).toBe(true);
  expect(isOfRegion(of("TW", "台北市信義區"), daan)).toBe(false);
  expect(isOfRegion(of("HK", "台北市大安區"), daan)).toBe(false);
  expect(isOfRegion(of("", ""), { countries: ["TW"], districts: [] })).toBe(false);
  expect(isOfRegion(of("", ""), everywhere)).toBe(true);
});

test("hours are in the branch's time zone, and exclude their end", () => {
  const hours = [{ day: 1, from: "09:00", to: "24:00" }];
  expect(isWithin(hours, new Date("2026-11-23T01:00:00Z"), "Asia/Taipei")).toBe(true);
  expect(isWithin(hours, new Date("2026-11-23T00:59:00Z"), "Asia/Taipei")).toBe(false);
  expect(isWithin(hours, new Date("2026-11-23T15:59:00Z"), "Asia/Taipei")).toBe(true);
  expect(isWithin(hours, new Date("2026-11-23T16:00:00Z"), "Asia/Taipei")).toBe(false);
  expect(isWithin([], noon, "Asia/Taipei")).toBe(true);
});

const taking = (ruleId: string, given: Partial<RuleConditions> = {}): RuleConditions => ({
  ruleId: ruleId as RecordId,
  branchId: "here" as BranchId,
  channelId: null,
  secondaryChannelId: null,
  ...everywhere,
  status: 1,
  ...given,
});

test("the most specific rule applies, of equals the oldest; disabled ones do not", () => {
  const [channelId, secondaryChannelId] = ["web" as RecordId, "form" as RecordId];
  const all = [
    taking("9-all"),
    taking("8-region", { countries: ["TW"] }),
    taking("7-district", { districts: ["大安區"] }),
    taking("6-channel", { channelId }),
    taking("5-channel-region", { channelId, countries: ["TW"] }),
    taking("4-secondary", { channelId, secondaryChannelId }),
    taking("0-off", { channelId, secondaryChannelId, countries: ["TW"], status: 0 }),
    taking("1-elsewhere", { branchId: "there" as BranchId, channelId, secondaryChannelId }),
  ];
  const coming = {
    branchId: "here" as BranchId,
    channelId,
    secondaryChannelId,
    country: "TW",
    address: "大安區",
  };
  const order: (string | undefined)[] = [];
  const left = [...all];
  for (let rule = chooseRule(coming, left); rule; rule = chooseRule(coming, left)) {
    order.push(rule.ruleId);
    left.splice(left.indexOf(rule), 1);
  }
  expect(order).toEqual(["4-secondary", "5-channel-region", "6-channel", "7-district", "8-region", "9-all"]);
  expect(chooseRule({ ...coming, secondaryChannelId: null, country: "HK" }, all)?.ruleId).toBe("6-channel");
  expect(chooseRule({ ...coming, channelId: null }, [taking("b"), taking("a")])?.ruleId).toBe("a");
  expect([...all].sort(bySpecificity)[0]?.ruleId).toBe("0-off");
});

const rule = (given: Partial<RuleWithTurns> = {}): RuleWithTurns => ({
  ...taking("rule"),
  ...turnsOf("roundRobin", [member("a"), member("b")]),
  repeatRule: "sameSales",
  emails: [],
  ...given,
});
const desk = (rules: RuleWithTurns[], given: Partial<TeamState> = {}): Desk => ({
  rules,
  branchTurns: turnsOf(
    "roundRobin",
    ["x", "y"].map((name) => member(name)),
  ),
  situation: situation(given),
});
const arrival = (given: Partial<Arrival> = {}): Arrival => ({
  leadId: "lead" as LeadId,
  branchId: "here" as BranchId,
  channelId: null,
  secondaryChannelId: null,
  country: "",
  heldBy: null,
  kind: "new",
  at: noon,
  ...given,
});
const decided = (of: Desk, given: Partial<Arrival> = {}) => {
  const { kind, salesId } = decide(arrival(given), of);
  return [kind, salesId];
};

test("every lead is assigned, except by a manual rule", () => {
  expect(decided(desk([]))).toEqual(["turns", "x"]);
  expect(decided(desk([rule()]))).toEqual(["rule", "a"]);
  expect(decided(desk([rule({ way: "manual" })]))).toEqual(["manual", null]);
  const gone = desk([rule()], { works: (id) => !["a", "b"].includes(id) });
  expect(decided(gone)).toEqual(["fallback", "x"]);
  expect(decided(desk([rule()], { isAbsent: () => true }))).toEqual(["fallback", "x"]);
  const empty: Desk = { ...desk([]), branchTurns: turnsOf("roundRobin", []) };
  expect(decided(empty)).toEqual(["nobody", null]);
});

test("a repeat lead stays with its owner if the rule says so and they still work there", () => {
  const heldBy = "b" as AccountId;
  const repeat = { kind: "repeat" as const, heldBy };
  expect(decided(desk([rule()]), repeat)).toEqual(["kept", "b"]);
  expect(decided(desk([]), repeat)).toEqual(["kept", "b"]);
  expect(decided(desk([rule({ repeatRule: "reassign" })]), repeat)).toEqual(["rule", "a"]);
  expect(decided(desk([rule()], { works: (id) => id !== heldBy }), repeat)).toEqual(["rule", "a"]);
  expect(decided(desk([rule()]), { kind: "repeat" })).toEqual(["rule", "a"]);
});
