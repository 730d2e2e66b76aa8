import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { AccountId, BranchId, FileId, RecordId, RoleId } from "./ids.ts";
import { AddLeadForm } from "./leads.ts";
import { PageRequest, pageOf } from "./paging.ts";
import { areaCodeField } from "./phone.ts";

/** What can be imported. */
export const importKinds = ["staff", "lead", "product"] as const;
export type ImportKindName = (typeof importKinds)[number];

/** The encodings and the separators that a text table may have. */
export const tableEncodings = ["utf-8", "utf-16le", "utf-16be", "big5", "gb18030"] as const;
export const tableDelimiters = [",", ";", "\t", "|"] as const;

/** Imports with more rows than this continue in the background. */
export const rowsAtOnce = 1000;

const tableFile = { kinds: ["table"], maxBytes: 50 * 1024 * 1024 } as const;

/** The field of each column, as people have matched them. */
const Mapping = z.record(z.string().max(120), z.string().max(60));

/** A value that replaces a cell of the spreadsheet, so that a wrong row can be corrected on the screen. */
const Fix = z.object({ row: z.number().int().min(1), column: z.string().max(120), value: z.string().max(2000) });

const ReadTable = z.object({
  fileID: FileId,
  name: z.string(),
  url: z.string(),
  size: z.number().int(),
  contentType: z.string(),
  /** Rows below the heading. */
  rowCount: z.number().int(),
  columns: z.array(z.string()),
  /** The first five rows at most. */
  preview: z.array(z.array(z.string())),
  /** The encoding of the file; null for a workbook. */
  encoding: z.enum(tableEncodings).nullable(),
  delimiter: z.enum(tableDelimiters).nullable(),
  /** The row with the column names; titles above it are skipped. */
  headingRow: z.number().int(),
  /** The mapping that the same columns had last time, or the one that their names suggest. */
  mapping: Mapping,
  remembered: z.boolean(),
  /** The fields that can be imported, named in the caller's language. */
  fields: z.array(
    z.object({
      field: z.string(),
      label: z.string(),
      required: z.boolean(),
      /** Any of these fields can take the place of the required one. */
      instead: z.array(z.string()),
      /** May be filled from several columns. */
      many: z.boolean(),
    }),
  ),
});
export type ReadTable = z.infer<typeof ReadTable>;

/** `waiting` and `running` continue by themselves; `undoing` removes what was imported. */
export const importStates = ["waiting", "running", "done", "failed", "undoing", "undone"] as const;
export type ImportState = (typeof importStates)[number];

/**
 * The owner of leads whose row names nobody: the people of `sales` in rotation, the person chosen by the lead rules, or
 * nobody.
 */
const leadHolders = ["sales", "rules", "nobody"] as const;

const areaCode = areaCodeField("LEAD_BAD_AREA_CODE");

const leadOptions = {
  /** Skips rows of leads that already exist; otherwise such rows are errors, or are updated with `updateExisting`. */
  skipDuplicates: z.boolean().default(false),
  updateExisting: z.boolean().default(false),
  /** An update replaces the lead's values; otherwise it only fills empty fields. Tags and notes are added either way. */
  overwrite: z.boolean().default(false),
  /** One person, or several in rotation. */
  sales: z.union([AccountId, z.array(AccountId).max(50)]).optional(),
  /** Left out: `sales` if any are given, otherwise the lead rules. */
  assignBy: z.enum(leadHolders).optional(),
  /** For new leads whose row names none. */
  channel: RecordId.nullable().default(null),
  secondaryChannel: RecordId.nullable().default(null),
  /** Given to every row. */
  tag: z.array(RecordId).max(10).default([]),
  /** Creates missing tags, results, statuses and channels, as far as the caller's permissions and the list limits allow. */
  createMissing: z.boolean().default(false),
  /** For numbers without one; empty means that of the branch's country. */
  areaCode: areaCode.default(""),
  /** Whether 3/1/2025 is the 3rd of January. Left out: as is usual in the branch's country. */
  dayFirst: z.boolean().optional(),
};
export const LeadImportOptions = z.object(leadOptions);
export type LeadImportOptions = z.infer<typeof LeadImportOptions>;

