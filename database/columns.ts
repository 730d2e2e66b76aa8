import type { AccountId, OrganizationId } from "@homeroom/contract/ids";
import type { ColumnType, Generated, JSONColumnType } from "kysely";

/** A moment; written as a Date, read as a Date. */
export type Moment = ColumnType<Date, Date | string, Date | string>;
export type MaybeMoment = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
/** A moment that the database fills in. */
export type CreatedAt = ColumnType<Date, Date | string | undefined, Date | string>;
/** A calendar day, `YYYY-MM-DD` both ways. */
export type Day = string;
export type Json<T extends object> = JSONColumnType<T, string | undefined, string>;
export type MaybeJson<T extends object> = ColumnType<T | null, string | null | undefined, string | null>;

/** The column of every row of an organisation. */
export interface OrganizationColumns {
  organization_id: OrganizationId;
}

/** The columns of rows that people edit: version, author and time. */
export interface VersionedColumns extends OrganizationColumns {
  version: Generated<number>;
  updated_at: CreatedAt;
  updated_by: AccountId | null;
}

/** The columns of records that people add and edit: also who added it and when. */
export interface RecordColumns extends VersionedColumns {
  created_at: CreatedAt;
  created_by: AccountId | null;
}
