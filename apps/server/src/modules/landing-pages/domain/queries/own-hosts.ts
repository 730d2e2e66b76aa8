import type { OrganizationId, RecordId } from "@homeroom/contract/ids";
import { type Database, inSystemTransaction } from "#platform/db/transaction";

/** The organisation whose pages a host shows. */
export interface OwnHost {
  organizationId: OrganizationId;
  domainId: RecordId;
  siteName: string;
}

export interface OwnHosts {
  find(host: string): Promise<OwnHost | null>;
  /** The cached value if it is valid; undefined if `find` must query the database. */
  known(host: string): OwnHost | null | undefined;
}
export type FindHost = OwnHosts["find"];

const readAgainAfterMs = 5000;
const maxKept = 5000;

/** Finds the organisation of a request's host. Cached for seconds, and while the database is unavailable. */
export function ownHosts(db: Database): OwnHosts {
  const kept = new Map<string, { readAt: number; found: OwnHost | null }>();
  const nameOf = (host: string) => host.toLowerCase().replace(/:\d+$/, "");
  const isFresh = ({ readAt }: { readAt: number }) => performance.now() - readAt < readAgainAfterMs;
  const find: FindHost = async (host) => {
    const name = nameOf(host);
    const known = kept.get(name);
    if (known && isFresh(known)) return known.found;
    try {
      const found = await readHost(db, name);
      const [oldest] = kept.keys();
      if (!known && kept.size >= maxKept && oldest !== undefined) kept.delete(oldest);
      kept.set(name, { readAt: performance.now(), found });
      return found;
    } catch (error) {
      if (known) return known.found;
      throw error;
    }
  };
  return {
    find,
    known(host) {
      const entry = kept.get(nameOf(host));
      return entry && isFresh(entry) ? entry.found : undefined;
    },
  };
}

async function readHost(db: Database, host: string): Promise<OwnHost | null> {
  const found = await inSystemTransaction(db, (tx) =>
    tx
      .selectFrom("landing_domain as domain")
      .innerJoin("landing_site as site", "site.organization_id", "domain.organization_id")
      .select(["domain.organization_id as organizationId", "domain.domain_id as domainId"])
      .select("site.site_name as siteName")
      .where("domain.host", "=", host)
      .where("domain.state", "=", "ok")
      .executeTakeFirst(),
  );
  return found ?? null;
}
