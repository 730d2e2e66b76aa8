import type { AccountId, BranchId, LeadId, RecordId } from "@homeroom/contract/ids";
import type { AssignmentKind, Obstacle, RepeatRule } from "@homeroom/contract/lead-rules";
import { chooseRule, type RuleConditions } from "./choose-rule.ts";
import { giveTurn, type MemberState, type TeamState, type TurnState } from "./give-turn.ts";

/** A new lead, or one that came back after a silence, and needs an owner. */
export interface Arrival {
  readonly leadId: LeadId;
  readonly branchId: BranchId;
  readonly channelId: RecordId | null;
  readonly secondaryChannelId: RecordId | null;
  /** ISO country code, empty if unknown. */
  readonly country: string;
  /** For rules about districts; omitted if unknown. */
  readonly address?: string;
  /** The present owner: a repeat lead may stay with them. */
  readonly heldBy: AccountId | null;
  readonly kind: "new" | "repeat";
  readonly at: Date;
}

/** A rule with its state in the turns. */
export interface RuleWithTurns extends RuleConditions, TurnState {
  readonly repeatRule: RepeatRule;
  readonly emails: readonly string[];
}

/** All state that decides about a branch's leads; decisions change it. */
export interface Desk {
  readonly rules: readonly RuleWithTurns[];
  /** The turns of the branch's sales, if no rule matches. */
  readonly branchTurns: TurnState;
  readonly situation: TeamState & { countGiven(id: AccountId, leads: number): void };
}

export interface Decision {
  readonly arrival: Arrival;
  readonly salesId: AccountId | null;
  readonly kind: AssignmentKind;
  readonly rule: RuleWithTurns | null;
  readonly standings: readonly MemberState[];
  readonly ignored: readonly Obstacle[];
}

/** Decides who gets a lead. */
export function decide(arrival: Arrival, desk: Desk): Decision {
  const lead = { ...arrival, address: arrival.address ?? "" };
  const rule = chooseRule(lead, desk.rules);
  const { situation } = desk;
  const nothing = { arrival, rule, standings: [], ignored: [] };
  if (staysWithHolder(arrival, rule, situation)) return { ...nothing, salesId: arrival.heldBy, kind: "kept" };
  if (rule?.way === "manual") {
    rule.turns += 1;
    return { ...nothing, salesId: null, kind: "manual" };
  }
  const given = rule && giveTurn(rule, lead, situation);
  if (given?.chosen) return answer(given.chosen.accountId, "rule", given);
  const everyone = { ...situation, isAbsent: () => false };
  const turn = giveTurn(desk.branchTurns, lead, situation);
  const taken = turn.chosen ? turn : giveTurn(desk.branchTurns, lead, everyone);
  // If a rule found nobody, the trace names its own people.
  const shown = given ?? taken;
  if (!taken.chosen) return answer(null, "nobody", shown);
  return answer(taken.chosen.accountId, rule ? "fallback" : "turns", shown);

  function answer(
    salesId: AccountId | null,
    kind: AssignmentKind,
    of: Pick<Decision, "standings" | "ignored">,
  ): Decision {
    if (salesId) situation.countGiven(salesId, 1);
    return { arrival, salesId, kind, rule, standings: of.standings, ignored: of.ignored };
  }
}

function staysWithHolder({ kind, heldBy }: Arrival, rule: RuleWithTurns | null, situation: TeamState): boolean {
  if (kind !== "repeat" || !heldBy || !situation.works(heldBy)) return false;
  return rule === null || rule.repeatRule === "sameSales";
}
