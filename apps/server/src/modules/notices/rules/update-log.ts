import type { Language, Texts } from "@homeroom/contract/language";
import type { Update } from "@homeroom/contract/updates";

interface Version {
  version: string;
  date: string;
  title: Texts;
  lines: Record<Language, readonly string[]>;
}

/** What is new in each version of the product, newest first. */
const versions: readonly Version[] = [
  {
    version: "2.12.0",
    date: "2026-11-20",
    title: {
      "zh-tw": "名單、WhatsApp 對話與團隊",
      "zh-cn": "名单、WhatsApp 对话与团队",
      en: "Leads, WhatsApp conversations and your team",
    },
    lines: {
      "zh-tw": [
        "名單：搜尋、篩選、就地修改狀態與業務，備註與完整記錄",
        "WhatsApp 對話：即時收發文字、圖片、語音與文件，24 小時回覆時限倒數",
        "員工、角色與分校：新增員工、設定權限、切換分校",
        "公告與通知：重要消息即時送到每個人，並可自選提醒方式與勿擾時段",
        "兩步驟驗證與登入裝置清單，保護每個帳號",
        "繁體中文、簡體中文與英文介面，深色主題與手機版面",
      ],
      "zh-cn": [
        "名单：搜索、筛选、直接修改状态与销售，备注与完整记录",
        "WhatsApp 对话：实时收发文字、图片、语音与文件，24 小时回复时限倒计时",
        "员工、角色与分校：新增员工、设置权限、切换分校",
        "公告与通知：重要消息实时送达每个人，可自选提醒方式与免打扰时段",
        "两步验证与登录设备列表，保护每个账号",
        "繁体中文、简体中文与英文界面，深色主题与手机版面",
      ],
      en: [
        "Leads: search, filter, edit status and sales in the list, notes and a full history",
        "WhatsApp conversations: send and receive text, pictures, voice messages and documents in real time, with a countdown of the 24-hour window",
        "Staff, roles and branches: add colleagues, set their permissions, switch branches",
        "Notices and notifications: important messages reach everyone at once, in the way that each person chooses, with quiet hours",
        "Two-step sign-in and a list of your devices protect every account",
        "Traditional Chinese, Simplified Chinese and English, a dark theme, and a layout for phones",
      ],
    },
  },
];

/** The update log in one language. */
export function updateLog(language: Language): Update[] {
  return versions.map(({ version, date, title, lines }) => ({
    version,
    date,
    title: title[language],
    content: lines[language].join("\n"),
  }));
}
