import { language, languages } from "./i18n.js";

/** The texts of the LINE phone in zh-TW, zh-CN and English. */
const texts = {
  title: ["LINE 沙盒手機", "LINE 沙盒手机", "LINE sandbox phone"],
  whatsapp: ["WhatsApp 手機", "WhatsApp 手机", "WhatsApp phone"],
  people: ["客戶", "客户", "Customers"],
  newPerson: ["新增客戶", "新增客户", "Add a customer"],
  name: ["客戶的名稱", "客户的名称", "The customer’s name"],
  none: ["未加好友", "未加好友", "Not a friend"],
  friend: ["好友", "好友", "Friend"],
  blocked: ["已封鎖", "已拉黑", "Blocked"],
  follow: ["加為好友", "添加好友", "Add as friend"],
  unblock: ["解除封鎖", "解除拉黑", "Unblock"],
  unfollow: ["封鎖", "拉黑", "Block"],
  write: ["輸入訊息", "输入消息", "Write a message"],
  send: ["傳送", "发送", "Send"],
  image: ["圖片", "图片", "Picture"],
  video: ["影片", "视频", "Video"],
  audio: ["語音", "语音", "Voice"],
  file: ["檔案", "文件", "File"],
  sticker: ["貼圖", "贴图", "Sticker"],
  location: ["位置", "位置", "Location"],
  postback: ["按選單", "点菜单", "Press the menu"],
  unsend: ["收回", "撤回", "Unsend"],
  quote: ["引用", "引用", "Quote"],
  cancel: ["取消", "取消", "Cancel"],
  unsent: ["已收回", "已撤回", "Unsent"],
  reply: ["免費回覆", "免费回复", "Free reply"],
  push: ["推播", "推送", "Push"],
  quota: ["本月額度", "本月额度", "Monthly quota"],
  useUp: ["用完額度", "用完额度", "Use it up"],
  renew: ["恢復額度", "恢复额度", "Restore it"],
  token: ["存取權杖", "访问令牌", "Access token"],
  revoke: ["撤銷", "撤销", "Revoke"],
  restore: ["恢復", "恢复", "Restore"],
  next: ["下一次傳送的回應", "下一次发送的响应", "Answer to the next send"],
  clear: ["全部取消", "全部取消", "Clear all"],
  language: ["語言", "语言", "Language"],
  empty: ["選一位客戶", "选一位客户", "Choose a customer"],
};

export function t(key) {
  return texts[key]?.[languages.indexOf(language())] ?? key;
}
