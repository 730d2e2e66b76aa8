import { moneyText } from "@homeroom/contract/currencies";
import type { DashboardCard, DashboardFigures } from "@homeroom/contract/dashboard";
import { quickAnswerMinutes } from "@homeroom/contract/dashboard";
import { fillText, type Language, type Texts } from "@homeroom/contract/language";
import type { MailRow } from "#platform/mail/layout";
import type { Mail } from "#platform/mail/mail";

interface Reader {
  email: string;
  language: Language;
  /** The name of their organisation. */
  organization: string;
}

interface Links {
  publicUrl: string | undefined;
  /** The path of the link to unsubscribe. */
  unsubscribe: string;
}

/** The figures of a week beside those of the week before. */
export function weeklyMail(reader: Reader, figures: DashboardFigures, { publicUrl, unsubscribe }: Links): Mail {
  const { email, language, organization } = reader;
  const { start, end } = figures.range;
  const say = (said: Texts) => fillText(said, language, { organization, start, end });
  const link = (label: Texts, path: string) =>
    publicUrl ? { label: say(label), address: new URL(path, publicUrl).href } : undefined;
  const button = link(texts.open, "/dashboard?show=figures&days=7");
  const ending = link(texts.unsubscribe, unsubscribe);
  return {
    to: email,
    language,
    subject: say(texts.subject),
    paragraphs: [say(figures.own ? texts.ofMine : texts.ofAll), say(texts.why)],
    rows: [
      ...figures.cards.map((card) => cardRow(card, language)),
      ...replyRows(figures, language),
      ...rankedRows(texts.ranking, peopleOf(figures, language), language),
      ...rankedRows(texts.channels, channelsOf(figures, language), language),
    ],
    ...(button && { button }),
    ...(ending && { unsubscribe: ending }),
  };
}

/** The largest number of people and of channels listed. */
const maxNamed = 5;

const texts = {
  subject: {
    "zh-tw": "{organization} 上週數據（{start} 至 {end}）",
    "zh-cn": "{organization} 上周数据（{start} 至 {end}）",
    en: "{organization}: last week in figures ({start} to {end})",
  },
  ofAll: {
    "zh-tw": "這是 {organization} 從 {start} 到 {end} 的數據，並與前一週比較。",
    "zh-cn": "这是 {organization} 从 {start} 到 {end} 的数据，并与前一周比较。",
    en: "The figures of {organization} from {start} to {end}, compared with the week before.",
  },
  ofMine: {
    "zh-tw": "這是您在 {organization} 從 {start} 到 {end} 的數據，並與前一週比較。",
    "zh-cn": "这是您在 {organization} 从 {start} 到 {end} 的数据，并与前一周比较。",
    en: "Your figures at {organization} from {start} to {end}, compared with the week before.",
  },
  why: {
    "zh-tw": "您在「帳號設定」的通知頁訂閱了每週數據，因此收到這封電郵。",
    "zh-cn": "您在“账号设置”的通知页订阅了每周数据，因此收到这封邮件。",
    en: "You get this e-mail because you subscribed to it under Notifications in your account settings.",
  },
  open: { "zh-tw": "開啟首頁數據", "zh-cn": "打开首页数据", en: "Open the figures" },
  unsubscribe: { "zh-tw": "取消訂閱每週數據", "zh-cn": "取消订阅每周数据", en: "Unsubscribe from this weekly e-mail" },
  before: { "zh-tw": "前一週 {number}", "zh-cn": "前一周 {number}", en: "{number} the week before" },
  now: { "zh-tw": "目前", "zh-cn": "目前", en: "now" },
  median: { "zh-tw": "回覆時間中位數", "zh-cn": "回复时间中位数", en: "Median reply time" },
  quick: {
    "zh-tw": "{minutes} 分鐘內回覆",
    "zh-cn": "{minutes} 分钟内回复",
    en: "Answered within {minutes} minutes",
  },
  minutes: { "zh-tw": "{number} 分鐘", "zh-cn": "{number} 分钟", en: "{number} min" },
  none: { "zh-tw": "沒有", "zh-cn": "没有", en: "none" },
  ranking: { "zh-tw": "業務排行", "zh-cn": "销售排行", en: "Sales" },
  channels: { "zh-tw": "名單來源", "zh-cn": "名单来源", en: "Where leads came from" },
  noSales: { "zh-tw": "尚未分配", "zh-cn": "尚未分配", en: "Unassigned" },
  noChannel: { "zh-tw": "沒有來源", "zh-cn": "没有来源", en: "No source" },
  leads: { "zh-tw": "{number} 個名單", "zh-cn": "{number} 个名单", en: "leads: {number}" },
  deals: { "zh-tw": "成交 {number}", "zh-cn": "成交 {number}", en: "deals: {number}" },
} satisfies Record<string, Texts>;

