import type { Hours } from "@homeroom/contract/hours";
import type { AccountId } from "@homeroom/contract/ids";
import type { AssignmentRule, Obstacle } from "@homeroom/contract/lead-rules";
import { isWithin } from "./office-hours.ts";
import { isOfRegion, type Region } from "./regions.ts";

/** A participant in the turns, with their state. */
export interface Member extends Region {
  readonly accountId: AccountId;
  readonly ratio: number | null;
  readonly capacity: number | null;
  readonly hours: readonly Hours[];
  /** The turn of their last lead; 0: none yet. */
  lastTurn: number;
  /** Turns that they missed because the lead was from another region; returned with the next lead from theirs. */
  owed: number;
}

/** The state of the turns of a rule or a branch. */
export interface TurnState {
  readonly way: AssignmentRule;
  readonly hours: readonly Hours[];
  readonly members: readonly Member[];
  /** Leads given so far, and the position in the sequence of shares. */
  turns: number;
  wheelAt: number;
}

/** The state of people when a lead arrives. */
export interface TeamState {
  readonly timeZone: string;
  /** Active, and sales at the branch. */
  works(id: AccountId): boolean;
  isAbsent(id: AccountId, at: Date): boolean;
  /** Their leads that are neither won nor closed. */
  openLeads(id: AccountId): number;
}

export interface IncomingLead {
  readonly country: string;
  readonly address: string;
  readonly at: Date;
}

export interface MemberState {
  readonly member: Member;
  readonly obstacles: readonly Obstacle[];
  /** Their open leads before this one; null if they do not matter. */
  readonly openLeads: number | null;
}

export interface GivenTurn {
  /** Null: everybody has left or is absent. */
  readonly chosen: Member | null;
  readonly standings: readonly MemberState[];
  /** Obstacles that were ignored because nobody could take the lead otherwise. */
  readonly ignored: readonly Obstacle[];
}

/** Nobody is owed more turns than this: after a long pause, a person is not flooded with leads. */
const maxOwed = 3;

// A lead always gets a person: obstacles that everybody has are ignored, in this order.
const passedOver: readonly (readonly Obstacle[])[] = [
  [],
  ["offHours"],
  ["offHours", "full"],
  ["offHours", "full", "otherRegion"],
];

/**
 * Gives a lead to the person whose turn it is, and updates the turns. People who are absent, full, off or gone are
 * skipped; the others share the turns in proportion, and there is nothing to catch up on afterwards.
 */
export function giveTurn(turns: TurnState, lead: IncomingLead, team: TeamState): GivenTurn {
  const standings = turns.members.map((member) => {
    const counted = turns.way === "leastLeads" || member.capacity !== null;
    const openLeads = counted ? team.openLeads(member.accountId) : null;
    return { member, openLeads, obstacles: obstaclesOf(turns, member, lead, team) };
  });
  for (const ignored of passedOver) {
    const able = standings.filter(({ obstacles }) => obstacles.every((one) => ignored.includes(one)));
    if (able.length === 0) continue;
    const waiting = standings.filter(({ obstacles }) => obstacles.length === 1 && obstacles[0] === "otherRegion");
    const chosen = choose(turns, able, waiting);
    turns.turns += 1;
    chosen.lastTurn = turns.turns;
    return { chosen, standings, ignored: ignored.filter((one) => standings.some((of) => of.obstacles.includes(one))) };
  }
  return { chosen: null, standings, ignored: [] };
}

function obstaclesOf(turns: TurnState, member: Member, lead: IncomingLead, team: TeamState): Obstacle[] {
  const { accountId, capacity } = member;
  if (!team.works(accountId)) return ["gone"];
  const found: Obstacle[] = [];
  if (team.isAbsent(accountId, lead.at)) found.push("absent");
  const hours = member.hours.length > 0 ? member.hours : turns.hours;
  if (!isWithin(hours, lead.at, team.timeZone)) found.push("offHours");
  if (capacity !== null && team.openLeads(accountId) >= capacity) found.push("full");
  if (!isOfRegion(lead, member)) found.push("otherRegion");
  return found;
}

function choose(turns: TurnState, able: readonly MemberState[], waiting: readonly MemberState[]): Member {
  if (turns.way === "ratio") {
    return byShare(
      turns,
      able.map(({ member }) => member),
      waiting.map(({ member }) => member),
    );
  }
  const [next] = [...able].sort(
    (one, other) =>
      (turns.way === "leastLeads" ? (one.openLeads ?? 0) - (other.openLeads ?? 0) : 0) ||
      one.member.lastTurn - other.member.lastTurn,
  );
  return someone(next?.member);
}

function byShare(turns: TurnState, able: readonly Member[], waiting: readonly Member[]): Member {
  const [owed] = able.filter((member) => member.owed > 0).sort((one, other) => other.owed - one.owed);
  if (owed) {
    owed.owed -= 1;
    return owed;
  }
  const wheel = sequenceOf(turns);
  for (let passed = 0; passed < wheelTurns; passed++) {
    const member = turns.members[wheel[turns.wheelAt] ?? 0];
    turns.wheelAt = (turns.wheelAt + 1) % wheelTurns;
    if (member && able.includes(member)) return member;
    if (member && waiting.includes(member)) member.owed = Math.min(member.owed + 1, maxOwed);
  }
  return someone(able[0]);
}

const sequences = new WeakMap<readonly Member[], readonly number[]>();

function sequenceOf({ members }: TurnState): readonly number[] {
  const known = sequences.get(members) ?? wheelOf(members.map(({ ratio }) => ratio ?? 0));
  sequences.set(members, known);
  return known;
}

function someone(member: Member | undefined): Member {
  if (!member) throw new Error("Somebody can take the lead");
  return member;
}

/**
 * Shares are whole percentages: after this number of turns everyone has had exactly their share, and the sequence
 * repeats.
 */
const wheelTurns = 100;

/**
 * The sequence of 100 turns for shares that add up to 100: the index of the person for each turn, repeated for ever. At
 * any moment everyone has had their share to within one turn; and in any 100 consecutive turns, starting anywhere,
 * exactly their share.
 *
 * The n-th turn of a share s falls after turn (n - 1) * 100 / s and not after n * 100 / s. Of the people whose next
 * turn is possible, the one with the earliest deadline goes first: for unit jobs with integer limits this keeps all
 * limits if any order does, and one does (the sums of shares fit into the turns).
 */
export function wheelOf(shares: readonly number[]): readonly number[] {
  const had = shares.map(() => 0);
  return Array.from({ length: wheelTurns }, (_, turn) => {
    const next = earliest(shares, had, turn);
    had[next] = (had[next] ?? 0) + 1;
    return next;
  });
}

function earliest(shares: readonly number[], had: readonly number[], turn: number): number {
  let found = 0;
  let limit = Number.POSITIVE_INFINITY;
  for (const [index, share] of shares.entries()) {
    const count = had[index] ?? 0;
    const mayCome = Math.floor((count * wheelTurns) / share) <= turn;
    const mustCome = Math.ceil(((count + 1) * wheelTurns) / share);
    if (mayCome && (mustCome < limit || (mustCome === limit && share > (shares[found] ?? 0)))) {
      found = index;
      limit = mustCome;
    }
  }
  return found;
}
