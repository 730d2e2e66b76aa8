import { sql } from "kysely";

/**
 * The leads of the transaction's organisation, as `lead`: what conditions of a search are written for. This view keeps
 * other organisations out itself. Row-level security would do so too, but PostgreSQL evaluates its policy before any
 * function that is not marked leakproof, and so reads every lead instead of using the indexes of searches.
 */
export const organizationLeads = sql`organization_lead as lead`;
