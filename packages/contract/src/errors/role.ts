import { errorGroup } from "./error-group.ts";

export const roleErrors = errorGroup("role", {
  ROLE_NAME_REQUIRED: {
    code: 100001,
    status: 422,
    texts: { "zh-tw": "請輸入角色名稱", "zh-cn": "请输入角色名称", en: "Please enter the role name" },
  },
  ROLE_NAME_EXISTS: {
    code: 100002,
    status: 409,
    texts: { "zh-tw": "角色名稱已存在", "zh-cn": "角色名称已存在", en: "The role name already exists" },
  },
  ROLE_DEFAULT_PROTECTED: {
    code: 100363,
    status: 409,
    texts: { "zh-tw": "預設角色不可刪除", "zh-cn": "默认角色不能删除", en: "A default role cannot be deleted" },
  },
  ROLE_HAS_ACCOUNTS: {
    code: 100364,
    status: 409,
    level: "warning",
    texts: {
      "zh-tw": "有 {n} 個帳號使用此角色，刪除後將被收回",
      "zh-cn": "有 {n} 个账号使用该角色，删除后将被收回",
      en: "{n} accounts hold this role and will lose it",
    },
  },
  ROLE_BEYOND_OWN_RIGHTS: {
    code: 100366,
    status: 403,
    texts: {
      "zh-tw": "不可賦予或變更您自己沒有的權限",
      "zh-cn": "不能授予或更改您自己没有的权限",
      en: "You cannot give or change permissions that you do not have yourself",
    },
  },
  ROLE_LOCKS_YOU_OUT: {
    code: 100367,
    status: 409,
    texts: {
      "zh-tw": "這樣做會讓您自己無法再管理角色，請由其他管理員處理",
      "zh-cn": "这样做会让您自己无法再管理角色，请由其他管理员处理",
      en: "You would no longer be able to manage roles yourself; ask another administrator",
    },
  },
});
