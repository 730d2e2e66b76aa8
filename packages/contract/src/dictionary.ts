import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { RecordId } from "./ids.ts";
import { Option, PageRequest, pageOf } from "./paging.ts";
import { editedFields } from "./some-fields.ts";

const Status = z.number().int().min(0).max(1);
const label = z.string().trim().max(64);
/** The name in each language; a missing or empty one falls back to the plain name. */
const Titles = z.object({ "zh-tw": label.default(""), "zh-cn": label.default(""), en: label.default("") });

const DictItem = z.object({
  id: RecordId.optional(),
  name: label.min(1, "DICT_NAME_REQUIRED"),
  titles: Titles.nullable().default(null),
  value: z.string().trim().min(1, "DICT_VALUE_REQUIRED").max(64),
  sort: z.number().int().min(0).max(9999).default(0),
  status: Status.default(1),
});
export type DictItem = z.infer<typeof DictItem>;

const fields = {
  name: label.min(1, "DICT_NAME_REQUIRED"),
  titles: Titles.nullable().default(null),
  code: z
    .string()
    .trim()
    .min(1, { error: "DICT_CODE_REQUIRED", abort: true })
    .max(64)
    .regex(/^[a-z][a-z0-9_]*$/i, "DICT_CODE_WRONG"),
  status: Status.default(1),
  remark: z.string().trim().max(255).default(""),
  dictItems: z.array(DictItem).max(500).default([]),
};

export const AddDictForm = z.object(fields);
export type AddDictForm = z.infer<typeof AddDictForm>;
/** Fields that are left out stay as they are. */
export const EditDictForm = z.object({ id: RecordId, version: z.number().int().optional(), ...editedFields(fields) });
export type EditDictForm = z.infer<typeof EditDictForm>;

const KeptTitles = z.object({ "zh-tw": z.string(), "zh-cn": z.string(), en: z.string() }).nullable();
const KeptItem = z.object({
  id: RecordId,
  name: z.string(),
  titles: KeptTitles,
  value: z.string(),
  sort: z.number().int(),
  status: z.number().int(),
  /** The product's own records use its value: it cannot be deleted, but it can be reworded or disabled. */
  isFixed: z.boolean(),
});

const DictRow = z.object({
  id: RecordId,
  name: z.string(),
  titles: KeptTitles,
  code: z.string(),
  status: z.number().int(),
  remark: z.string(),
  /** Built into the product: it can be reworded and extended, but its code cannot change and it cannot be deleted. */
  isBuiltIn: z.boolean(),
  updateTime: z.string(),
  dictItems: z.array(KeptItem),
});
export type DictRow = z.infer<typeof DictRow>;

const refusals = [
  "DICT_NAME_REQUIRED",
  "DICT_CODE_REQUIRED",
  "DICT_CODE_WRONG",
  "DICT_CODE_EXISTS",
  "DICT_VALUE_REQUIRED",
  "DICT_VALUE_EXISTS",
] as const;

export const dictionary = {
  page: endpoint("GET /api_basic/Dict/page", {
    summary: "The dictionaries with their items, by code.",
    access: "sys:dict:query",
    request: PageRequest.extend({ keywords: z.string().trim().max(64).optional() }),
    response: pageOf(DictRow),
  }),
  form: endpoint("GET /api_basic/Dict/{id}/form", {
    summary: "A dictionary's fields and items.",
    access: "sys:dict:query",
    request: z.object({ id: RecordId }),
    response: DictRow.omit({ updateTime: true }).extend({ version: z.number().int() }),
  }),
  options: endpoint("GET /api_basic/Dict/{code}/options", {
    summary: "The choices of a dictionary in the language of the request; none if there is no such dictionary.",
    access: "session",
    request: z.object({ code: z.string().trim().max(64) }),
    response: z.array(Option),
  }),
  add: endpoint("POST /api_basic/Dict", {
    summary: "Adds a dictionary for all organisations.",
    access: "sys:dict:add",
    request: AddDictForm,
    response: z.object({ recordID: RecordId }),
    errors: refusals,
  }),
  edit: endpoint("PUT /api_basic/Dict/{id}", {
    summary:
      "Saves a dictionary. Existing items that are missing from the sent items are deleted; without items all of them stay.",
    access: "sys:dict:edit",
    request: EditDictForm,
    response: z.null(),
    errors: [...refusals, "DICT_BUILT_IN", "STALE_DATA"],
  }),
  remove: endpoint("DELETE /api_basic/Dict/{ids}", {
    summary: "Deletes dictionaries with their items.",
    access: "sys:dict:delete",
    request: z.object({ ids: z.array(RecordId).min(1).max(100) }),
    response: z.null(),
    errors: ["DICT_BUILT_IN"],
  }),
};
