/**
 * Calls of the specification that no module answers yet, by the module that will. A call leaves this list when it enters
 * the contract; the list goes when it is empty.
 */
export const notYetBuilt: Readonly<Record<string, readonly string[]>> = {
  payment: [
    "GET /api_users/Member/PaymentSetting",
    "GET /api_users/Member/UpdatePaymentStatus",
    "POST /api_users/Member/UpdatePaymentSetting",
  ],
  email: [
    "POST /api_basic/Setting/SendTestEmail",
    "POST /api_basic/Setting/SaveEmailSetting",
    "GET /api_basic/Setting/QueryEmailSetting",
  ],
};
