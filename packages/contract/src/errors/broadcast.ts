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
});
