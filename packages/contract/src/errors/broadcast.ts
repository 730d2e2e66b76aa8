import { errorGroup } from "./error-group.ts";

export const broadcastErrors = errorGroup("broadcast", {
  PLAN_TIME_NOT_FUTURE: {
    code: 100301,
    status: 422,
    texts: {
      "zh-tw": "發送時間須至少在 10 分鐘後，或選擇立即發送",
      "zh-cn": "发送时间必须至少在 10 分钟后，或选择立即发送",
      en: "The time must be at least 10 minutes ahead; or send it now",
    },
  },
  PLAN_CANCEL_TOO_LATE: {
    code: 100302,
    status: 409,
    texts: {
      "zh-tw": "發送前 5 分鐘內不可取消，開始後可以暫停",
      "zh-cn": "发送前 5 分钟内不能取消，开始后可以暂停",
      en: "It cannot be cancelled within 5 minutes of the start. Once it runs you can pause it",
    },
  },
  PLAN_STATE_NOT_CANCELLABLE: {
    code: 100303,
    status: 409,
    texts: {
      "zh-tw": "只有尚未開始的計劃可以取消，發送中的計劃可以暫停",
      "zh-cn": "只有尚未开始的计划可以取消，发送中的计划可以暂停",
      en: "Only a plan that waits for its time can be cancelled. A running one can be paused",
    },
  },
  PLAN_NO_RECIPIENTS: {
    code: 100304,
    status: 422,
    texts: { "zh-tw": "請選擇發送對象", "zh-cn": "请选择发送对象", en: "Please choose recipients" },
  },
  PLAN_BALANCE_LOW: {
    code: 100305,
    status: 409,
    texts: {
      "zh-tw": "餘額不足，請先充值",
      "zh-cn": "余额不足，请先充值",
      en: "The balance is too low. Top up the account first",
    },
  },
  PLAN_STATE_CONFLICT: {
    code: 100306,
    status: 409,
    texts: {
      "zh-tw": "計劃目前的狀態不允許此操作，請重新載入查看最新狀態",
      "zh-cn": "计划当前状态不允许此操作，请重新加载查看最新状态",
      en: "The plan's state does not allow this. Reload the page to see where it is",
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
  PLAN_NUMBER_INVALID: {
    code: 100309,
    status: 422,
    texts: {
      "zh-tw": "第 {line} 個號碼「{number}」不正確，請填寫區號和號碼，例如 +852 9123 4567",
      "zh-cn": "第 {line} 个号码“{number}”不正确，请填写区号和号码，例如 +852 9123 4567",
      en: "Number {line}, “{number}”, is not valid. Write the area code and the number, such as +852 9123 4567",
    },
  },
  PLAN_TOO_MANY_NUMBERS: {
    code: 100310,
    status: 422,
    texts: {
      "zh-tw": "一個計劃最多 5,000 個號碼，人數更多時請匯入名單並使用發送對象",
      "zh-cn": "一个计划最多 5,000 个号码，人数更多时请导入名单并使用发送对象",
      en: "A plan takes at most 5,000 numbers. For more, import them as leads and choose a recipient list",
    },
  },
  PLAN_PLACE_EMPTY: {
    code: 100311,
    status: 422,
    texts: {
      "zh-tw": "範本的變數 {place} 尚未填寫，請輸入文字或選擇名單資料",
      "zh-cn": "模板的变量 {place} 尚未填写，请输入文字或选择名单资料",
      en: "The template's variable {place} is empty. Enter a text or choose a field of the lead",
    },
  },
  PLAN_NONE_FAILED: {
    code: 100312,
    status: 409,
    texts: {
      "zh-tw": "沒有發送失敗的對象，如要再次發送請選擇全部",
      "zh-cn": "没有发送失败的对象，如要再次发送请选择全部",
      en: "Nobody's message failed. To send it again, send it to everyone",
    },
  },
});
