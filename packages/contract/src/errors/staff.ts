import { errorGroup } from "./error-group.ts";

export const staffErrors = errorGroup("staff", {
  STAFF_INVALID_EMAIL: {
    code: 100001,
    status: 422,
    texts: { "zh-tw": "電郵格式不正確", "zh-cn": "邮箱格式不正确", en: "The e-mail address is not valid" },
  },
  STAFF_NICKNAME_REQUIRED: {
    code: 100003,
    status: 422,
    texts: { "zh-tw": "請輸入姓名", "zh-cn": "请输入姓名", en: "Please enter a name" },
  },
  STAFF_EMAIL_EXISTS: {
    code: 100004,
    status: 409,
    texts: { "zh-tw": "電郵已存在", "zh-cn": "邮箱已存在", en: "The e-mail already exists" },
  },
  STAFF_BAD_AREA_CODE: {
    code: 100007,
    status: 422,
    texts: { "zh-tw": "區號不正確", "zh-cn": "区号不正确", en: "The area code is not valid" },
  },
  STAFF_BAD_PHONE: {
    code: 100008,
    status: 422,
    texts: { "zh-tw": "電話號碼不正確", "zh-cn": "电话号码不正确", en: "The phone number is not valid" },
  },
  STAFF_BAD_EMERGENCY_PHONE: {
    code: 100010,
    status: 422,
    texts: {
      "zh-tw": "緊急聯絡電話不正確",
      "zh-cn": "紧急联系电话不正确",
      en: "The emergency phone number is not valid",
    },
  },
  STAFF_EMAIL_REQUIRED: {
    code: 100011,
    status: 422,
    texts: { "zh-tw": "請輸入電郵", "zh-cn": "请输入邮箱", en: "Please enter the e-mail" },
  },
  STAFF_ID_EXISTS: {
    code: 100012,
    status: 409,
    texts: { "zh-tw": "員工編號已存在", "zh-cn": "员工编号已存在", en: "The staff ID already exists" },
  },
  STAFF_ROLE_REQUIRED: {
    code: 100451,
    status: 422,
    texts: {
      "zh-tw": "在職帳號至少要有一個角色",
      "zh-cn": "在职账号至少要有一个角色",
      en: "An active account needs at least one role",
    },
  },
  STAFF_BRANCH_REQUIRED: {
    code: 100452,
    status: 422,
    texts: {
      "zh-tw": "在職帳號至少要屬於一間分校",
      "zh-cn": "在职账号至少要属于一个分校",
      en: "An active account needs at least one branch",
    },
  },
  STAFF_ROLE_BEYOND_RIGHTS: {
    code: 100453,
    status: 422,
    texts: {
      "zh-tw": "不可授予或收回權限超出自己的角色",
      "zh-cn": "不能授予或收回权限超出自己的角色",
      en: "You cannot give or remove a role that has more permissions than you",
    },
  },
  STAFF_BRANCH_BEYOND_REACH: {
    code: 100454,
    status: 422,
    texts: {
      "zh-tw": "只能指派自己可進入的分校",
      "zh-cn": "只能指派自己可进入的分校",
      en: "You can only assign branches that you have access to",
    },
  },
  STAFF_EMAIL_IS_OWN: {
    code: 100460,
    status: 409,
    texts: {
      "zh-tw": "自己的登入電郵請到帳號設定更改，需要密碼及驗證碼",
      "zh-cn": "自己的登录邮箱请到账号设置修改，需要密码和验证码",
      en: "Change your own sign-in e-mail in your account settings, with your password and a code",
    },
  },
  STAFF_IS_SELF: {
    code: 100455,
    status: 409,
    texts: {
      "zh-tw": "不可對自己的帳號執行此操作，請由其他管理員處理",
      "zh-cn": "不能对自己的账号执行此操作，请由其他管理员处理",
      en: "You cannot do this to your own account; ask another administrator",
    },
  },
  STAFF_IS_OWNER: {
    code: 100456,
    status: 403,
    texts: {
      "zh-tw": "只有擁有者本人可以更改擁有者帳號",
      "zh-cn": "只有所有者本人可以更改所有者账号",
      en: "Only the owner may change the owner's account",
    },
  },
  STAFF_OUT_OF_REACH: {
    code: 100457,
    status: 403,
    texts: {
      "zh-tw": "這位員工的權限或分校超出您的範圍，無法更改",
      "zh-cn": "该员工的权限或分校超出您的范围，无法更改",
      en: "This person has more rights or branches than you, so you cannot change them",
    },
  },
  STAFF_NOT_LEFT: {
    code: 100458,
    status: 409,
    texts: {
      "zh-tw": "請先將員工設為離職，再清除個人資料",
      "zh-cn": "请先将员工设为离职，再清除个人信息",
      en: "Mark the person as having left before erasing their data",
    },
  },
  STAFF_ERASED: {
    code: 100647,
    status: 409,
    texts: {
      "zh-tw": "這位員工的個人資料已清除，帳號無法再更改或啟用",
      "zh-cn": "该员工的个人信息已清除，账号无法再更改或启用",
      en: "This person's data were erased, so the account can no longer be changed or enabled",
    },
  },
  HAND_OVER_RECEIVER_UNFIT: {
    code: 100459,
    status: 422,
    texts: {
      "zh-tw": "接收的人必須在職、在該分校工作，並有相應的角色",
      "zh-cn": "接收人必须在职、在该分校工作，并有相应的角色",
      en: "The recipient must be active, work at that branch and have the role",
    },
  },
  HAND_OVER_RUNNING: {
    code: 100469,
    status: 409,
    texts: {
      "zh-tw": "這位員工的名單正以其他安排交接中，請待完成後再試",
      "zh-cn": "该员工的名单正按其他安排交接，请完成后再试",
      en: "Another hand-over of this person's leads is in progress; try again when it is done",
    },
  },
  HAND_OVER_NOT_UNDOABLE: {
    code: 100470,
    status: 409,
    texts: {
      "zh-tw": "這次交接已無法復原",
      "zh-cn": "本次交接已无法撤销",
      en: "This hand-over can no longer be undone",
    },
  },
  HAND_OVER_PERSON_AWAY: {
    code: 100471,
    status: 422,
    texts: {
      "zh-tw": "請先將這位員工設為在職，再復原交接",
      "zh-cn": "请先将该员工设为在职，再撤销交接",
      en: "Set this person to active again before undoing the hand-over",
    },
  },
});

export const departmentErrors = errorGroup("department", {
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
