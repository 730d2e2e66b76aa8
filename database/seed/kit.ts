import type { OrganizationId, RoleId } from "@homeroom/contract/ids";
import type { DefaultRole } from "@homeroom/contract/permissions";
import type { Transaction } from "kysely";
import type { Schema } from "../schema.ts";

export type SeedTx = Transaction<Schema>;

/** The product's functions that the seed needs: it writes rows, and leaves decisions to the product. */
export interface SeedKit {
  /** Runs `work` in one transaction of an organisation. */
  inOrganization<Result>(organizationId: OrganizationId, work: (tx: SeedTx) => Promise<Result>): Promise<Result>;
  hashPassword(password: string): Promise<string>;
  sealSecrets(secrets: Readonly<Record<string, string>>): Buffer;
  /** Where the mail server of the sandbox listens. */
  mailPort: number;
  /** Moves a file from `workFolder` into the file store. */
  putFile(key: string, path: string): Promise<void>;
  readonly workFolder: string;
  /** The default lists and roles of a new organisation; ids are drawn from `newId`. */
  createDefaultLists(tx: SeedTx, organizationId: OrganizationId, newId: () => string): Promise<void>;
  createDefaultRoles(
    tx: SeedTx,
    organizationId: OrganizationId,
    newId: () => string,
  ): Promise<Record<DefaultRole, RoleId>>;
}
