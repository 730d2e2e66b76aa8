import { checkFields } from "@homeroom/contract/errors/field-errors";
import type { Language, Texts } from "@homeroom/contract/language";
import { fromMinor } from "@homeroom/contract/money";
import { type EditProductForm as EditForm, EditProductForm } from "@homeroom/contract/products";
import type { ImportFault, ImportField, ReadRow } from "#modules/imports/public";
import type { TableCell } from "#platform/tables/write-csv";
import type { Product } from "../rules.ts";

const one = (tw: string, cn: string, en: string): Texts => ({ "zh-tw": tw, "zh-cn": cn, en });

/** The columns of products in tables that come and go, in their order, with other names that people give them. */
export const productTable = [
  {
    field: "name",
    labels: one("產品名稱", "产品名称", "Product name"),
    required: true,
    synonyms: ["名稱", "名称", "品名", "課程名稱", "课程名称", "name", "title", "product"],
  },
  {
    field: "type",
    labels: one("類型", "类型", "Type"),
    required: true,
    synonyms: ["類別", "类别", "分類", "分类", "category"],
  },
  {
    field: "price",
    labels: one("價格", "价格", "Price"),
    required: true,
    synonyms: ["售價", "售价", "單價", "单价", "學費", "学费", "金額", "金额", "amount"],
  },
  { field: "currency", labels: one("幣別", "币种", "Currency"), synonyms: ["貨幣", "货币"] },
  {
    field: "retailerID",
    labels: one("產品編號", "产品编号", "Product ID"),
    synonyms: ["編號", "编号", "貨號", "货号", "sku", "retailer id", "id", "code"],
  },
  { field: "salesName", labels: one("銷售名稱", "销售名称", "Sales name"), synonyms: ["顯示名稱", "显示名称"] },
  {
    field: "lessons",
    labels: one("堂數", "课时数", "Lessons"),
    synonyms: ["課堂數", "节数", "課時", "课时", "lesson count"],
  },
  { field: "validDays", labels: one("有效天數", "有效天数", "Valid for days"), synonyms: ["天數", "天数", "days"] },
  { field: "expiryDate", labels: one("到期日", "到期日", "Expiry date"), synonyms: ["有效期限", "截止日期", "expiry"] },
  { field: "description", labels: one("說明", "说明", "Description"), synonyms: ["描述", "介紹", "介绍", "備註"] },
  {
    field: "productURL",
    labels: one("產品網址", "产品网址", "Product page"),
    synonyms: ["網址", "网址", "url", "link"],
  },
  { field: "status", labels: one("狀態", "状态", "Status"), synonyms: ["上架", "上架狀態", "上架状态", "listed"] },
] as const satisfies readonly ImportField[];

type ProductColumn = (typeof productTable)[number]["field"];
type Cells = Readonly<Partial<Record<ProductColumn, string>>>;

const statusNames = { active: one("上架", "上架", "Listed"), inactive: one("下架", "下架", "Delisted") } as const;

/** What each column takes, for a person who fills one in. */
export const productNotes: Partial<Record<ProductColumn, Texts>> = {
  price: one(
    "主要單位的金額，例如 3600 或 1200.50",
    "主要单位的金额，例如 3600 或 1200.50",
    "In main units, for example 3600 or 1200.50",
  ),
  currency: one(
    "留空時使用機構所在地的幣別",
    "留空时使用机构所在地的币种",
    "If empty, the currency of the organisation’s country is used",
  ),
  retailerID: one(
    "不可重複；留空時自動產生",
    "不可重复；留空时自动生成",
    "Must be unique; created automatically if empty",
  ),
  validDays: one(
    "與到期日擇一；都留空表示不限期",
    "与到期日选一个；都留空表示不限期",
    "Use this or the expiry date; leave both empty for no limit",
  ),
  expiryDate: one("例如 2027-01-31", "例如 2027-01-31", "For example 2027-01-31"),
  status: one(
    "新產品沒有圖片，匯入後先下架，加上圖片再上架",
    "新产品没有图片，导入后先下架，加上图片再上架",
    "New products have no picture, so they stay delisted until one is added",
  ),
};

/** Words of the files themselves. */
export const productFileWords = {
  template: one("產品匯入範本", "产品导入模板", "Product import template"),
  export: one("產品目錄", "产品目录", "Product catalogue"),
  sampleName: one("鋼琴個別課（10 堂）", "钢琴一对一（10 节）", "Piano, 10 lessons"),
  needsPicture: one("沒有圖片，先下架", "没有图片，先下架", "Delisted: it has no picture"),
} satisfies Record<string, Texts>;

