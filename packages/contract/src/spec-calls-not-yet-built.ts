/**
 * Calls of the specification that no module answers yet, by the module that will. A call leaves this list when it enters
 * the contract; the list goes when it is empty.
 */
export const notYetBuilt: Readonly<Record<string, readonly string[]>> = {
  dashboard: ["POST /api_users/Dashboard/DashboardInfo"],
  payment: [
    "GET /api_users/Member/PaymentSetting",
    "GET /api_users/Member/UpdatePaymentStatus",
    "POST /api_users/Member/UpdatePaymentSetting",
  ],
  line: [
    "POST /api_users/Member/UploadLineHellomessageimage",
    "POST /api_users/Member/UpdateLineSetting",
    "POST /api_users/Member/UpdateLineliffSetting",
    "POST /api_users/Member/UpdateLineMessageSetting",
    "GET /api_users/Member/LineSetting",
    "POST /api_users/Member/TestLineAccessToken",
    "POST /api_users/Member/SendTestlineHellomessage",
    "GET /api_users/Member/QueryLinemessageSetting",
    "GET /api_users/Member/UpdatewelcomemessagelineStatus",
  ],
  whatsapp: ["POST /api_chat/Chat/TestFaceBookWhatsappHello"],
  email: [
    "POST /api_basic/Setting/SendTestEmail",
    "POST /api_basic/Setting/SaveEmailSetting",
    "GET /api_basic/Setting/QueryEmailSetting",
  ],
};
