import { errorGroup } from "./error-group.ts";

export const dictionaryErrors = errorGroup("dictionary", {
  DICT_NAME_REQUIRED: {
    code: 100001,
    status: 422,
    texts: { "zh-tw": "請輸入名稱", "zh-cn": "请输入名称", en: "Please enter a name" },
  },
  DICT_CODE_REQUIRED: {
    code: 100002,
    status: 422,
    texts: { "zh-tw": "請輸入字典代碼", "zh-cn": "请输入字典代码", en: "Please enter the dictionary's code" },
  },
  DICT_CODE_WRONG: {
    code: 100003,
    status: 422,
    texts: {
      "zh-tw": "只可用英文字母、數字和底線，並以字母開頭",
      "zh-cn": "只能用英文字母、数字和下划线，并以字母开头",
      en: "Letters, digits and underscores only, starting with a letter",
    },
  },
  DICT_CODE_EXISTS: {
    code: 100004,
    status: 409,
    texts: { "zh-tw": "字典代碼已存在", "zh-cn": "字典代码已存在", en: "The dictionary code already exists" },
  },
  DICT_VALUE_REQUIRED: {
    code: 100005,
    status: 422,
    texts: { "zh-tw": "請輸入值", "zh-cn": "请输入值", en: "Please enter a value" },
  },
  DICT_VALUE_EXISTS: {
    code: 100006,
    status: 409,
    texts: { "zh-tw": "值重複", "zh-cn": "值重复", en: "The value appears twice" },
  },
  DICT_BUILT_IN: {
    code: 100007,
    status: 409,
    texts: {
      "zh-tw": "內建字典的代碼和值不可變更或刪除，可改為停用",
      "zh-cn": "内置字典的代码和值不能修改或删除，可改为停用",
      en: "The code and values of a built-in dictionary cannot be changed; disable them instead",
    },
  },
});
