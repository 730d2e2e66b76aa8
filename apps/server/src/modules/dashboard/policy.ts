import { type SetUpStep, setUpSteps } from "@homeroom/contract/dashboard";
import type { Permission } from "@homeroom/contract/permissions";
import { type Actor, can } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import type { Scope } from "#platform/db/scope";

const needs: Readonly<Record<Exclude<SetUpStep, "twoStep">, Permission>> = {
  organization: "org:info:edit",
  branch: "org:branch:edit",
  staff: "hr:staff:add",
  roles: "sys:role:query",
  whatsapp: "org:whatsapp:edit",
  lead: "crm:lead:add",
  rules: "crm:rule:add",
  line: "org:line:edit",
  assistant: "org:gpt:add",
};

/**
 * The set-up steps shown to an actor. A person who only works with leads has nothing to set up: the first lead
 * and two-step sign-in are steps for people with wider tasks.
 */
export function stepsFor(actor: Actor): SetUpStep[] {
  const mayDo = (step: SetUpStep) => (step === "twoStep" ? actor.isOwner : can(actor, needs[step]));
  const steps = setUpSteps.filter(mayDo);
  return steps.some((step) => step !== "lead" && step !== "twoStep") ? steps : [];
}

/**
 * The people whose leads and answers an actor's figures count: everybody's with `dash:home:all`, but never more than the
 * linked lists show.
 */
export function figuresScope(actor: Actor): Scope {
  return scopeOf(actor, can(actor, "dash:home:all") ? "crm:lead:all" : "dash:home:all");
}
