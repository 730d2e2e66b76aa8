import { decimalsOf } from "@homeroom/contract/currencies";
import type { Language, Texts } from "@homeroom/contract/language";
import { type CurrencyCode, fromMinor } from "@homeroom/contract/money";
import type { ReceiptKind } from "@homeroom/contract/order-words";
import type { ReceiptContent } from "@homeroom/database/order-tables";
import { methodTexts } from "./paid-by.ts";

/** An issued receipt or credit note. */
export interface IssuedReceipt {
  kind: ReceiptKind;
  year: number;
  number: number;
  amount_minor: number;
  currency: CurrencyCode;
  content: ReceiptContent;
  issued_at: Date;
  voided_at: Date | null;
  void_reason: string;
}

/** The content of the paper, from top to bottom. */
export interface ReceiptSheet {
  organization: string;
  /** The branch and its address. */
  place: string;
  title: string;
  facts: [label: string, value: string][];
  headings: [item: string, quantity: string, price: string, amount: string];
  lines: [item: string, quantity: string, price: string, amount: string][];
  sums: [label: string, amount: string][];
  total: [label: string, amount: string];
  /** The place for the signature and chop. */
  signature: string;
  /** Printed across a void one. */
  stamp?: string;
}

const texts = (tw: string, cn: string, en: string): Texts => ({ "zh-tw": tw, "zh-cn": cn, en });

const words = {
  receipt: texts("收據", "收据", "Receipt"),
  schoolReceipt: texts("正式收據", "正式收据", "Official receipt"),
  schoolNumber: texts("學校註冊編號", "学校注册编号", "School registration no."),
  pupil: texts("學生姓名", "学生姓名", "Pupil"),
  venue: texts("上課地點（註冊地址）", "上课地点（注册地址）", "Course venue as registered"),
  month: texts("繳費月份", "缴费月份", "Month covered"),
  schoolSignature: texts("學校蓋章及校監簽署", "学校盖章及校监签署", "School chop and supervisor's signature"),
  course: texts("課程", "课程", "Course"),
  creditNote: texts("退款單", "退款单", "Credit note"),
  number: texts("編號", "编号", "No."),
  date: texts("日期", "日期", "Date"),
  order: texts("訂單編號", "订单编号", "Order"),
  buyer: texts("學員", "学员", "Received from"),
  refundedTo: texts("學員", "学员", "Refunded to"),
  payMethod: texts("付款方式", "付款方式", "Paid by"),
  refundedBy: texts("退款方式", "退款方式", "Refunded by"),
  reason: texts("退款原因", "退款原因", "Reason"),
  voided: texts("作廢", "作废", "VOID"),
  voidReason: texts("作廢原因", "作废原因", "Reason for voiding"),
  item: texts("項目", "项目", "Item"),
  quantity: texts("數量", "数量", "Quantity"),
  price: texts("單價", "单价", "Price"),
  amount: texts("金額", "金额", "Amount"),
  subtotal: texts("小計", "小计", "Subtotal"),
  discount: texts("折扣", "折扣", "Discount"),
  taxAdded: texts("稅額", "税额", "Tax"),
  taxIncluded: texts("內含稅額", "内含税额", "Tax included"),
  orderTotal: texts("訂單總額", "订单总额", "Total of the order"),
  paid: texts("實收金額", "实收金额", "Amount received"),
  givenBack: texts("退款金額", "退款金额", "Amount refunded"),
  signature: texts("機構蓋章及負責人簽署", "机构盖章及负责人签署", "Chop and signature"),
} as const;

const prefixes: Record<ReceiptKind, string> = { receipt: "R", creditNote: "C" };

/** The number of a receipt: R2026-000012, with C for credit notes. */
export function receiptNumber({ kind, year, number }: Pick<IssuedReceipt, "kind" | "year" | "number">): string {
  return `${prefixes[kind]}${year}-${String(number).padStart(6, "0")}`;
}

