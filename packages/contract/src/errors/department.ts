import { errorGroup } from "./error-group.ts";

export const departmentErrors = errorGroup("department", {
  DEPT_NAME_REQUIRED: {
    code: 100001,
    status: 422,
    texts: { "zh-tw": "請輸入部門名稱", "zh-cn": "请输入部门名称", en: "Please enter the department's name" },
  },
  DEPT_CODE_REQUIRED: {
    code: 100002,
    status: 422,
    texts: { "zh-tw": "請輸入部門代碼", "zh-cn": "请输入部门代码", en: "Please enter the department's code" },
  },
  DEPT_CODE_EXISTS: {
    code: 100003,
    status: 409,
    texts: { "zh-tw": "部門代碼已存在", "zh-cn": "部门代码已存在", en: "The department code already exists" },
  },
  DEPT_PARENT_INSIDE: {
    code: 100004,
    status: 409,
    texts: {
      "zh-tw": "不可移到自己或自己的下級部門",
      "zh-cn": "不能移到自己或自己的下级部门",
      en: "A department cannot move into itself or below itself",
    },
  },
  DEPT_TOO_DEEP: {
    code: 100005,
    status: 409,
    texts: { "zh-tw": "部門最多 {n} 層", "zh-cn": "部门最多 {n} 层", en: "Departments can be {n} levels deep at most" },
  },
});
