import type { FilterField, PlainLeadField, RowField } from "@homeroom/contract/lead-fields";
import { declaredLeadFields, plainLeadFields, rowFields } from "@homeroom/contract/lead-fields";
import type { AddLeadForm, LeadRow } from "@homeroom/contract/leads";
import type { LeadTable } from "@homeroom/database/schema";
import type { Updateable } from "kysely";
import type { Lead } from "../queries/load-lead.ts";
import { columnOfPlain } from "./lead-table.ts";

type PlainFields = Pick<AddLeadForm, PlainLeadField>;
type PlainColumns = Pick<Updateable<LeadTable>, ReturnType<typeof columnOfPlain>>;

/** The columns of the plain fields of a form. */
export function plainColumns(form: PlainFields): PlainColumns {
  const columns = declaredLeadFields.map(([field]) => [columnOfPlain(field), plainColumn(field, form[field])] as const);
  return Object.fromEntries(columns) as PlainColumns;
}

/** A value of the wire as its column holds it: flags are booleans, no birthday is null. */
export function plainColumn(
  field: PlainLeadField | FilterField,
  value: string | number,
): string | number | boolean | null {
  const { kind } = plainLeadFields[field];
  if (kind === "flag") return value === 1;
  return kind === "birthday" ? value || null : value;
}

/** The plain fields of a lead as the wire has them. */
export function plainFields(lead: Lead): PlainFields {
  return Object.fromEntries(declaredLeadFields.map(([field]) => [field, plainValue(lead, field)])) as PlainFields;
}

/** Those of them that are part of a row. */
export function plainRowFields(lead: Lead): Pick<LeadRow, RowField> {
  return Object.fromEntries(rowFields.map((field) => [field, plainValue(lead, field)])) as Pick<LeadRow, RowField>;
}

function plainValue(lead: Lead, field: PlainLeadField): string | number {
  const value = lead[columnOfPlain(field)];
  return typeof value === "boolean" ? Number(value) : (value ?? "");
}

/** The columns of an erased lead: what is written about a person is gone, the numbers of choices and flags stay. */
export const erasedPlainColumns: PlainColumns = Object.fromEntries(
  declaredLeadFields.flatMap(([field, { kind }]) =>
    kind === "choice" || kind === "flag" || kind === "country" ? [] : [[columnOfPlain(field), plainColumn(field, "")]],
  ),
);
