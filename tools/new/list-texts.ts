import type { Language } from "@homeroom/contract/language";
import { capital, type Names } from "./names.ts";

/** The texts of a new list's screen in one language; texts that all lists share are in `ui.json`. */
export function listTexts({ texts, forms }: Names, language: Language): Record<string, string> {
  const one = texts.one[language];
  if (language === "zh-tw")
    return {
      ...{ title: one, count: `共 {{count}} 個${one}`, search: `搜尋${one}`, add: `新增${one}` },
      ...{ name: "名稱", note: "備註", status: "狀態" },
      ...{ none: `沒有${one}`, noneDetail: "新增後會顯示在這裡。" },
    };
  if (language === "zh-cn")
    return {
      ...{ title: one, count: `共 {{count}} 个${one}`, search: `搜索${one}`, add: `新增${one}` },
      ...{ name: "名称", note: "备注", status: "状态" },
      ...{ none: `没有${one}`, noneDetail: "新增后会显示在这里。" },
    };
  const many = forms["many words"];
  return {
    ...{ title: capital(many), count_one: `{{count}} ${one}`, count_other: `{{count}} ${many}` },
    ...{ search: `Search ${many}`, add: `Add ${one}`, name: "Name", note: "Note", status: "Status" },
    ...{ none: `No ${many} yet`, noneDetail: "What you add appears here." },
  };
}
