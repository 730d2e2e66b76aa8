import { BlockList, isIP } from "node:net";
import { auditSentence } from "@homeroom/contract/audit-texts";
import type { Language, Texts } from "@homeroom/contract/language";
import type { LogRow, VisitStat } from "@homeroom/contract/log";
import { deviceOf } from "#platform/http/device";
import type { Entry, Visits, visitTotals } from "./queries/entries.ts";
import { growthOf } from "./rules/visit-days.ts";

/** An entry as readers get it. `pictures`: the addresses of operators' pictures by account. */
export function presentEntry(entry: Entry, language: Language, pictures: ReadonlyMap<string, string>): LogRow {
  const subject = { type: entry.subject_type, id: entry.subject_id, name: entry.subject_name };
  const { module, action } = entry;
  return {
    id: entry.audit_id,
    module,
    action,
    subject,
    content: auditSentence({ module, action, subject }, language),
    requestUri: entry.path,
    method: entry.method,
    ip: entry.address,
    region: isInternal(entry.address) ? internalNetwork[language] : "",
    ...deviceOf(entry.user_agent),
    executionTime: entry.elapsed_ms,
    operator: entry.operator,
    operatorID: entry.account_id,
    avatar: (entry.account_id && pictures.get(entry.account_id)) ?? null,
    createTime: entry.created_at.toISOString(),
    before: entry.before,
    after: entry.after,
  };
}

const titles: Record<VisitStat["type"], Record<Language, string>> = {
  pv: { "zh-tw": "操作次數", "zh-cn": "操作次数", en: "Actions" },
  uv: { "zh-tw": "使用人數", "zh-cn": "使用人数", en: "People" },
  ip: { "zh-tw": "來源位址", "zh-cn": "来源地址", en: "Addresses" },
};

export function presentStats(totals: Awaited<ReturnType<typeof visitTotals>>, language: Language): VisitStat[] {
  return (["pv", "uv", "ip"] as const).map((type) => ({
    type,
    title: titles[type][language],
    todayCount: totals.today[type],
    totalCount: totals.all[type],
    growthRate: growthOf(totals.today[type], totals.yesterday[type]),
  }));
}

export function presentTrend(days: readonly string[], found: ReadonlyMap<string, Visits>) {
  const list = (figure: keyof Visits) => days.map((day) => found.get(day)?.[figure] ?? 0);
  return { dates: [...days], pvList: list("pv"), uvList: list("uv"), ipList: list("ip") };
}

const internal = new BlockList();
for (const [network, prefix] of [
  ["10.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["100.64.0.0", 10],
] as const) {
  internal.addSubnet(network, prefix, "ipv4");
}
internal.addAddress("::1", "ipv6");
internal.addSubnet("fc00::", 7, "ipv6");
internal.addSubnet("fe80::", 10, "ipv6");

const internalNetwork: Texts = { "zh-tw": "內網", "zh-cn": "内网", en: "Internal" };

/** Whether an address belongs to an internal network. */
export function isInternal(address: string): boolean {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "");
  const family = isIP(plain);
  return family !== 0 && internal.check(plain, family === 4 ? "ipv4" : "ipv6");
}
