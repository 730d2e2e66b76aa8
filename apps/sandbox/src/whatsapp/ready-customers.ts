import { type BehaviourName, behaviourNames, specialNumber } from "./behaviours.ts";
import type { NewCustomer } from "./phone-book.ts";

const people: readonly NewCustomer[] = [
  { name: "陳怡君", phone: "886912345678" },
  { name: "林志豪", phone: "886922108456" },
  { name: "黃詠詩", phone: "85291234567" },
  { name: "李家明", phone: "85261088420" },
  { name: "張雅婷", phone: "886935770219" },
  // A fixed id, so that the contact stays the same after a restart without a data folder.
  { name: "小雨", username: "rainy.taipei", userId: "TW.4820193746650127" },
];

const specialNames: Record<BehaviourName, string> = {
  blocked: "封鎖了你",
  notOnWhatsApp: "沒有 WhatsApp",
  slow: "回應很慢",
  hang: "沒有回應",
  failsTwice: "前兩次失敗",
  rateLimited: "發送太快",
  pairRate: "同一人太頻繁",
  tokenExpired: "權杖過期",
  marketingCap: "行銷訊息上限",
  policyBlock: "違反政策",
  mediaFails: "檔案傳送失敗",
  duplicates: "重複通知",
  reversed: "狀態倒序",
  lost: "狀態遺失",
  readOnly: "只有已讀",
  cut: "收下後斷線",
  hangTaken: "收下後無回應",
  marketingStopped: "停收行銷訊息",
  experiment: "實驗組",
  spam: "垃圾訊息限制",
};

/** People in Taipei and Hong Kong, and one customer for every special number. */
export const readyCustomers: readonly NewCustomer[] = [
  ...people,
  ...behaviourNames.map((behaviour) => ({ name: specialNames[behaviour], phone: specialNumber(behaviour), behaviour })),
];
