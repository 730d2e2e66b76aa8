import { Resolver } from "node:dns/promises";
import type { RecordId } from "@homeroom/contract/ids";
import { type DomainProblem, type DomainState, landingDomains } from "@homeroom/contract/landing-domains";
import { sql } from "kysely";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { organizationScope, type Scope } from "#platform/db/scope";
import { inSystemTransaction, inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { createRateLimit } from "#platform/rate-limit/rate-limit";
import type { Platform } from "#platform/server-module";
import { siteNameOf } from "../../queries/site.ts";
import { domainById, type StoredDomain } from "../queries/domains.ts";
import { problemOf, targetOf } from "../rules/host-name.ts";

/** Looks up the CNAME records of a host; null when DNS does not answer. */
export type LookUpNames = (host: string) => Promise<readonly string[] | null>;

type Parts = Pick<Platform, "db" | "settings">;
interface Outcome {
  state: DomainState;
  problem: DomainProblem | null;
}

/** A person's checks in ten minutes. */
const limit = { name: "landing-domain-check", points: 30, seconds: 600 };
/** A new host may take a week to point to us. */
const tryForMs = 7 * 86_400_000;
const checkEvery = "6 hours";

/** Checks a host now. Throws NOT_FOUND and TOO_MANY_REQUESTS. */
export async function checkDomain(
  parts: Parts,
  actor: Actor,
  { id, lookUp }: { id: RecordId; lookUp: LookUpNames },
): Promise<Outcome> {
  requireAccess(actor, landingDomains.verify);
  await createRateLimit(parts, limit).take(actor.accountId);
  const scope = sharedScope(actor);
  const domain = await inTransaction(parts.db, scope, (tx) => domainById(tx, scope, id));
  if (!domain) throw new AppError("NOT_FOUND");
  return checkHost(parts, scope, { domain, lookUp });
}

/** Checks the host whose last check is oldest; returns whether another is due. */
export async function checkNextDomain(parts: Parts, lookUp: LookUpNames, now = new Date()): Promise<boolean> {
  const domain = await inSystemTransaction(parts.db, async (tx) => {
    // A host's next check is postponed before the lookup, so that no other process takes it.
    const { rows } = await sql<StoredDomain>`
      with due as materialized (
        select organization_id, domain_id from landing_domain
        where checked_at is null or checked_at < ${now}::timestamptz - ${checkEvery}::interval
        order by checked_at nulls first limit 1 for update skip locked)
      update landing_domain domain set checked_at = ${now} from due
      where domain.organization_id = due.organization_id and domain.domain_id = due.domain_id
      returning domain.*`.execute(tx);
    return rows[0];
  });
  if (!domain) return false;
  await checkHost(parts, organizationScope(domain.organization_id), { domain, lookUp });
  return true;
}

async function checkHost(
  { db, settings }: Parts,
  scope: Scope,
  { domain, lookUp }: { domain: StoredDomain; lookUp: LookUpNames },
): Promise<Outcome> {
  const target = targetOf(settings, await inTransaction(db, scope, (tx) => siteNameOf(tx, scope)));
  const problem = target === null ? "unreachable" : problemOf(await lookUp(domain.host), target);
  const outcome = { state: nextState(domain, problem), problem };
  if (outcome.state === "ok") await takeFromOthers(db, domain);
  await inTransaction(db, scope, (tx) =>
    tx
      .updateTable("landing_domain")
      .set({ ...outcome, checked_at: new Date() })
      .where("organization_id", "=", scope.organizationId)
      .where("domain_id", "=", domain.domain_id)
      .execute(),
  );
  return outcome;
}

/** If DNS does not answer, the result is unknown. */
function nextState({ state, created_at: made }: StoredDomain, problem: DomainProblem | null): DomainState {
  if (problem === null) return "ok";
  if (state === "ok") return problem === "unreachable" ? "ok" : "failed";
  return Date.now() - made.getTime() > tryForMs ? "failed" : state;
}

/** A host that points to one organisation no longer points to another. */
async function takeFromOthers(db: Parts["db"], { host, organization_id: organizationId }: StoredDomain): Promise<void> {
  await inSystemTransaction(db, (tx) =>
    tx
      .updateTable("landing_domain")
      .set({ state: "failed", problem: "elsewhere" })
      .where("host", "=", host)
      .where("state", "=", "ok")
      .where("organization_id", "<>", organizationId)
      .execute(),
  );
}

/** Answers of DNS that say that a host has no CNAME record. */
const without = new Set(["ENODATA", "ENOTFOUND"]);

/** The CNAME records of a host; null when DNS does not answer. */
export async function namesInDns(host: string): Promise<readonly string[] | null> {
  try {
    return await new Resolver({ timeout: 3000, tries: 2 }).resolveCname(host);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code && without.has(code) ? [] : null;
  }
}
