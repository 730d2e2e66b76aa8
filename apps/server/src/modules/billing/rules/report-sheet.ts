import type { Language, Texts } from "@homeroom/contract/language";
import { fromMinor } from "@homeroom/contract/money";
import type { ServiceReport } from "@homeroom/database/billing-tables";
import type { ReceiptSheet } from "#modules/orders/public";
import type { AdService } from "../writes/ad-service.ts";
import { adTitle } from "./ad-title.ts";

const texts = (tw: string, cn: string, en: string): Texts => ({ "zh-tw": tw, "zh-cn": cn, en });

const words = {
  title: texts("廣告成效報告", "广告成效报告", "Ad report"),
  item: texts("項目", "项目", "Service"),
  time: texts("期間", "期间", "Time"),
  date: texts("報告日期", "报告日期", "Date of report"),
  note: texts("說明", "说明", "Note"),
  figure: texts("成效", "成效", "Figure"),
  value: texts("數量", "数量", "Number"),
  impressions: texts("曝光", "曝光", "Impressions"),
  clicks: texts("點擊", "点击", "Clicks"),
  leads: texts("名單", "线索", "Leads"),
  perLead: texts("每筆名單成本", "每条线索成本", "Cost per lead"),
  budget: texts("預算", "预算", "Budget"),
  spent: texts("已使用", "已使用", "Spent"),
  signature: texts("Homeroom 廣告團隊", "Homeroom 广告团队", "Homeroom ads team"),
};

interface ReportFrame {
  language: Language;
  organization: string;
  /** Days as YYYY-MM-DD; empty if not set. */
  from: string;
  until: string;
  reportedOn: string;
}

/** The results of a service, as the lines of a sheet. */
export function reportSheet(service: AdService & { report: ServiceReport }, frame: ReportFrame): ReceiptSheet {
  const { language } = frame;
  const { report, currency } = service;
  const word = (key: keyof typeof words) => words[key][language];
  const money = (minor: number) => `${currency} ${fromMinor(minor, currency).toLocaleString("en")}`;
  const number = (value: number) => value.toLocaleString("en");
  const perLead = report.leads > 0 ? money(Math.round(report.spentMinor / report.leads)) : "-";
  return {
    organization: frame.organization,
    place: "",
    title: word("title"),
    facts: [
      [word("item"), adTitle(service.type, language)],
      [word("time"), `${frame.from} – ${frame.until}`],
      [word("date"), frame.reportedOn],
      ...(report.note ? ([[word("note"), report.note]] as [string, string][]) : []),
    ],
    headings: [word("figure"), "", "", word("value")],
    lines: [
      [word("impressions"), "", "", number(report.impressions)],
      [word("clicks"), "", "", number(report.clicks)],
      [word("leads"), "", "", number(report.leads)],
      [word("perLead"), "", "", perLead],
    ],
    sums: [[word("budget"), money(service.amount_minor)]],
    total: [word("spent"), money(report.spentMinor)],
    signature: word("signature"),
  };
}
