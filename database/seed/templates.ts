import type { TemplateContent } from "@homeroom/contract/message-templates";
import type { SeedTx } from "./kit.ts";
import { channels, demo } from "./places.ts";
import { writeRows } from "./write-rows.ts";

const day = 86_400_000;

const plain: TemplateContent = {
  type: "none",
  header: "",
  headerSample: "",
  headerImage: null,
  body: "",
  variables: [],
  footer: "",
  buttons: [],
};

interface DemoTemplate {
  name: string;
  category: "utility" | "marketing";
  review: "draft" | "pending" | "approved" | "rejected";
  content: TemplateContent;
  /** Its position among the sandbox's initial templates; none: WhatsApp does not know it. */
  known?: number;
}

const shortcut = (text: string) => ({ type: "shortcut", text, url: "", urlSample: "", phone: "" }) as const;

const templates: readonly DemoTemplate[] = [
  {
    name: "trial_class_reminder",
    category: "utility",
    review: "approved",
    known: 1,
    content: {
      ...plain,
      body: "您好 {{1}}，提醒您明天 {{2}} 有一堂試聽課，地點在{{3}}。請問會準時到嗎？",
      variables: [
        { sample: "陳小姐", source: "nickname" },
        { sample: "19:00", source: "none" },
        { sample: "信義分校", source: "branch" },
      ],
      footer: "課前兩小時可改期",
      buttons: [shortcut("會準時到"), shortcut("我要改期")],
    },
  },
  {
    name: "payment_receipt",
    category: "utility",
    review: "approved",
    known: 3,
    content: {
      ...plain,
      body: "已收到您的學費 {{1}}，收據編號 {{2}}。謝謝您。",
      variables: [
        { sample: "NT$12,000", source: "none" },
        { sample: "R-20260901-003", source: "none" },
      ],
    },
  },
  {
    name: "open_day_notice",
    category: "utility",
    review: "pending",
    known: 5,
    content: {
      ...plain,
      body: "您好 {{1}}，您報名的校園開放日時間是 {{2}}，當天請直接到櫃台報到。",
      variables: [
        { sample: "陳小姐", source: "nickname" },
        { sample: "11 月 30 日下午 2 點", source: "none" },
      ],
    },
  },
  {
    name: "summer_sale",
    category: "marketing",
    review: "rejected",
    known: 6,
    content: { ...plain, body: "暑期課程限時優惠，名額有限，快來報名。" },
  },
  {
    name: "winter_camp_invitation",
    category: "marketing",
    review: "draft",
    content: {
      ...plain,
      type: "text",
      header: "冬令營開始報名",
      body: "您好 {{1}}，今年冬令營新增機器人與戲劇兩個主題，12 月 15 日前報名享早鳥價。想了解內容，直接回覆這則訊息就可以。",
      variables: [{ sample: "林媽媽", source: "nickname" }],
      footer: "晨光文理補習班",
      buttons: [shortcut("我想了解"), { type: "unsubscribe", text: "取消訂閱", url: "", urlSample: "", phone: "" }],
    },
  },
];

/** A template in each state, as the sandbox has them. */
export async function writeTemplates(tx: SeedTx, now: number): Promise<void> {
  const { businessAccountId } = channels.whatsapp.settings;
  const rows = templates.map(({ name, category, review, content, known }, index) => ({
    organization_id: demo.organizationId,
    template_id: `0199c000-0000-7000-8000-0000000000${10 + index}`,
    business_account_id: businessAccountId,
    name,
    language: "zh_TW",
    category,
    usage: "both",
    content,
    approved_content: review === "approved" ? content : null,
    open_status: 1,
    review_status: review,
    reject_reason: review === "rejected" ? "invalidFormat" : null,
    reject_detail: "",
    provider_id:
      known === undefined ? null : `${businessAccountId.slice(0, -3)}${businessAccountId.slice(-1)}${10 + known}`,
    submitted_at: review === "draft" ? null : new Date(now - (index + 1) * day).toISOString(),
    handed_over_at: review === "draft" ? null : new Date(now - (index + 1) * day).toISOString(),
    checked_at: review === "draft" ? null : new Date(now).toISOString(),
    created_at: new Date(now - (30 - index) * day).toISOString(),
    updated_at: new Date(now - (index + 1) * day).toISOString(),
    version: 1,
  }));
  await writeRows(tx, "message_template", rows);
}