const ImportTask = z.object({
  taskID: RecordId,
  kind: z.enum(importKinds),
  fileName: z.string(),
  state: z.enum(importStates),
  /** Nothing was saved. */
  dryRun: z.boolean(),
  total: z.number().int(),
  processed: z.number().int(),
  createdCount: z.number().int(),
  updatedCount: z.number().int(),
  skippedCount: z.number().int(),
  validCount: z.number().int(),
  invalidCount: z.number().int(),
  messageList: z.array(z.string()),
  /** The first 200; the error file has all of them. `row` is the row's number in the file, `name` the error's. */
  errors: z.array(
    z.object({
      row: z.number().int(),
      field: z.string(),
      column: z.string(),
      value: z.string(),
      name: z.string(),
      message: z.string(),
    }),
  ),
  canUndo: z.boolean(),
  undoneCount: z.number().int(),
  /** What an undo did not remove, and why: it was changed or used since. The first 200. */
  kept: z.array(z.object({ row: z.number().int(), name: z.string(), reason: z.string() })),
  /** Values that were saved differently from the file, or not at all: the first 200. */
  remarkCount: z.number().int(),
  remarks: z.array(
    z.object({ row: z.number().int(), field: z.string(), column: z.string(), value: z.string(), message: z.string() }),
  ),
  /** The options of the request, so that the import itself can follow a dry run. */
  order: z.object({
    fileID: FileId,
    branchID: BranchId,
    mapping: Mapping,
    encoding: z.enum(tableEncodings).nullable(),
    delimiter: z.enum(tableDelimiters).nullable(),
    headingRow: z.number().int().nullable(),
    fixes: z.array(Fix),
    /** For an import of leads; null for any other. */
    lead: LeadImportOptions.nullable(),
    roleIds: z.array(RoleId),
    skipDuplicates: z.boolean(),
    updateExisting: z.boolean(),
    invite: z.boolean(),
  }),
  creator: z.string(),
  createTime: z.string(),
  finishTime: z.string().nullable(),
  /** The fixed initial password of the staff that it created, for a day; null if there is none to hand out. */
  initialPassword: z.string().nullable(),
  /** Its creator can download the random initial passwords of the staff that it created. */
  hasPasswords: z.boolean(),
});
export type ImportTask = z.infer<typeof ImportTask>;

const ImportedRow = z.object({
  row: z.number().int(),
  outcome: z.enum(["created", "updated", "skipped", "invalid"]),
  name: z.string(),
  /** The values by field, as they were understood. */
  cells: z.record(z.string(), z.string()),
  /** The existing record, if the reader can see it. */
  match: z.string(),
  errors: z.array(z.object({ field: z.string(), column: z.string(), name: z.string(), message: z.string() })),
  remarks: z.array(z.object({ field: z.string(), column: z.string(), message: z.string() })),
});
export type ImportedRow = z.infer<typeof ImportedRow>;

const TableDialect = {
  encoding: z.enum(tableEncodings).optional(),
  delimiter: z.enum(tableDelimiters).optional(),
  headingRow: z.number().int().min(1).max(1000).optional(),
};

const ownTask = {
  /** Reports what would happen and saves nothing. */
  dryRun: z.boolean().default(false),
  /** Makes the call safe to repeat: the same id is the same import. */
  taskID: RecordId.optional(),
};

const StaffImport = z.object({
  fileID: FileId,
  mapping: Mapping,
  branchID: BranchId,
  /** The roles of people whose row names none. */
  roleIds: z.array(RoleId).max(20).default([]),
  /** Skips rows of people who already exist; otherwise such rows are errors, or are updated with `updateExisting`. */
  skipDuplicates: z.boolean().default(false),
  updateExisting: z.boolean().default(false),
  /** Sends new people a mail that explains how to sign in. */
  invite: z.boolean().default(false),
  fixes: z.array(Fix).max(1000).default([]),
  ...ownTask,
  ...TableDialect,
});
export type StaffImport = z.infer<typeof StaffImport>;

