import { sql } from "kysely";

/**
 * The leads of the transaction's organisation, as `lead`, for conditions of a search. The view itself keeps
 * other organisations out. Row-level security would do so too, but PostgreSQL evaluates its policy before any
 * function that is not marked leakproof, and so reads every lead instead of using the indexes of searches.
 */
export const organizationLeads = sql`organization_lead as lead`;
