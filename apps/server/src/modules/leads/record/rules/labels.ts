import type { Language } from "@homeroom/contract/language";
import type { leadActions, leadTypes } from "@homeroom/contract/leads";

type Labels<Key extends string> = Record<Language, Record<Key, string>>;

/** The names of the kinds of history entries, in the order of their numbers. */
export const actionLabels: Labels<keyof typeof leadActions> = {
  "zh-tw": {
    newLead: "新名單",
    repeatLead: "再次查詢",
    salesAssigned: "已分配業務",
    deal: "成交",
    courseScheduled: "已排課",
    trialBooked: "已預約試堂",
    trialAttended: "已出席試堂",
    trialCancelled: "已取消試堂",
    trialAbsent: "試堂缺席",
    caseClosed: "已結案",
    note: "備註",
    edited: "已編輯",
    imported: "已匯入",
    message: "訊息",
    order: "訂單",
  },
  "zh-cn": {
    newLead: "新名单",
    repeatLead: "再次咨询",
    salesAssigned: "已分配销售",
    deal: "成交",
    courseScheduled: "已排课",
    trialBooked: "已预约试听",
    trialAttended: "已出席试听",
    trialCancelled: "已取消试听",
    trialAbsent: "试听缺席",
    caseClosed: "已结案",
    note: "备注",
    edited: "已编辑",
    imported: "已导入",
    message: "消息",
    order: "订单",
  },
  en: {
    newLead: "New lead",
    repeatLead: "Repeat lead",
    salesAssigned: "Sales assigned",
    deal: "Deal",
    courseScheduled: "Course scheduled",
    trialBooked: "Trial booked",
    trialAttended: "Trial attended",
    trialCancelled: "Trial cancelled",
    trialAbsent: "Trial absent",
    caseClosed: "Case closed",
    note: "Note",
    edited: "Edited",
    imported: "Imported",
    message: "Message",
    order: "Order",
  },
};

export const typeLabels: Labels<keyof typeof leadTypes> = {
  "zh-tw": { new: "新名單", repeat: "再次查詢", imported: "匯入", manual: "手動新增" },
  "zh-cn": { new: "新名单", repeat: "再次咨询", imported: "导入", manual: "手动新增" },
  en: { new: "New", repeat: "Repeat", imported: "Imported", manual: "Added by hand" },
};
