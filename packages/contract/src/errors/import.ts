import { errorGroup } from "./error-group.ts";

export const importErrors = errorGroup("import", {
  IMPORT_FILE_EMPTY: {
    code: 100441,
    status: 422,
    texts: { "zh-tw": "檔案沒有資料", "zh-cn": "文件没有数据", en: "The file is empty" },
  },
  IMPORT_FILE_TOO_MANY_ROWS: {
    code: 100441,
    status: 422,
    texts: {
      "zh-tw": "檔案超過 100,000 行",
      "zh-cn": "文件超过 100,000 行",
      en: "The file has more than 100,000 rows",
    },
  },
  IMPORT_QUOTE_NOT_CLOSED: {
    code: 100448,
    status: 422,
    texts: {
      "zh-tw": "第 {line} 行的引號沒有成對，請補上或刪除後再上傳",
      "zh-cn": "第 {line} 行的引号没有成对，请补上或删除后再上传",
      en: "A quotation mark in line {line} is never closed; close or remove it and upload the file again",
    },
  },
  IMPORT_COLUMN_MISSING: {
    code: 100443,
    status: 422,
    texts: {
      "zh-tw": "請指定「{field}」對應的欄位",
      "zh-cn": "请指定“{field}”对应的列",
      en: "Please choose the column for “{field}”",
    },
  },
  IMPORT_COLUMN_TWICE: {
    code: 100444,
    status: 422,
    texts: {
      "zh-tw": "「{field}」只能對應一個欄位",
      "zh-cn": "“{field}”只能对应一列",
      en: "Only one column can be matched to “{field}”",
    },
  },
  IMPORT_NOT_UNDOABLE: {
    code: 100445,
    status: 409,
    texts: {
      "zh-tw": "這次匯入已無法復原",
      "zh-cn": "本次导入已无法撤销",
      en: "This import can no longer be undone",
    },
  },
  IMPORT_ROW_REPEATED: {
    code: 100446,
    status: 422,
    texts: {
      "zh-tw": "與檔案中前面的資料重複",
      "zh-cn": "与文件中前面的数据重复",
      en: "An earlier row in the file has the same value",
    },
  },
  IMPORT_CHOICE_UNKNOWN: {
    code: 100447,
    status: 422,
    texts: {
      "zh-tw": "沒有「{value}」這個選項",
      "zh-cn": "没有“{value}”这个选项",
      en: "“{value}” is not one of the options",
    },
  },
});
