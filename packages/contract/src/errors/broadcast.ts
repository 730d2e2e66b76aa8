import { errorGroup } from "./error-group.ts";

export const broadcastErrors = errorGroup("broadcast", {
  PLAN_TIME_NOT_FUTURE: {
    code: 100301,
    status: 422,
    texts: {
      "zh-tw": "發送時間須晚於現在",
      "zh-cn": "发送时间必须晚于当前时间",
      en: "The plan time must be in the future",
    },
  },
  PLAN_CANCEL_TOO_LATE: {
    code: 100302,
    status: 409,
    texts: {
      "zh-tw": "發送前 5 分鐘內不可取消",
      "zh-cn": "发送前 5 分钟内不能取消",
      en: "It cannot be cancelled within 5 minutes of the start",
    },
  },
  PLAN_STATE_NOT_CANCELLABLE: {
    code: 100303,
    status: 409,
    texts: { "zh-tw": "目前狀態不可取消", "zh-cn": "当前状态不能取消", en: "It cannot be cancelled in this state" },
  },
  PLAN_NO_RECIPIENTS: {
    code: 100304,
    status: 422,
    texts: { "zh-tw": "請選擇發送對象", "zh-cn": "请选择发送对象", en: "Please choose recipients" },
  },
  PLAN_BALANCE_LOW: {
    code: 100305,
    status: 409,
    texts: { "zh-tw": "餘額不足", "zh-cn": "余额不足", en: "The balance is too low" },
  },
  PLAN_STATE_CONFLICT: {
    code: 100306,
    status: 409,
    texts: {
      "zh-tw": "計劃目前的狀態不允許此操作",
      "zh-cn": "计划当前状态不允许此操作",
      en: "The plan's state does not allow this",
    },
  },
  EMAIL_NOT_SET_UP: {
    code: 100307,
    status: 409,
    texts: {
      "zh-tw": "此分校尚未設定電郵，請先到電郵設定完成",
      "zh-cn": "该分校尚未设置邮件，请先到邮件设置完成",
      en: "This branch has no mail server yet. Set one up under E-mail",
    },
  },
  PLAN_NEEDS_OTHER_PERSON: {
    code: 100308,
    status: 409,
    texts: {
      "zh-tw": "須由建立或修改計劃以外的另一位人員核准",
      "zh-cn": "须由创建或修改计划以外的另一位人员批准",
      en: "Somebody other than the plan's author and its last editor must approve it",
    },
  },
});
