import { type CurrencyCode, fromMinor, toMinor } from "@homeroom/contract/money";
import type { AddProductForm, ProductKind } from "@homeroom/contract/products";
import type { ProductTable } from "@homeroom/database/product-tables";
import type { Insertable, Selectable } from "kysely";
import type { FieldFault } from "#platform/errors/app-error";

export type Product = Selectable<ProductTable>;

/** The fields of a product that a form sets. */
export type ProductColumns = Pick<
  Insertable<ProductTable>,
  | "retailer_id"
  | "name"
  | "sales_name"
  | "type_id"
  | "price_minor"
  | "currency"
  | "image_file_ids"
  | "description"
  | "kind"
  | "valid_days"
  | "expiry_date"
  | "lessons"
  | "product_url"
  | "status"
>;

/** A form completed with the organisation's defaults. */
export type WholeForm = AddProductForm & { currency: CurrencyCode; kind: ProductKind };

/** The kind given by a form, or implied by its fields; undefined if there is none. */
export function kindSent({
  kind,
  validDays,
  expiryDate,
}: Partial<Pick<AddProductForm, "kind" | "validDays" | "expiryDate">>): ProductKind | undefined {
  return kind ?? (expiryDate ? "expiry" : validDays ? "validity" : undefined);
}

const currencyOfCountry: Readonly<Record<string, CurrencyCode>> = {
  HK: "HKD",
  TW: "TWD",
  CN: "CNY",
  MO: "MOP",
  SG: "SGD",
  MY: "MYR",
  JP: "JPY",
  US: "USD",
};

/** The default currency of an organisation's products. */
export function currencyOf(country: string): CurrencyCode {
  return currencyOfCountry[country] ?? "HKD";
}

/** The default retailer ID of a product in catalogues. */
export function retailerIdFor(productId: string): string {
  return `P${productId.replaceAll("-", "").slice(-12).toUpperCase()}`;
}

/** Whether the last day of a product's sale is over. */
export function isExpired({ kind, expiry_date: day }: Pick<Product, "kind" | "expiry_date">, today: string): boolean {
  return kind === "expiry" && day !== null && day <= today;
}

/** A stored product in the form's fields. */
export function formOf(product: Product): WholeForm {
  return {
    retailerID: product.retailer_id,
    name: product.name,
    salesName: product.sales_name,
    // Only a deleted product may have none, and those are not edited.
    typeID: product.type_id as WholeForm["typeID"],
    price: fromMinor(product.price_minor, product.currency),
    currency: product.currency,
    images: product.image_file_ids,
    description: product.description,
    kind: product.kind,
    validDays: product.valid_days,
    expiryDate: product.expiry_date,
    lessons: product.lessons,
    productURL: product.product_url,
    status: product.status,
  };
}

/**
 * A form's columns, or its errors by field. The expiry has to be in the future when it is set, and
 * when the product is offered; a past expiry does not prevent other changes.
 */
export function columnsOf(
  form: WholeForm,
  { today, before }: { today: string; before: Product | null },
): { columns: ProductColumns } | { faults: FieldFault[] } {
  const faults = [...termFaults(form), ...expiryFaults(form, { today, before })];
  const priceMinor = toMinor(form.price, form.currency);
  if (priceMinor === null) faults.push({ field: "price", name: "FIELD_INVALID" });
  if (faults.length > 0 || priceMinor === null) return { faults };
  return {
    columns: {
      retailer_id: form.retailerID,
      name: form.name,
      sales_name: form.salesName,
      type_id: form.typeID,
      price_minor: priceMinor,
      currency: form.currency,
      image_file_ids: [...new Set(form.images)],
      description: form.description,
      kind: form.kind,
      valid_days: form.kind === "validity" ? form.validDays : null,
      expiry_date: form.kind === "expiry" ? form.expiryDate : null,
      lessons: form.lessons,
      product_url: form.productURL,
      status: form.status,
    },
  };
}

function termFaults({ kind, validDays, expiryDate }: WholeForm): FieldFault[] {
  if (kind === "validity" && validDays === null) return [{ field: "validDays", name: "FIELD_INVALID" }];
  if (kind === "expiry" && expiryDate === null) return [{ field: "expiryDate", name: "FIELD_INVALID" }];
  return [];
}

function expiryFaults(
  { kind, expiryDate, status }: WholeForm,
  { today, before }: { today: string; before: Product | null },
): FieldFault[] {
  const isKept = before?.kind === "expiry" && before.expiry_date === expiryDate;
  const isOffered = status === "active" && before?.status === "inactive";
  if (isKept && !isOffered) return [];
  const ended = isExpired({ kind, expiry_date: expiryDate }, today);
  return ended ? [{ field: "expiryDate", name: "PRODUCT_EXPIRY_NOT_FUTURE" }] : [];
}

/** Whether the fields shown by external catalogues differ. */
export function changesCatalogue(before: Product, after: ProductColumns): boolean {
  const shown = (one: ProductColumns) => [
    one.retailer_id,
    one.name,
    one.sales_name,
    one.price_minor,
    one.currency,
    ...one.image_file_ids,
    one.description,
    one.product_url,
    one.expiry_date,
    one.status,
  ];
  return JSON.stringify(shown(before)) !== JSON.stringify(shown(after));
}

/** The fields compared for the audit log: wire names, the type by its name. */
export function auditFields(columns: ProductColumns, typeName: string): Record<string, unknown> {
  return {
    retailerID: columns.retailer_id,
    name: columns.name,
    salesName: columns.sales_name,
    type: typeName,
    price: fromMinor(columns.price_minor, columns.currency),
    currency: columns.currency,
    images: columns.image_file_ids.length,
    description: columns.description,
    kind: columns.kind,
    validDays: columns.valid_days,
    expiryDate: columns.expiry_date,
    lessons: columns.lessons,
    productURL: columns.product_url,
    status: columns.status,
  };
}
