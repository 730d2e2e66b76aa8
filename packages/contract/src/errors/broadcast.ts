import { errorGroup } from "./error-group.ts";

export const broadcastErrors = errorGroup("broadcast", {
  PLAN_TIME_NOT_FUTURE: {
    code: 100301,
    status: 422,
    texts: {
      "zh-tw": "發送時間須至少在 10 分鐘後，或選擇立即發送",
      "zh-cn": "发送时间必须至少在 10 分钟后，或选择立即发送",
      en: "Choose a time at least 10 minutes ahead, or send it now",
    },
  },
  PLAN_CANCEL_TOO_LATE: {
    code: 100302,
    status: 409,
    texts: {
      "zh-tw": "發送前 5 分鐘內不可取消，開始後可以暫停",
      "zh-cn": "发送前 5 分钟内不能取消，开始后可以暂停",
      en: "A plan cannot be cancelled in the last 5 minutes before it starts. You can pause it once it is running",
    },
  },
  PLAN_STATE_NOT_CANCELLABLE: {
    code: 100303,
    status: 409,
    texts: {
      "zh-tw": "只有尚未開始的計劃可以取消，發送中的計劃可以暫停",
      "zh-cn": "只有尚未开始的计划可以取消，发送中的计划可以暂停",
      en: "Only a scheduled plan can be cancelled. You can pause a running one",
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
      en: "The plan's state does not allow this. Reload the page to see its current state",
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
      en: "Number {line}, “{number}”, is not valid. Enter the area code and the number, such as +852 9123 4567",
    },
  },
  PLAN_TOO_MANY_NUMBERS: {
    code: 100310,
    status: 422,
    texts: {
      "zh-tw": "一個計劃最多 5,000 個號碼，人數更多時請匯入名單並使用發送對象",
      "zh-cn": "一个计划最多 5,000 个号码，人数更多时请导入名单并使用发送对象",
      en: "A plan can have at most 5,000 numbers. To use more, import them as leads and choose a recipient list",
    },
  },
  PLAN_PLACE_EMPTY: {
    code: 100311,
    status: 422,
    texts: {
      "zh-tw": "範本的變數 {place} 尚未填寫，請輸入文字或選擇名單資料",
      "zh-cn": "模板的变量 {place} 尚未填写，请输入文字或选择名单信息",
      en: "The template's variable {place} is empty. Enter a text or choose a field of the lead",
    },
  },
  // The specification's "over limit": the code of CHAT_QUOTA_EXCEEDED, but topping up does not help here.
  PLAN_MONTHLY_LIMIT: {
    code: 200117,
    status: 409,
    texts: {
      "zh-tw":
        "超過機構自訂的每月上限 {limit} 則：本月尚可發送 {left} 則，這次需要 {count} 則。可在「群發設定」提高上限（須有修改群發設定的權限），或等到下個月",
      "zh-cn":
        "超过机构自定的每月上限 {limit} 条：本月还可发送 {left} 条，这次需要 {count} 条。可在“群发设置”提高上限（须有修改群发设置的权限），或等到下个月",
      en: "This exceeds your organisation's own limit of {limit} messages a month: {left} are left and {count} are needed. Wait for next month, or ask somebody with the right to change the bulk message settings to raise the limit",
    },
  },
  PLAN_NONE_FAILED: {
    code: 100312,
    status: 409,
    texts: {
      "zh-tw": "沒有需要補發的失敗對象，如要再次發送請選擇全部",
      "zh-cn": "没有需要补发的失败对象，如要再次发送请选择全部",
      en: "No failed messages are left. To send the plan again, send it to everyone",
    },
  },
  PLAN_RESEND_RUNNING: {
    code: 100313,
    status: 409,
    texts: {
      "zh-tw": "這個計劃正在再次發送，請等它完成，或先暫停並結束它",
      "zh-cn": "这个计划正在再次发送，请等它完成，或先暂停并结束它",
      en: "This plan is already being sent again. Wait until that is done, or pause and end it first",
    },
  },
  PLAN_LIST_CLOSED: {
    code: 100315,
    status: 409,
    texts: {
      "zh-tw": "選擇的發送對象已關閉，請先開放它，或選擇其他發送對象",
      "zh-cn": "选择的发送对象已关闭，请先开放它，或选择其他发送对象",
      en: "One of the recipient lists is closed. Open it first, or choose another one",
    },
  },
  PRICE_PERIOD_OVERLAPS: {
    code: 100314,
    status: 422,
    texts: {
      "zh-tw": "這個國家與類別在 {from} 至 {until} 已有價格，請讓新價格從之後開始，或縮短原有的期間",
      "zh-cn": "该国家与类别在 {from} 至 {until} 已有价格，请让新价格从之后开始，或缩短原有的期间",
      en: "There is already a price for this country and category from {from} to {until}. Start the new one later, or end the existing one earlier",
    },
  },
});
