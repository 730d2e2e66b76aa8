import type { Language } from "@homeroom/contract/language";
import { capital, type Names } from "./names.ts";

type TextTree = { [key: string]: string | TextTree };

/** The texts of a new list's screen in one language, in the order in which its screen has them. */
export function listTexts({ texts, forms }: Names, language: Language): TextTree {
  const one = texts.one[language];
  if (language === "zh-tw")
    return {
      ...{ title: one, count: `共 {{count}} 個${one}`, search: `搜尋${one}`, add: `新增${one}`, export: "匯出" },
      ...{ editTitle: "修改 {{name}}", saved: "已儲存 {{name}}", open: "使用中", closed: "已停用" },
      fields: { name: "名稱", note: "備註", status: "狀態" },
      none: { title: `沒有${one}`, detail: "新增後會顯示在這裡。" },
      remove: { verb: "刪除", title: "刪除 {{name}}？", detail: "刪除後無法復原。", done: "已刪除 {{name}}" },
    };
  if (language === "zh-cn")
    return {
      ...{ title: one, count: `共 {{count}} 个${one}`, search: `搜索${one}`, add: `新增${one}`, export: "导出" },
      ...{ editTitle: "修改 {{name}}", saved: "已保存 {{name}}", open: "使用中", closed: "已停用" },
      fields: { name: "名称", note: "备注", status: "状态" },
      none: { title: `没有${one}`, detail: "新增后会显示在这里。" },
      remove: { verb: "删除", title: "删除 {{name}}？", detail: "删除后无法恢复。", done: "已删除 {{name}}" },
    };
  const many = forms["many words"] ?? "";
  return {
    ...{ title: capital(many), count_one: `{{count}} ${one}`, count_other: `{{count}} ${many}` },
    ...{ search: `Search ${many}`, add: `Add ${one}`, export: "Export" },
    ...{ editTitle: "Change {{name}}", saved: "{{name}} has been saved", open: "In use", closed: "Closed" },
    fields: { name: "Name", note: "Note", status: "Status" },
    none: { title: `No ${many} yet`, detail: "What you add appears here." },
    remove: {
      verb: "Delete",
      title: "Delete {{name}}?",
      detail: "This cannot be undone.",
      done: "{{name}} has been deleted",
    },
  };
}
