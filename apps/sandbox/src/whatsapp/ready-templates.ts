import type { Fields } from "./read-fields.ts";

interface ReadyTemplate {
  name: string;
  language: string;
  category: "MARKETING" | "UTILITY" | "AUTHENTICATION";
  components: Fields[];
  /** Approved if omitted. */
  status?: "PENDING" | "REJECTED";
}

/** The templates of every new business account of the sandbox. */
export const readyTemplates: readonly ReadyTemplate[] = [
  {
    name: "hello_world",
    language: "en_US",
    category: "UTILITY",
    components: [
      { type: "HEADER", format: "TEXT", text: "Hello World" },
      { type: "BODY", text: "This message shows that your number can send templates." },
      { type: "FOOTER", text: "Sent from the sandbox" },
    ],
  },
  {
    name: "trial_class_reminder",
    language: "zh_TW",
    category: "UTILITY",
    components: [
      {
        type: "BODY",
        text: "您好 {{1}}，提醒您明天 {{2}} 有一堂試聽課，地點在{{3}}。請問會準時到嗎？",
        example: { body_text: [["陳小姐", "19:00", "信義分校"]] },
      },
      { type: "FOOTER", text: "課前兩小時可改期" },
      {
        type: "BUTTONS",
        buttons: [
          { type: "QUICK_REPLY", text: "會準時到" },
          { type: "QUICK_REPLY", text: "我要改期" },
        ],
      },
    ],
  },
  {
    name: "term_offer",
    language: "zh_TW",
    category: "MARKETING",
    components: [
      { type: "HEADER", format: "IMAGE", example: { header_handle: ["4::sandbox"] } },
      {
        type: "BODY",
        text: "{{1}}您好，秋季班開始報名，{{2}}前報名享早鳥價。",
        example: { body_text: [["林先生", "9 月 15 日"]] },
      },
      {
        type: "BUTTONS",
        buttons: [
          { type: "URL", text: "看課程", url: "https://example.com/courses/{{1}}", example: ["autumn"] },
          { type: "QUICK_REPLY", text: "不再接收" },
        ],
      },
    ],
  },
  {
    name: "payment_receipt",
    language: "zh_TW",
    category: "UTILITY",
    components: [
      {
        type: "BODY",
        text: "已收到您的學費 {{1}}，收據編號 {{2}}。謝謝您。",
        example: { body_text: [["NT$12,000", "R-20260901-003"]] },
      },
    ],
  },
  {
    name: "verification_code",
    language: "zh_TW",
    category: "AUTHENTICATION",
    components: [
      { type: "BODY", text: "您的驗證碼是 {{1}}。請勿告訴他人。", example: { body_text: [["482913"]] } },
      { type: "BUTTONS", buttons: [{ type: "OTP", text: "複製驗證碼" }] },
    ],
  },
  {
    name: "open_day_notice",
    language: "zh_TW",
    category: "UTILITY",
    status: "PENDING",
    components: [
      {
        type: "BODY",
        text: "您好 {{1}}，您報名的校園開放日時間是 {{2}}，當天請直接到櫃台報到。",
        example: { body_text: [["陳小姐", "11 月 30 日下午 2 點"]] },
      },
    ],
  },
  {
    name: "summer_sale",
    language: "zh_TW",
    category: "MARKETING",
    status: "REJECTED",
    components: [{ type: "BODY", text: "暑期課程限時優惠，名額有限，快來報名。" }],
  },
];
