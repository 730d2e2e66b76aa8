import type { ConcurrentIndex } from "../migration.ts";

/** The pages at a host that is removed. */
export const indexes: readonly ConcurrentIndex[] = [
  { name: "landing_page_published_domain", definition: "on landing_page (organization_id, published_domain_id)" },
];