/** A row that may be written: what it holds, its type by name. */
export interface ProductRowRead {
  readonly typeName: string;
  readonly sent: Omit<EditForm, "recordID" | "version" | "typeID" | "images">;
}

const RowFields = EditProductForm.omit({ recordID: true, version: true, typeID: true, images: true });

/** Understands one row of products: amounts with their signs, days in the usual writings. */
export function readProductCells(cells: Cells, language: Language): ReadRow<ProductRowRead> {
  const { name = "", type = "" } = cells;
  const values = {
    name,
    ...plainTexts(cells),
    ...amountOf(cells),
    ...lessonsOf(cells),
    ...termOf(cells),
    ...statusOf(cells.status),
  };
  const checked = checkFields(RowFields, values, language);
  const faults: ImportFault[] = "errors" in checked ? checked.errors.map(faultOf) : [];
  if (cells.validDays && cells.expiryDate) faults.push({ field: "expiryDate", name: "FIELD_INVALID" });
  if (faults.length > 0 || "errors" in checked) return { name, faults };
  const { retailerID } = checked.value;
  const key = retailerID ? { field: "retailerID", key: retailerID } : { field: "name", key: name.toLowerCase() };
  return { name, row: { typeName: type, sent: checked.value }, keys: [key] };
}

function faultOf({ field, name, message }: { field: string; name: ImportFault["name"]; message: string }): ImportFault {
  // How long something is valid is told by two columns.
  return { field: field === "kind" ? "expiryDate" : field, name, message };
}

const texts = ["retailerID", "salesName", "description", "productURL"] as const;

function plainTexts(cells: Cells): Record<string, string> {
  return Object.fromEntries(texts.flatMap((field) => (cells[field] ? [[field, cells[field]]] : [])));
}

/** No price is written longer, with its currency. */
const maxPriceLength = 40;

function amountOf({ price, currency }: Cells): Record<string, unknown> {
  const figures = (price ?? "")
    .slice(0, maxPriceLength + 1)
    .normalize("NFKC")
    .replace(/[\s,]|[^\d.-]*(?=\d)|[^\d]*$/g, "");
  const isRead = (price ?? "").length <= maxPriceLength && /^-?\d+(\.\d+)?$/.test(figures);
  const read = isRead ? Number(figures) : price;
  return { ...(price && { price: read }), ...(currency && { currency: currency.trim().toUpperCase() }) };
}

function lessonsOf({ lessons }: Cells): Record<string, unknown> {
  return lessons ? { lessons: Number(lessons.normalize("NFKC").replace(/[堂節节]|lessons?/gi, "")) } : {};
}

function termOf({ validDays, expiryDate }: Cells): Record<string, unknown> {
  if (validDays)
    return { kind: "validity", validDays: Number(validDays.normalize("NFKC").replace(/[天日]|days?/gi, "")) };
  if (!expiryDate) return {};
  const [, year = "", month = "", day = ""] =
    /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/.exec(expiryDate.trim()) ?? [];
  return {
    kind: "expiry",
    expiryDate: year ? `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}` : expiryDate,
  };
}

function statusOf(cell: string | undefined): Record<string, unknown> {
  if (!cell) return {};
  const wanted = cell.trim().toLowerCase();
  const found = (["active", "inactive"] as const).find((status) =>
    [status, ...Object.values(statusNames[status])].some((word) => word.toLowerCase() === wanted),
  );
  return { status: found ?? cell };
}

/** A product as a row of a table: the columns of an import. */
export function productCells(
  product: Product,
  { typeName, language }: { typeName: string; language: Language },
): TableCell[] {
  const cells: Record<ProductColumn, TableCell> = {
    name: product.name,
    type: typeName,
    price: fromMinor(product.price_minor, product.currency),
    currency: product.currency,
    retailerID: product.retailer_id,
    salesName: product.sales_name,
    lessons: product.lessons ?? "",
    validDays: product.valid_days ?? "",
    expiryDate: product.expiry_date ?? "",
    description: product.description,
    productURL: product.product_url,
    status: statusNames[product.status][language],
  };
  return productTable.map(({ field }) => cells[field]);
}