/** The content of a receipt in a language; `date` is its day of issue. */
export function receiptSheet(
  receipt: IssuedReceipt,
  { language, date }: { language: Language; date: string },
): ReceiptSheet {
  const { kind, content, currency } = receipt;
  const word = (key: keyof typeof words) => words[key][language];
  const money = (minor: number) => amountText(minor, currency);
  const isReceipt = kind === "receipt";
  const { school } = content;
  return {
    organization: school?.name ?? content.organization,
    place: [content.branch, content.address].filter(Boolean).join("　"),
    title: word(school ? "schoolReceipt" : kind),
    facts: [
      [word("number"), receiptNumber(receipt)],
      [word("date"), date],
      [word("order"), content.orderNumber],
      [word(school ? "pupil" : isReceipt ? "buyer" : "refundedTo"), content.buyer],
      ...schoolFacts(school).map(([key, value]): [string, string] => [word(key), value]),
      ...(isReceipt
        ? [[word("payMethod"), methodTexts[content.payMethod][language]] as [string, string]]
        : refundFacts(content, language).map(([key, value]): [string, string] => [word(key), value])),
      ...(receipt.voided_at ? [[word("voidReason"), receipt.void_reason] as [string, string]] : []),
    ],
    headings: [word(school ? "course" : "item"), word("quantity"), word("price"), word("amount")],
    lines: content.lines.map(({ name, quantity, priceMinor }) => {
      return [name, String(quantity), money(priceMinor), money(priceMinor * quantity)];
    }),
    sums: sumsOf(receipt).map(([key, minor]) => [word(key), money(minor)]),
    total: [word(isReceipt ? "paid" : "givenBack"), `${currency} ${money(receipt.amount_minor)}`],
    signature: school ? `${word("schoolSignature")}（${school.supervisor}）` : word("signature"),
    ...(receipt.voided_at && { stamp: word("voided") }),
  };
}

/** How the money of a credit note was returned and, if known, why. Those of earlier releases have only the reason. */
function refundFacts(
  { refundedBy, reason }: ReceiptContent,
  language: Language,
): [key: keyof typeof words, value: string][] {
  if (!refundedBy) return [["reason", reason]];
  const { method, reference } = refundedBy;
  const way = [methodTexts[method][language], reference].filter(Boolean).join(" · ");
  return reason
    ? [
        ["refundedBy", way],
        ["reason", reason],
      ]
    : [["refundedBy", way]];
}

/** What Hong Kong law requires on the receipt of a registered school, besides pupil, course, date and amount. */
function schoolFacts(school: ReceiptContent["school"]): [key: keyof typeof words, value: string][] {
  if (!school) return [];
  const number: [key: keyof typeof words, value: string][] = school.number ? [["schoolNumber", school.number]] : [];
  return [...number, ["venue", school.venue], ["month", school.month]];
}

/** The total of the order is given where the amount is only a part of it, or money that was returned. */
function sumsOf({
  kind,
  content,
  amount_minor: amountMinor,
}: IssuedReceipt): [key: keyof typeof words, minor: number][] {
  const { grossMinor, discountMinor, taxMinor, taxIncluded, totalMinor } = content;
  const all: [key: keyof typeof words, minor: number, isShown: boolean][] = [
    ["subtotal", grossMinor, discountMinor > 0 || (taxMinor > 0 && !taxIncluded)],
    ["discount", -discountMinor, discountMinor > 0],
    [taxIncluded ? "taxIncluded" : "taxAdded", taxMinor, taxMinor > 0],
    ["orderTotal", totalMinor, kind === "creditNote" || amountMinor !== totalMinor],
  ];
  return all.flatMap(([key, minor, isShown]) => (isShown ? [[key, minor]] : []));
}

function amountText(minor: number, currency: CurrencyCode): string {
  const digits = decimalsOf(currency);
  return new Intl.NumberFormat("en", { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(
    fromMinor(minor, currency),
  );
}