const cardNames: Record<DashboardCard, Texts> = {
  newLeads: { "zh-tw": "新名單", "zh-cn": "新名单", en: "New leads" },
  repeatLeads: { "zh-tw": "再次查詢", "zh-cn": "再次咨询", en: "Repeat enquiries" },
  chats: { "zh-tw": "新對話", "zh-cn": "新对话", en: "New conversations" },
  deals: { "zh-tw": "成交", "zh-cn": "成交", en: "Deals" },
  unanswered: { "zh-tw": "超過 24 小時未回覆", "zh-cn": "超过 24 小时未回复", en: "Unanswered for over 24 hours" },
  revenue: { "zh-tw": "收入", "zh-cn": "收入", en: "Revenue" },
  broadcasts: { "zh-tw": "群發訊息", "zh-cn": "群发消息", en: "Broadcast messages" },
  adSpend: { "zh-tw": "Meta 廣告費", "zh-cn": "Meta 广告费", en: "Meta ad spend" },
  volcengineSpend: { "zh-tw": "火山引擎廣告費", "zh-cn": "火山引擎广告费", en: "Volcengine ad spend" },
};

function cardRow(
  { key, value, compareValue, currency }: DashboardFigures["cards"][number],
  language: Language,
): MailRow {
  const format = new Intl.NumberFormat(language);
  const figure = (number: number) => (currency ? moneyText(number, currency) : format.format(number));
  return {
    name: cardNames[key][language],
    value: figure(value),
    detail: compareValue === null ? texts.now[language] : before(figure(compareValue), language),
  };
}

const before = (number: string, language: Language) => fillText(texts.before, language, { number });

function replyRows({ reply, compareReply }: DashboardFigures, language: Language): MailRow[] {
  const length = ({ medianMinutes }: typeof reply) =>
    medianMinutes === null
      ? texts.none[language]
      : fillText(texts.minutes, language, { number: Math.round(medianMinutes) });
  const percent = new Intl.NumberFormat(language, { style: "percent" });
  const share = ({ answers, quick }: typeof reply) =>
    answers === 0 ? texts.none[language] : percent.format(quick / answers);
  return [
    { name: texts.median[language], value: length(reply), detail: before(length(compareReply), language) },
    {
      name: fillText(texts.quick, language, { minutes: quickAnswerMinutes }),
      value: share(reply),
      detail: before(share(compareReply), language),
    },
  ];
}

interface RankedName {
  name: string;
  leads: number;
  dealt: number;
}

const peopleOf = ({ salesRank }: DashboardFigures, language: Language): RankedName[] =>
  salesRank.map(({ sales, ...counts }) => ({ ...counts, name: sales?.nickname ?? texts.noSales[language] }));

const channelsOf = ({ channels }: DashboardFigures, language: Language): RankedName[] =>
  channels
    .filter(({ leads }) => leads > 0)
    .map(({ channel, ...counts }) => ({ ...counts, name: channel?.name ?? texts.noChannel[language] }));

/** A heading and the first entries of a list; nothing for an empty list. */
function rankedRows(heading: Texts, ranked: readonly RankedName[], language: Language): MailRow[] {
  if (ranked.length === 0) return [];
  const rows = ranked.slice(0, maxNamed).map(({ name, leads, dealt }) => ({
    name,
    value: fillText(texts.leads, language, { number: leads }),
    detail: fillText(texts.deals, language, { number: dealt }),
  }));
  return [{ name: heading[language] }, ...rows];
}
