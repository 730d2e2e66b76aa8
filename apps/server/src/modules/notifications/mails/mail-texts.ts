import type { Texts } from "@homeroom/contract/language";
import type { NotificationKind } from "@homeroom/contract/notifications";

/** What a mail is about. */
export interface NotificationFacts {
  kind: NotificationKind;
  subject_id: string;
  lead_id: string | null;
  count: number;
  details: Record<string, string | number>;
  leadName: string;
}

/** A mail's texts; `details` and the lead's name fill their places. */
export interface MailTexts {
  subject: Texts;
  text: Texts;
  button: Texts;
  /** The target of the button. */
  path(told: NotificationFacts): string;
}

const ofOrder = ({ details }: NotificationFacts) => `/users/order?order=${details["orderID"] ?? ""}`;

/** The mails about notifications. A kind without texts is never mailed. */
export const mailTexts: Partial<Record<NotificationKind, MailTexts>> = {
  "lead.assigned": {
    subject: {
      "zh-tw": "新名單已分配給您：{name}",
      "zh-cn": "新名单已分配给您：{name}",
      en: "A lead was assigned to you: {name}",
    },
    text: {
      "zh-tw": "名單「{name}」已分配給您，請儘快聯絡。",
      "zh-cn": "名单“{name}”已分配给您，请尽快联系。",
      en: "The lead {name} was assigned to you. Please get in touch soon.",
    },
    button: { "zh-tw": "開啟名單", "zh-cn": "打开名单", en: "Open the lead" },
    path: ({ lead_id }) => `/lead/list?lead=${lead_id}`,
  },
  "leads.dealt": {
    subject: {
      "zh-tw": "有一批名單已分配給您",
      "zh-cn": "有一批名单已分配给您",
      en: "Several leads were assigned to you",
    },
    text: {
      "zh-tw": "同事已將 {count} 筆名單分配給您，請在名單列表查看。",
      "zh-cn": "同事已将 {count} 条名单分配给您，请在名单列表查看。",
      en: "A colleague has assigned leads to you ({count}). You can find them in your lead list.",
    },
    button: { "zh-tw": "開啟名單列表", "zh-cn": "打开名单列表", en: "Open the lead list" },
    path: () => "/lead/list",
  },
  "lead.reminder": {
    subject: {
      "zh-tw": "提醒：聯絡 {name}",
      "zh-cn": "提醒：联系 {name}",
      en: "Reminder: contact {name}",
    },
    text: {
      "zh-tw": "您設定的提醒時間到了，請聯絡名單「{name}」。",
      "zh-cn": "您设置的提醒时间到了，请联系名单“{name}”。",
      en: "This is your reminder to contact the lead {name}.",
    },
    button: { "zh-tw": "開啟名單", "zh-cn": "打开名单", en: "Open the lead" },
    path: ({ lead_id }) => `/lead/list?lead=${lead_id}`,
  },
  "lead.contactsDue": {
    subject: {
      "zh-tw": "今天要聯絡 {count} 位",
      "zh-cn": "今天要联系 {count} 位",
      en: "People to contact today: {count}",
    },
    text: {
      "zh-tw": "今天有 {count} 位名單要聯絡，另有 {overdue} 位已過期。",
      "zh-cn": "今天有 {count} 位名单要联系，另有 {overdue} 位已过期。",
      en: "Leads to contact today: {count}. Overdue from before: {overdue}.",
    },
    button: { "zh-tw": "開啟名單", "zh-cn": "打开名单", en: "Open the leads" },
    path: ({ details }) => `/lead/list?nextContact=,${details["day"] ?? ""}&sort=nextContactDate`,
  },
  "order.partDue": {
    subject: {
      "zh-tw": "訂單 {orderID} 的分期款於 {dueOn} 到期",
      "zh-cn": "订单 {orderID} 的分期款于 {dueOn} 到期",
      en: "An instalment of order {orderID} is due on {dueOn}",
    },
    text: {
      "zh-tw": "訂單 {orderID} 有一期款項於 {dueOn} 到期，尚未付清。",
      "zh-cn": "订单 {orderID} 有一期款项于 {dueOn} 到期，尚未付清。",
      en: "An instalment of order {orderID} is due on {dueOn} and is not paid yet.",
    },
    button: { "zh-tw": "開啟訂單", "zh-cn": "打开订单", en: "Open the orders" },
    path: ofOrder,
  },
  "order.paid": {
    subject: {
      "zh-tw": "訂單 {orderID} 收到款項",
      "zh-cn": "订单 {orderID} 收到款项",
      en: "Order {orderID}: a customer has paid",
    },
    text: {
      "zh-tw": "訂單 {orderID} 收到線上付款。",
      "zh-cn": "订单 {orderID} 收到在线付款。",
      en: "An online payment for order {orderID} has arrived.",
    },
    button: { "zh-tw": "開啟訂單", "zh-cn": "打开订单", en: "Open the orders" },
    path: ofOrder,
  },
  "order.toCheck": {
    subject: {
      "zh-tw": "訂單 {orderID} 有款項待核對",
      "zh-cn": "订单 {orderID} 有款项待核对",
      en: "Order {orderID}: a payment needs checking",
    },
    text: {
      "zh-tw": "訂單 {orderID} 的客戶上傳了轉帳憑證，或收到不計入訂單的款項，請核對。",
      "zh-cn": "订单 {orderID} 的客户上传了转账凭证，或收到不计入订单的款项，请核对。",
      en: "The customer of order {orderID} uploaded proof of a transfer, or a payment arrived that does not count towards the order. Please check.",
    },
    button: { "zh-tw": "開啟訂單", "zh-cn": "打开订单", en: "Open the orders" },
    path: ofOrder,
  },
  "message.received": {
    subject: {
      "zh-tw": "{name} 正在等您回覆",
      "zh-cn": "{name} 正在等您回复",
      en: "{name} is waiting for your answer",
    },
    text: {
      "zh-tw": "客戶「{name}」傳來的訊息還沒有人看。同一位客戶 24 小時內只會通知一次。",
      "zh-cn": "客户“{name}”发来的消息还没有人看。同一位客户 24 小时内只会通知一次。",
      en: "Nobody has read the message from {name} yet. You get at most one such e-mail about a customer in 24 hours.",
    },
    button: { "zh-tw": "開啟對話", "zh-cn": "打开对话", en: "Open the conversation" },
    path: ({ subject_id }) => `/chat/whatsapp?conversation=${subject_id}`,
  },
  "assistant.handedOver": {
    subject: {
      "zh-tw": "{name} 需要專人回覆",
      "zh-cn": "{name} 需要专人回复",
      en: "{name} needs an answer from a person",
    },
    text: {
      "zh-tw": "AI 助理已將客戶「{name}」的對話交給您，摘要在對話中。",
      "zh-cn": "AI 助手已将客户“{name}”的对话交给您，摘要在对话中。",
      en: "The assistant has handed the conversation with {name} over to you. You can find a summary in the conversation.",
    },
    button: { "zh-tw": "開啟對話", "zh-cn": "打开对话", en: "Open the conversation" },
    path: ({ subject_id }) => `/chat/whatsapp?conversation=${subject_id}`,
  },
  "note.mentioned": {
    subject: {
      "zh-tw": "{by} 在與 {name} 的對話中提到您",
      "zh-cn": "{by} 在与 {name} 的对话中提到您",
      en: "{by} mentioned you about {name}",
    },
    text: {
      "zh-tw": "同事 {by} 在客戶「{name}」的對話中寫了一則內部備註並提到您。",
      "zh-cn": "同事 {by} 在客户“{name}”的对话中写了一条内部备注并提到您。",
      en: "Your colleague {by} mentioned you in a note in the conversation with {name}.",
    },
    button: { "zh-tw": "開啟對話", "zh-cn": "打开对话", en: "Open the conversation" },
    path: ({ subject_id }) => `/chat/whatsapp?conversation=${subject_id}`,
  },
  "message.notSent": {
    subject: {
      "zh-tw": "給 {name} 的排程訊息沒有送出",
      "zh-cn": "给 {name} 的定时消息没有发出",
      en: "Your scheduled message to {name} was not sent",
    },
    text: {
      "zh-tw": "您為客戶「{name}」排程的訊息沒有送出，原因寫在對話中。",
      "zh-cn": "您为客户“{name}”设置的定时消息没有发出，原因写在对话中。",
      en: "The message that you scheduled for {name} was not sent. The conversation says why.",
    },
    button: { "zh-tw": "開啟對話", "zh-cn": "打开对话", en: "Open the conversation" },
    path: ({ subject_id }) => `/chat/whatsapp?conversation=${subject_id}`,
  },
  "channel.stopped": {
    subject: {
      "zh-tw": "通訊帳號「{channel}」已停止傳送",
      "zh-cn": "通讯账号“{channel}”已停止发送",
      en: "{channel} has stopped sending",
    },
    text: {
      "zh-tw": "通訊帳號「{channel}」無法再傳送訊息，同事目前不能從這裡回覆客戶。請到通訊帳號設定查看原因並處理。",
      "zh-cn": "通讯账号“{channel}”无法再发送消息，同事目前不能从这里回复客户。请到通讯账号设置查看原因并处理。",
      en: "{channel} can no longer send messages, so nobody can answer its customers. The account's settings show why and what to do.",
    },
    button: { "zh-tw": "開啟通訊帳號設定", "zh-cn": "打开通讯账号设置", en: "Open the account's settings" },
    path: ({ details }) => (details["channelKind"] === "line" ? "/organization/line" : "/organization/whatsapp"),
  },
  "channel.warned": {
    subject: {
      "zh-tw": "WhatsApp 對通訊帳號「{channel}」發出限制或警告",
      "zh-cn": "WhatsApp 对通讯账号“{channel}”发出限制或警告",
      en: "WhatsApp restricted or warned {channel}",
    },
    text: {
      "zh-tw": "WhatsApp 限制或警告了通訊帳號「{channel}」，部分訊息可能無法送出。請到通訊帳號設定查看內容與期限。",
      "zh-cn": "WhatsApp 限制或警告了通讯账号“{channel}”，部分消息可能无法发出。请到通讯账号设置查看内容与期限。",
      en: "WhatsApp restricted or warned the business account of {channel}, so some messages may not be sent. The channel's settings show what it decided and until when.",
    },
    button: { "zh-tw": "開啟通訊帳號設定", "zh-cn": "打开通讯账号设置", en: "Open the account's settings" },
    path: () => "/organization/whatsapp",
  },
  "channel.refused": {
    subject: {
      "zh-tw": "通訊帳號「{channel}」收不到訊息",
      "zh-cn": "通讯账号“{channel}”收不到消息",
      en: "{channel} is not receiving messages",
    },
    text: {
      "zh-tw":
        "通訊帳號「{channel}」的密鑰不符，客戶傳來的訊息被拒收。填入正確的密鑰後，近七天內被拒收的訊息會補收進來。",
      "zh-cn":
        "通讯账号“{channel}”的密钥不符，客户发来的消息被拒收。填入正确的密钥后，近七天内被拒收的消息会补收进来。",
      en: "The secret of {channel} does not fit, so its customers' messages are refused. Messages refused in the last seven days arrive once the right secret is entered.",
    },
    button: { "zh-tw": "開啟通訊帳號設定", "zh-cn": "打开通讯账号设置", en: "Open the account's settings" },
    path: ({ details }) => (details["channelKind"] === "line" ? "/organization/line" : "/organization/whatsapp"),
  },
  "broadcast.stopped": {
    subject: {
      "zh-tw": "發送計劃「{plan}」已停止",
      "zh-cn": "发送计划“{plan}”已停止",
      en: "The send plan {plan} has stopped",
    },
    text: {
      "zh-tw": "發送計劃「{plan}」已停止發送，尚未發送的客戶不會收到訊息。原因與處理方法寫在計劃詳情中。",
      "zh-cn": "发送计划“{plan}”已停止发送，尚未发送的客户不会收到消息。原因与处理方法写在计划详情中。",
      en: "The send plan {plan} has stopped. Nobody else gets its message for now. The plan's page shows why and what to do.",
    },
    button: { "zh-tw": "開啟發送計劃", "zh-cn": "打开发送计划", en: "Open the send plan" },
    path: ({ subject_id }) => `/admessage/plan/${subject_id}`,
  },
  "broadcast.limitNear": {
    subject: {
      "zh-tw": "本月群發訊息已用到上限的 {level}%",
      "zh-cn": "本月群发消息已用到上限的 {level}%",
      en: "Broadcasts have used {level}% of this month's limit",
    },
    text: {
      "zh-tw": "本月群發訊息已用到上限的 {level}%。超過上限的發送計劃會暫停，直到下個月或調高上限。",
      "zh-cn": "本月群发消息已用到上限的 {level}%。超过上限的发送计划会暂停，直到下个月或调高上限。",
      en: "Broadcasts have used {level}% of this month's limit. A plan that would exceed it is paused until next month or until the limit is raised.",
    },
    button: { "zh-tw": "開啟群發設定", "zh-cn": "打开群发设置", en: "Open the broadcast settings" },
    path: () => "/admessage/setting",
  },
  "plan.limitNear": {
    subject: {
      "zh-tw": "{use}已用到上限的 80%",
      "zh-cn": "{use}已用到上限的 80%",
      en: "80% of the limit is used: {use}",
    },
    text: {
      "zh-tw": "{use}已用到方案上限的 80%。用完後便不能再增加，請考慮升級方案、儲值或清理。",
      "zh-cn": "{use}已用到套餐上限的 80%。用完后便不能再增加，请考虑升级套餐、充值或清理。",
      en: "80% of the limit is used ({use}). Once the limit is reached, nothing more can be added. You can upgrade, top up, or remove what you do not need.",
    },
    button: { "zh-tw": "查看用量", "zh-cn": "查看用量", en: "See the use" },
    path: () => "/system/payment",
  },
  "plan.limitReached": {
    subject: {
      "zh-tw": "{use}已達上限",
      "zh-cn": "{use}已达上限",
      en: "The limit is reached: {use}",
    },
    text: {
      "zh-tw": "{use}已達方案上限，現在不能再增加；已有的內容不受影響。升級方案、儲值或清理後即可繼續。",
      "zh-cn": "{use}已达套餐上限，现在不能再增加；已有的内容不受影响。升级套餐、充值或清理后即可继续。",
      en: "The limit is reached ({use}), so nothing more can be added for now. Nothing that you already have is lost. Upgrade, top up, or remove what you do not need.",
    },
    button: { "zh-tw": "查看用量", "zh-cn": "查看用量", en: "See the use" },
    path: () => "/system/payment",
  },
  "plan.notRenewed": {
    subject: { "zh-tw": "方案未能自動續訂", "zh-cn": "套餐未能自动续订", en: "Your plan could not be renewed" },
    text: {
      "zh-tw": "方案未能以連結的付款帳戶自動續訂。原因顯示在「訂閱與付款」，也可以在那裡自行續訂。",
      "zh-cn": "套餐未能用已关联的付款账户自动续订。原因显示在“订阅与付款”，也可以在那里自行续订。",
      en: "Your plan could not be renewed from the linked payment account. “Plans and payment” shows why, and you can renew it there yourself.",
    },
    button: { "zh-tw": "前往續訂", "zh-cn": "前往续订", en: "Renew the plan" },
    path: () => "/system/payment",
  },
  "backup.late": {
    subject: {
      "zh-tw": "最近一天沒有備份",
      "zh-cn": "最近一天没有备份",
      en: "There is no backup of the last day",
    },
    text: {
      "zh-tw": "系統最近一天沒有完成備份，原因請見伺服器記錄。若磁碟損壞，較新的資料將無法復原。",
      "zh-cn": "系统最近一天没有完成备份，原因请见服务器日志。若磁盘损坏，较新的数据将无法恢复。",
      en: "Homeroom has completed no backup in the last day; the server's log shows why. If the disk fails, newer data will be lost.",
    },
    button: { "zh-tw": "開啟 Homeroom", "zh-cn": "打开 Homeroom", en: "Open Homeroom" },
    path: () => "/",
  },
  "disk.filling": {
    subject: {
      "zh-tw": "伺服器的磁碟即將用完",
      "zh-cn": "服务器的磁盘即将用完",
      en: "A disk of the server is almost full",
    },
    text: {
      "zh-tw": "資料或備份所在的磁碟即將用完。空間用完後，系統將無法儲存任何內容，請儘快騰出空間。",
      "zh-cn": "数据或备份所在的磁盘即将用完。空间用完后，系统将无法保存任何内容，请尽快腾出空间。",
      en: "The disk with the data or the backups is almost full. When it is full, Homeroom cannot save anything. Please free some space soon.",
    },
    button: { "zh-tw": "開啟 Homeroom", "zh-cn": "打开 Homeroom", en: "Open Homeroom" },
    path: () => "/",
  },
  "assistant.stopped": {
    subject: {
      "zh-tw": "AI 助理「{agent}」已停止回覆",
      "zh-cn": "AI 助手“{agent}”已停止回复",
      en: "The assistant {agent} has stopped answering",
    },
    text: {
      "zh-tw": "AI 助理「{agent}」無法再回覆客戶，客戶的訊息目前只能由同事回覆。請到系統選項查看原因並處理。",
      "zh-cn": "AI 助手“{agent}”无法再回复客户，客户的消息目前只能由同事回复。请到系统选项查看原因并处理。",
      en: "The assistant {agent} can no longer answer customers, so only colleagues can. The system options show why and what to do.",
    },
    button: { "zh-tw": "開啟系統選項", "zh-cn": "打开系统选项", en: "Open the system options" },
    path: () => "/system/sys?tab=gpt",
  },
  "import.finished": {
    subject: { "zh-tw": "匯入已完成", "zh-cn": "导入已完成", en: "Your import has finished" },
    text: {
      "zh-tw": "您的匯入已完成，請登入查看結果。",
      "zh-cn": "您的导入已完成，请登录查看结果。",
      en: "Your import has finished. Sign in to see the result.",
    },
    button: { "zh-tw": "查看結果", "zh-cn": "查看结果", en: "See the result" },
    path: ({ details, subject_id }) =>
      `/${details["kind"] === "lead" ? "lead" : "staff"}/list?import=task-${subject_id}`,
  },
  "role.changed": {
    subject: { "zh-tw": "您的角色已變更", "zh-cn": "您的角色已变更", en: "Your role has changed" },
    text: {
      "zh-tw": "管理員變更了您的角色，可使用的功能可能有所不同。",
      "zh-cn": "管理员变更了您的角色，可使用的功能可能有所不同。",
      en: "An administrator changed your role, so the features that you can use may be different.",
    },
    button: { "zh-tw": "開啟 Homeroom", "zh-cn": "打开 Homeroom", en: "Open Homeroom" },
    path: () => "/dashboard",
  },
};

/** In place of "plan.notRenewed" while there is still time: nobody sells the plan any more. */
export const planNotOnSale: MailTexts = {
  subject: {
    "zh-tw": "方案已停售，無法自動續訂",
    "zh-cn": "套餐已停售，无法自动续订",
    en: "Your plan is no longer sold",
  },
  text: {
    "zh-tw": "目前的方案已停售，到期時無法以連結的付款帳戶自動續訂。請在「訂閱與付款」選購其他方案。",
    "zh-cn": "当前套餐已停售，到期时无法用已关联的付款账户自动续订。请在“订阅与付款”选购其他套餐。",
    en: "Your plan is no longer sold, so the linked payment account cannot renew it. Please choose another plan under “Plans and payment”.",
  },
  button: { "zh-tw": "選購方案", "zh-cn": "选购套餐", en: "Choose a plan" },
  path: () => "/system/payment",
};
