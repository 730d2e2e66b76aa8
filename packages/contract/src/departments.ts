import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { RecordId } from "./ids.ts";
import { editedFields } from "./some-fields.ts";

/** The parent of a department at the top. */
export const topDepartment = "0";
/** The greatest depth of nested departments. */
export const deepestDepartment = 10;

/** The number 0 also means the top. */
const Parent = z.preprocess(
  (value) => (value === 0 ? topDepartment : value),
  z.union([z.literal(topDepartment), RecordId]),
);
const Status = z.number().int().min(0).max(1);

const fields = {
  name: z.string().trim().min(1, "DEPT_NAME_REQUIRED").max(64),
  code: z.string().trim().min(1, "DEPT_CODE_REQUIRED").max(32),
  parentId: Parent.default(topDepartment),
  sort: z.number().int().min(0).max(9999).default(0),
  status: Status.default(1),
};

export const AddDepartmentForm = z.object(fields);
export type AddDepartmentForm = z.infer<typeof AddDepartmentForm>;
/** Fields that are left out stay as they are. */
export const EditDepartmentForm = z.object({
  id: RecordId,
  version: z.number().int().optional(),
  ...editedFields(fields),
});
export type EditDepartmentForm = z.infer<typeof EditDepartmentForm>;

export interface DepartmentNode {
  id: RecordId;
  parentId: string;
  name: string;
  code: string;
  sort: number;
  status: number;
  /** People in this department, without the departments below it. */
  staffCount: number;
  createTime: string;
  updateTime: string;
  children?: DepartmentNode[];
}

const DepartmentNode: z.ZodType<DepartmentNode> = z.lazy(() =>
  z.object({
    id: RecordId,
    parentId: z.string(),
    name: z.string(),
    code: z.string(),
    sort: z.number().int(),
    status: z.number().int(),
    staffCount: z.number().int(),
    createTime: z.string(),
    updateTime: z.string(),
    children: z.array(DepartmentNode).optional(),
  }),
);

export interface DepartmentOption {
  value: string;
  label: string;
  children?: DepartmentOption[];
}

const DepartmentOption: z.ZodType<DepartmentOption> = z.lazy(() =>
  z.object({ value: z.string(), label: z.string(), children: z.array(DepartmentOption).optional() }),
);

const refusals = ["DEPT_NAME_REQUIRED", "DEPT_CODE_REQUIRED", "DEPT_CODE_EXISTS", "DEPT_TOO_DEEP"] as const;

export const departments = {
  tree: endpoint("GET /api_basic/Dept", {
    summary: "The departments as a tree. Search results are shown below their parents.",
    access: "sys:dept:query",
    request: z.object({ keywords: z.string().trim().max(64).optional(), status: Status.optional() }),
    response: z.array(DepartmentNode),
  }),
  options: endpoint("GET /api_basic/Dept/options", {
    summary: "The departments to which people can be assigned, as a tree.",
    access: "session",
    request: z.object({}),
    response: z.array(DepartmentOption),
  }),
  form: endpoint("GET /api_basic/Dept/{id}/form", {
    summary: "A department's fields.",
    access: "sys:dept:query",
    request: z.object({ id: RecordId }),
    response: z.object({
      id: RecordId,
      version: z.number().int(),
      name: z.string(),
      code: z.string(),
      parentId: Parent,
      sort: z.number().int(),
      status: z.number().int(),
    }),
  }),
  add: endpoint("POST /api_basic/Dept", {
    summary: "Adds a department.",
    access: "sys:dept:add",
    request: AddDepartmentForm,
    response: z.object({ recordID: RecordId }),
    errors: refusals,
  }),
  edit: endpoint("PUT /api_basic/Dept/{id}", {
    summary: "Saves a department; it can move, but not into itself.",
    access: "sys:dept:edit",
    request: EditDepartmentForm,
    response: z.null(),
    errors: [...refusals, "DEPT_PARENT_INSIDE", "STALE_DATA"],
  }),
  remove: endpoint("DELETE /api_basic/Dept/{ids}", {
    summary: "Deletes departments and everything below them. Their people stay, without a department.",
    access: "sys:dept:delete",
    request: z.object({ ids: z.array(RecordId).min(1).max(100) }),
    response: z.object({ departments: z.number().int(), people: z.number().int() }),
  }),
};
