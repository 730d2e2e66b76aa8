import { imports } from "@homeroom/contract/imports";
import { leadTable } from "./lead-table.ts";
import { named, organizationOnly, rowless, type Samples } from "./sample.ts";
import { staffTable } from "./staff-table.ts";

const mapping = { 暱稱: "nickname", 電郵: "email" };

const productMapping = { 暱稱: "name", 電郵: "type", 價格: "price" };

/** An import belongs to its author, and to people in charge of the whole organisation. */
const people = ["organization", "own"] as const;

export const importSamples: Samples["imports"] = {
  uploadStaff: rowless(imports.uploadStaff, {}, { file: staffTable }),
  readAgain: named(imports.readAgain, ({ importFileId }) => ({ fileID: importFileId, kind: "staff" as const }), {
    walls: organizationOnly,
  }),
  importStaff: named(
    imports.importStaff,
    ({ importFileId, branchId }) => ({ fileID: importFileId, branchID: branchId, mapping, dryRun: true }),
    {
      walls: organizationOnly,
      mixed: (mine, theirs) => [
        { fileID: mine.importFileId, branchID: theirs.branchId, mapping },
        { fileID: theirs.importFileId, branchID: mine.branchId, mapping },
        { fileID: mine.importFileId, branchID: mine.branchId, mapping, taskID: theirs.importId },
      ],
    },
  ),
  importPlain: rowless(imports.importPlain, {}, { file: staffTable }),
  task: named(imports.task, ({ importId }) => ({ taskID: importId }), {
    walls: people,
    shows: ({ importId }) => importId,
  }),
  list: rowless(imports.list, { kind: "staff" as const }),
  undo: named(imports.undo, ({ importId }) => ({ taskID: importId }), { walls: people }),
  errorFile: named(imports.errorFile, ({ importId }) => ({ taskID: importId }), { walls: people }),
  // Given only to the person who imported: accounts/staff-import.test.ts.
  passwords: named(imports.passwords, ({ importId }) => ({ taskID: importId }), { walls: [] }),
  staffTemplate: rowless(imports.staffTemplate, {}),
  rows: named(imports.rows, ({ importId }) => ({ taskID: importId }), { walls: people }),
  uploadLeads: rowless(imports.uploadLeads, {}, { file: leadTable }),
  importLeads: named(
    imports.importLeads,
    ({ importFileId, branchId }) => ({
      fileID: importFileId,
      branchID: branchId,
      mapping: { 暱稱: "nickname", 電郵: "email" },
      dryRun: true,
    }),
    {
      walls: organizationOnly,
      mixed(mine, theirs, wall) {
        const form = { fileID: mine.importFileId, branchID: mine.branchId, mapping };
        const branch = [
          { ...form, branchID: theirs.branchId },
          { ...form, fileID: theirs.importFileId },
          { ...form, taskID: theirs.importId },
        ];
        if (wall !== "organization") return branch;
        return [
          ...branch,
          { ...form, sales: theirs.salesId },
          { ...form, channel: theirs.leadChannelId },
          { ...form, tag: [theirs.listItemId] },
        ];
      },
    },
  ),
  importLeadRows: rowless(imports.importLeadRows, { leads: [{ nickname: "列", areaCode: "+852", phone: "61299001" }] }),
  uploadProducts: rowless(imports.uploadProducts, {}, { file: staffTable }),
  importProducts: named(
    imports.importProducts,
    ({ importFileId }) => ({ fileID: importFileId, mapping: productMapping, dryRun: true }),
    {
      walls: organizationOnly,
      mixed: (mine, theirs) => [
        { fileID: theirs.importFileId, mapping: productMapping },
        { fileID: mine.importFileId, mapping: productMapping, taskID: theirs.importId },
      ],
    },
  ),
  productTemplate: rowless(imports.productTemplate, {}),
  leadTemplate: rowless(imports.leadTemplate, {}),
};
