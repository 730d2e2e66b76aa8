import { errorGroup } from "./error-group.ts";

export const menuErrors = errorGroup("menu", {
  MENU_NAME_REQUIRED: {
    code: 100391,
    status: 422,
    texts: { "zh-tw": "請輸入選單名稱", "zh-cn": "请输入菜单名称", en: "Please enter the name of the menu entry" },
  },
  MENU_PARENT_INVALID: {
    code: 100392,
    status: 422,
    texts: {
      "zh-tw": "不可放在這個上層之下",
      "zh-cn": "不能放在这个上级之下",
      en: "The entry cannot be placed below this one",
    },
  },
  MENU_PATH_REQUIRED: {
    code: 100393,
    status: 422,
    texts: { "zh-tw": "請輸入路徑", "zh-cn": "请输入路径", en: "Please enter the path" },
  },
  MENU_PATH_EXISTS: {
    code: 100394,
    status: 409,
    texts: { "zh-tw": "此路徑已被使用", "zh-cn": "该路径已被使用", en: "Another entry has this path" },
  },
  MENU_VIEW_REQUIRED: {
    code: 100395,
    status: 422,
    texts: { "zh-tw": "請輸入畫面名稱", "zh-cn": "请输入页面名称", en: "Please enter the name of the view" },
  },
  MENU_LINK_INVALID: {
    code: 100396,
    status: 422,
    texts: {
      "zh-tw": "連結須以 https:// 或 http:// 開頭",
      "zh-cn": "链接须以 https:// 或 http:// 开头",
      en: "The link must begin with https:// or http://",
    },
  },
  MENU_PERMISSION_INVALID: {
    code: 100397,
    status: 422,
    texts: {
      "zh-tw": "沒有這個權限",
      "zh-cn": "没有这个权限",
      en: "There is no such permission",
    },
  },
  MENU_ROUTE_NAME_EXISTS: {
    code: 100398,
    status: 409,
    texts: { "zh-tw": "路由名稱已被使用", "zh-cn": "路由名称已被使用", en: "Another entry has this route name" },
  },
});