const LeadImport = z.object({
  fileID: FileId,
  mapping: Mapping,
  branchID: BranchId,
  ...leadOptions,
  fixes: z.array(Fix).max(1000).default([]),
  ...ownTask,
  ...TableDialect,
});
export type LeadImport = z.infer<typeof LeadImport>;

const ProductImport = z.object({
  fileID: FileId,
  mapping: Mapping,
  /** Skips rows of products that already exist; otherwise such rows are errors, or are updated with `updateExisting`. */
  skipDuplicates: z.boolean().default(false),
  updateExisting: z.boolean().default(false),
  fixes: z.array(Fix).max(1000).default([]),
  ...ownTask,
  ...TableDialect,
});
export type ProductImport = z.infer<typeof ProductImport>;

const Cell = z.union([z.string().max(2000), z.number(), z.boolean(), z.null(), z.array(z.string().max(100)).max(20)]);
const LeadCells = z.union([Cell, z.record(z.string().max(20), Cell)]).optional();

/** A lead with the fields of its form. Rows are validated one by one: a wrong row does not reject the others. */
const LeadRow = z.object(
  Object.fromEntries(Object.keys(AddLeadForm.shape).map((field) => [field, LeadCells])) as Record<
    keyof AddLeadForm,
    typeof LeadCells
  >,
);

const LeadRowsImport = z.object({
  leads: z.array(LeadRow).min(1, "IMPORT_FILE_EMPTY").max(rowsAtOnce),
  branchID: BranchId.optional(),
  ...leadOptions,
  ...ownTask,
});
export type LeadRowsImport = z.infer<typeof LeadRowsImport>;

const anyImport = ["hr:staff:import", "sys:user:import", "crm:lead:import", "sale:product:import"] as const;
const staffImport = ["hr:staff:import", "sys:user:import"] as const;
const tableErrors = [
  "IMPORT_FILE_EMPTY",
  "IMPORT_FILE_TOO_MANY_ROWS",
  "IMPORT_QUOTE_NOT_CLOSED",
  "WRONG_FILE_FORMAT",
  "FILE_TOO_LARGE",
] as const;

const TemplateRequest = z.object({ format: z.enum(["csv", "xlsx"]).default("csv") });

