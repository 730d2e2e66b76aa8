import type { BranchId } from "@homeroom/contract/ids";
import type { Language, Texts } from "@homeroom/contract/language";
import type { PaidMethod } from "@homeroom/contract/order-words";
import type { OrderRow } from "@homeroom/contract/orders";
import type { TableCell } from "#platform/tables/write-csv";
import { methodTexts } from "./paid-by.ts";

interface ExportColumn {
  readonly labels: Texts;
  readonly cell: (order: ExportedOrder, words: ExportWords) => TableCell;
}

/** An order with the ways in which its money came and was refunded, each once. */
export interface ExportedOrder extends OrderRow {
  readonly paidBy: readonly PaidMethod[];
  readonly refundedBy: readonly PaidMethod[];
}

/** The values needed to write the cells of a file. */
export interface ExportWords {
  readonly language: Language;
  /** A moment in the time zone of a branch, as in the filters of the list. */
  readonly time: (moment: string, branchId: BranchId) => string;
}

const texts = (tw: string, cn: string, en: string): Texts => ({ "zh-tw": tw, "zh-cn": cn, en });

const statusTexts: Record<OrderRow["status"], Texts> = {
  pending: texts("待付款", "待付款", "Unpaid"),
  paid: texts("已付款", "已付款", "Paid"),
  closed: texts("逾時關閉", "超时关闭", "Timed out"),
  cancelled: texts("已取消", "已取消", "Cancelled"),
  refunded: texts("已退款", "已退款", "Refunded"),
};

const confirmTexts: Record<OrderRow["confirmStatus"], Texts> = {
  unconfirmed: texts("未確認", "未确认", "Unconfirmed"),
  confirmed: texts("已確認", "已确认", "Confirmed"),
  rejected: texts("已退回", "已退回", "Rejected"),
};

/** The name of the file and its sheet. */
export const exportName = texts("訂單", "订单", "Orders");

/** The columns of exported orders, in order. */
export const exportColumns: readonly ExportColumn[] = [
  { labels: texts("訂單編號", "订单编号", "Order"), cell: (order) => order.orderID },
  { labels: texts("名單", "名单", "Lead"), cell: (order) => order.leadName },
  { labels: texts("分校", "分校", "Branch"), cell: (order) => order.branchName },
  { labels: texts("產品", "产品", "Product"), cell: (order) => order.productName },
  { labels: texts("數量", "数量", "Quantity"), cell: (order) => order.quantity },
  { labels: texts("幣別", "币种", "Currency"), cell: (order) => order.currency },
  { labels: texts("金額", "金额", "Amount"), cell: (order) => order.amount },
  { labels: texts("折扣", "折扣", "Discount"), cell: (order) => order.discount },
  { labels: texts("折扣原因", "折扣原因", "Reason for the discount"), cell: (order) => order.discountReason },
  { labels: texts("稅額", "税额", "Tax"), cell: (order) => order.tax },
  { labels: texts("總額", "总额", "Total"), cell: (order) => order.total },
  { labels: texts("已付", "已付", "Paid"), cell: (order) => order.paid },
  { labels: texts("已退款", "已退款", "Refunded"), cell: (order) => order.refunded },
  {
    labels: texts("退款方式", "退款方式", "Refunded by"),
    cell: ({ refundedBy }, words) => methodsCell(refundedBy, words),
  },
  { labels: texts("未付", "未付", "Open"), cell: (order) => order.open },
  {
    labels: texts("付款方式", "付款方式", "Payment method"),
    // Until money comes, how it is to be paid.
    cell: ({ paidBy, payMethod }, words) => methodsCell(paidBy.length > 0 ? paidBy : [payMethod], words),
  },
  { labels: texts("狀態", "状态", "Status"), cell: (order, { language }) => statusTexts[order.status][language] },
  {
    labels: texts("確認狀態", "确认状态", "Confirmation"),
    cell: (order, { language }) => confirmTexts[order.confirmStatus][language],
  },
  { labels: texts("備註", "备注", "Note"), cell: (order) => order.note },
  { labels: texts("建立人", "创建人", "Created by"), cell: (order) => order.creator },
  {
    labels: texts("建立時間", "创建时间", "Created"),
    cell: (order, { time }) => time(order.createTime, order.branchID),
  },
  {
    labels: texts("付款時間", "付款时间", "Paid at"),
    cell: (order, { time }) => (order.payDate ? time(order.payDate, order.branchID) : ""),
  },
];

function methodsCell(methods: readonly PaidMethod[], { language }: ExportWords): string {
  return methods.map((method) => methodTexts[method][language]).join(language === "en" ? ", " : "、");
}
