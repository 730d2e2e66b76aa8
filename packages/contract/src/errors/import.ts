import { errorGroup } from "./error-group.ts";

export const importErrors = errorGroup("import", {
  IMPORT_FILE_EMPTY: {
    code: 100441,
    status: 422,
    texts: { "zh-tw": "檔案沒有資料", "zh-cn": "文件没有数据", en: "The file is empty" },
  },
  IMPORT_FILE_TOO_MANY_ROWS: {
    code: 100442,
    status: 422,
    texts: {
      "zh-tw": "檔案超過 100,000 行",
      "zh-cn": "文件超过 100,000 行",
      en: "The file has more than 100,000 rows",
    },
  },
});