export const imports = {
  uploadStaff: endpoint("POST /api_users/Member/UploadStaffcsvFile", {
    summary: "Stores a table of staff and shows its first rows.",
    access: staffImport,
    body: "file",
    request: z.object(TableDialect),
    response: ReadTable,
    file: tableFile,
    errors: tableErrors,
  }),
  readAgain: endpoint("POST /api_users/Member/ReadImportFile", {
    summary: "Shows the first rows of a stored table, read in another encoding or with another delimiter.",
    access: anyImport,
    request: z.object({ fileID: FileId, kind: z.enum(importKinds), ...TableDialect }),
    response: ReadTable,
    errors: tableErrors,
  }),
  importStaff: endpoint("POST /api_users/Member/ImportCSVStaffInfo", {
    summary: "Imports staff from a stored table, or simulates the import. More than 1,000 rows run in the background.",
    access: staffImport,
    request: StaffImport,
    response: ImportTask,
    errors: [...tableErrors, "IMPORT_COLUMN_MISSING", "IMPORT_COLUMN_TWICE"],
  }),
  importPlain: endpoint("POST /api_users/Member/import", {
    summary: "Imports staff from a table with the columns of the template.",
    access: staffImport,
    body: "file",
    request: z.object({ deptId: z.union([z.literal(""), RecordId]).optional() }),
    response: ImportTask,
    file: tableFile,
    errors: [...tableErrors, "IMPORT_COLUMN_MISSING"],
  }),
  task: endpoint("GET /api_users/Member/ImportTask", {
    summary: "The progress and the result of an import of the caller.",
    access: anyImport,
    request: z.object({ taskID: RecordId }),
    response: ImportTask,
  }),
  list: endpoint("GET /api_users/Member/ImportList", {
    summary: "The caller's imports of the last 30 days, newest first, at most 20.",
    access: anyImport,
    request: z.object({ kind: z.enum(importKinds) }),
    response: z.array(ImportTask),
  }),
  undo: endpoint("POST /api_users/Member/UndoImport", {
    summary: "Undoes an import: removes what it created and restores what it changed, unless changed or used since.",
    access: anyImport,
    request: z.object({ taskID: RecordId }),
    response: ImportTask,
    errors: ["IMPORT_NOT_UNDOABLE"],
  }),
  errorFile: endpoint("GET /api_users/Member/ImportErrorFile", {
    summary: "The refused rows of an import, as they came, each with its reason.",
    access: anyImport,
    request: z.object({ taskID: RecordId }),
    response: z.null(),
    answer: "binary",
  }),
  passwords: endpoint("POST /api_users/Member/ImportPasswords", {
    summary:
      "The random initial passwords of the staff created by an import of the caller in the last 72 hours, as a CSV. They work for 72 hours from the first download; a repeated download returns the same ones. At most 2,000 people, the first ones.",
    access: staffImport,
    request: z.object({ taskID: RecordId }),
    response: z.null(),
    answer: "binary",
  }),
  rows: endpoint("GET /api_users/Member/ImportRows", {
    summary:
      "The result, or the expected result, for each row of an import. A simulation stores the first 1,000 rows and all refused ones.",
    access: anyImport,
    request: PageRequest.extend({
      taskID: RecordId,
      outcome: z.enum(["created", "updated", "skipped", "invalid"]).optional(),
      /** Only rows with a remark. */
      remarked: z.boolean().optional(),
    }),
    response: pageOf(ImportedRow),
  }),
  uploadLeads: endpoint("POST /api_users/Member/UploadLeadsFile", {
    summary: "Stores a table of leads and shows its first rows.",
    access: "crm:lead:import",
    body: "file",
    request: z.object(TableDialect),
    response: ReadTable,
    file: tableFile,
    errors: tableErrors,
  }),
  importLeads: endpoint("POST /api_users/Member/ImportCSVLeadInfo", {
    summary: "Imports leads from a stored table, or simulates the import. More than 1,000 rows run in the background.",
    access: "crm:lead:import",
    request: LeadImport,
    response: ImportTask,
    errors: [...tableErrors, "IMPORT_COLUMN_MISSING", "IMPORT_COLUMN_TWICE", "LEAD_BAD_AREA_CODE"],
  }),
  importLeadRows: endpoint("POST /api_users/Member/ImportLeadInfo", {
    summary: "Imports leads as forms, at most 1,000; the first is row 1. Invalid ones are reported, the others saved.",
    access: "crm:lead:import",
    request: LeadRowsImport,
    response: ImportTask,
    errors: ["IMPORT_FILE_EMPTY", "LEAD_BAD_AREA_CODE"],
  }),
  leadTemplate: endpoint("GET /api_users/Member/LeadTemplete", {
    summary: "The columns of leads with a sample row: a CSV, or a workbook that also explains each column.",
    access: "crm:lead:import",
    request: TemplateRequest,
    response: z.null(),
    answer: "binary",
  }),
  uploadProducts: endpoint("POST /api_basic/Product/UploadProductFile", {
    summary: "Stores a table of products and shows its first rows.",
    access: "sale:product:import",
    body: "file",
    request: z.object(TableDialect),
    response: ReadTable,
    file: tableFile,
    errors: tableErrors,
  }),
  importProducts: endpoint("POST /api_basic/Product/Import", {
    summary:
      "Imports products from a stored table, or simulates the import. New ones have no picture and are inactive until somebody adds one. Missing types are created if the caller has permission.",
    access: "sale:product:import",
    request: ProductImport,
    response: ImportTask,
    errors: [...tableErrors, "IMPORT_COLUMN_MISSING", "IMPORT_COLUMN_TWICE"],
  }),
  productTemplate: endpoint("GET /api_basic/Product/ImportTemplate", {
    summary: "The columns of products with a sample row: a CSV, or a workbook that also explains each column.",
    access: "sale:product:import",
    request: TemplateRequest,
    response: z.null(),
    answer: "binary",
  }),
  staffTemplate: endpoint("GET /api_users/Member/StaffTemplete", {
    summary: "The columns of staff with a sample row: a CSV, or a workbook that also explains each column.",
    access: staffImport,
    request: TemplateRequest,
    response: z.null(),
    answer: "binary",
  }),
};
