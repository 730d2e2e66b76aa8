/**
 * Calls of the specification that no module answers yet, by the module that will. A call leaves this list when it enters
 * the contract; the list goes when it is empty.
 */
export const notYetBuilt: Readonly<Record<string, readonly string[]>> = {
  dashboard: ["POST /api_users/Dashboard/DashboardInfo"],
  quickReplies: [
    "POST /api_users/Member/UploadReplyImage",
    "POST /api_users/Member/UpdateGroupName",
    "POST /api_users/Member/AddGroupinfo",
    "POST /api_users/Member/AddReplyMessageinfo",
    "POST /api_users/Member/UploadReplyMessageinfo",
    "POST /api_users/Member/UploadReplyMessageGroupinfo",
    "GET /api_users/Member/DeleteGroupinfo",
    "GET /api_users/Member/QuickReplyGroupList",
    "GET /api_users/Member/QuickReplyMessageList",
    "GET /api_users/Member/DeleteReplyMessageinfo",
  ],
  payment: [
    "GET /api_users/Member/PaymentSetting",
    "GET /api_users/Member/UpdatePaymentStatus",
    "POST /api_users/Member/UpdatePaymentSetting",
  ],
  assistant: [
    "POST /api_users/Member/UpdateDifySetting",
    "POST /api_users/Member/UpdateChatGPTSetting",
    "POST /api_users/Member/UpdateGPTStatus",
    "GET /api_users/Member/GPTList",
    "GET /api_users/Member/DeleteGPTdata",
    "POST /api_users/Member/TestChatgpt",
    "POST /api_users/Member/TestDifygpt",
  ],
  whatsapp: ["POST /api_users/Member/UpdateWhatsappSetting", "POST /api_users/Member/TestWhatsAppCatalogID"],
  email: [
    "POST /api_basic/Setting/SendTestEmail",
    "POST /api_basic/Setting/SaveEmailSetting",
    "GET /api_basic/Setting/QueryEmailSetting",
  ],
};
