import { type Kysely, sql } from "kysely";

/**
 * Puts a tenant table behind row-level security: the application's role sees and writes only rows of
 * `app.organization_id`. The owner, who migrates and backs up, is above it, on servers without superuser rights too.
 */
export async function protectTenantTable(db: Kysely<unknown>, table: string): Promise<void> {
  const name = sql.table(table);
  await sql`alter table ${name} enable row level security`.execute(db);
  await sql`create policy tenant on ${name}
    using (organization_id = app_organization()) with check (organization_id = app_organization())`.execute(db);
}

/**
 * Lets work that has no organisation yet (sign-in, webhook intake, the outbox relay) reach a tenant table.
 * `read` opens SELECT only.
 */
export async function openToSystem(db: Kysely<unknown>, table: string, access: "read" | "write"): Promise<void> {
  const name = sql.table(table);
  const command = sql.raw(access === "read" ? "for select" : "for all");
  await sql`create policy system on ${name} ${command} using (app_system())`.execute(db);
}
