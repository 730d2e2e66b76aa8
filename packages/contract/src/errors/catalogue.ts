import { fillText, type Language } from "../language.ts";
import { accountErrors } from "./account.ts";
import { branchErrors } from "./branch.ts";
import { broadcastErrors } from "./broadcast.ts";
import { campaignErrors } from "./campaign.ts";
import { channelErrors } from "./channel.ts";
import { chatErrors } from "./chat.ts";
import { composerErrors } from "./composer.ts";
import { dictionaryErrors } from "./dictionary.ts";
import { errorGroup } from "./error-group.ts";
import { commonErrors } from "./generic.ts";
import { imageErrors } from "./image.ts";
import { importErrors } from "./import.ts";
import { landingErrors } from "./landing.ts";
import { leadErrors } from "./lead.ts";
import { loginErrors } from "./login.ts";
import { menuErrors } from "./menu.ts";
import { noticeErrors } from "./notice.ts";
import { orderErrors } from "./order.ts";
import { paymentErrors } from "./payment.ts";
import { productErrors } from "./product.ts";
import { roleErrors } from "./role.ts";
import { staffErrors } from "./staff.ts";
import { systemErrors } from "./system.ts";
import { templateErrors } from "./template.ts";

const replyErrors = errorGroup("reply", {
  REPLY_GROUP_REQUIRED: {
    code: 100531,
    status: 422,
    texts: { "zh-tw": "請選擇群組", "zh-cn": "请选择分组", en: "Please choose a group" },
  },
  REPLY_GROUP_NOT_EMPTY: {
    code: 100341,
    status: 409,
    texts: { "zh-tw": "群組內仍有內容，不可刪除", "zh-cn": "分组内仍有内容，不能删除", en: "The group is not empty" },
  },
});

const leadRuleErrors = errorGroup("leadrule", {
  LEAD_RULE_CHANNEL_EXISTS: {
    code: 100013,
    status: 409,
    texts: {
      "zh-tw": "此渠道已有分配規則",
      "zh-cn": "该渠道已有分配规则",
      en: "A rule for this channel exists already",
    },
  },
  LEAD_RULE_RATIO_INVALID: {
    code: 100342,
    status: 422,
    texts: {
      "zh-tw": "比例總和須為 100%，且不可為 0",
      "zh-cn": "比例总和须为 100%，且不能为 0",
      en: "Ratios must total 100 % and none may be 0",
    },
  },
});

const departmentErrors = errorGroup("department", {
  DEPT_NAME_REQUIRED: {
    code: 100001,
    status: 422,
    texts: { "zh-tw": "請輸入部門名稱", "zh-cn": "请输入部门名称", en: "Please enter the department's name" },
  },
  DEPT_CODE_REQUIRED: {
    code: 100002,
    status: 422,
    texts: { "zh-tw": "請輸入部門代碼", "zh-cn": "请输入部门代码", en: "Please enter the department's code" },
  },
  DEPT_CODE_EXISTS: {
    code: 100003,
    status: 409,
    texts: { "zh-tw": "部門代碼已存在", "zh-cn": "部门代码已存在", en: "The department code already exists" },
  },
  DEPT_PARENT_INSIDE: {
    code: 100004,
    status: 409,
    texts: {
      "zh-tw": "不可移到自己或自己的下級部門",
      "zh-cn": "不能移到自己或自己的下级部门",
      en: "A department cannot move into itself or below itself",
    },
  },
  DEPT_TOO_DEEP: {
    code: 100005,
    status: 409,
    texts: { "zh-tw": "部門最多 {n} 層", "zh-cn": "部门最多 {n} 层", en: "Departments can be {n} levels deep at most" },
  },
});

const assistantErrors = errorGroup("chat", {
  GPT_NOT_ANSWERING: {
    code: 100541,
    status: 503,
    texts: {
      "zh-tw": "AI 助理暫時無法回答，請稍後再試",
      "zh-cn": "AI 助手暂时无法回答，请稍后再试",
      en: "The assistant cannot answer at the moment. Please try again later.",
    },
  },
});

export type { ErrorDomain } from "./error-group.ts";

/** Every error that the product knows, by name. */
export const errorCatalogue = {
  ...commonErrors,
  ...loginErrors,
  ...accountErrors,
  ...leadErrors,
  ...leadRuleErrors,
  ...importErrors,
  ...roleErrors,
  ...menuErrors,
  ...staffErrors,
  ...branchErrors,
  ...productErrors,
  ...imageErrors,
  ...orderErrors,
  ...paymentErrors,
  ...channelErrors,
  ...chatErrors,
  ...assistantErrors,
  ...composerErrors,
  ...templateErrors,
  ...broadcastErrors,
  ...replyErrors,
  ...systemErrors,
  ...landingErrors,
  ...campaignErrors,
  ...noticeErrors,
  ...departmentErrors,
  ...dictionaryErrors,
};

export type ErrorName = keyof typeof errorCatalogue;

/** The errors that a call may fail with: neither the web app's own texts nor the ones that only inform. */
export type RefusalName = {
  [Name in ErrorName]: (typeof errorCatalogue)[Name]["status"] extends null | 200 ? never : Name;
}[ErrorName];

/** Values for the places in an error's text, such as `{n}`. */
export type ErrorData = Readonly<Record<string, string | number>>;

/** The text of an error in one language, with its places filled. A place without a value stays as it is. */
export function messageOf(name: ErrorName, language: Language, data: ErrorData = {}): string {
  return fillText(errorCatalogue[name].texts, language, data);
}

/** Whether a text, for example a validation message or a name in an answer, is the name of an error. */
export function isErrorName(text: string): text is ErrorName {
  return Object.hasOwn(errorCatalogue, text);
}

/** Whether a text is the name of an error that a call may fail with. */
export function isRefusalName(text: string): text is RefusalName {
  return isErrorName(text) && (errorCatalogue[text].status ?? 200) !== 200;
}
