/** The credentials that the payment platforms of the sandbox accept. ECPay's are its published ones for testing. */
export const readyAccounts = {
  paypal: {
    clientId: "demo-paypal-client",
    clientSecret: "demo-paypal-secret",
    webhookId: "1JE4291016473214C",
  },
  shopline: {
    merchantId: "demo-shopline-merchant",
    apiKey: "demo-shopline-api-key",
    signKey: "demo-shopline-sign-key",
  },
  ecpay: {
    merchantId: "3002607",
    hashKey: "pwFHCqoQZGmho4w6",
    hashIv: "EkRm7iFT261dpevs",
  },
  /** ECPay's invoices have a separate merchant. */
  ecpayInvoices: {
    merchantId: "2000132",
    hashKey: "ejCk326UnaZWKisg",
    hashIv: "q9jcZX8Ib9LM8wYk",
  },
} as const;
