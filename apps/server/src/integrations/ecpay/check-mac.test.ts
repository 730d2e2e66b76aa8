import { expect, test } from "vitest";
import { checkMacValue, isSigned } from "./check-mac.ts";

/** The keys that ECPay publishes for its stage. */
const keys = { hashKey: "pwFHCqoQZGmho4w6", hashIv: "EkRm7iFT261dpevs" };

const order = {
  MerchantID: "3002607",
  MerchantTradeNo: "EDU20260101001",
  MerchantTradeDate: "2026/01/01 09:30:00",
  PaymentType: "aio",
  TotalAmount: "1200",
  TradeDesc: "Course fee",
  ItemName: "Math (Level 1)#Book * 2",
  ReturnURL: "https://example.test/pay/notify?b=1&c=~x",
  ChoosePayment: "Credit",
  EncryptType: "1",
};
const paid = {
  MerchantID: "3002607",
  MerchantTradeNo: "EDU20260101001",
  RtnCode: "1",
  RtnMsg: "交易成功",
  TradeNo: "2601010930001234",
  TradeAmt: "1200",
  PaymentDate: "2026/01/01 09:35:11",
  PaymentType: "Credit_CreditCard",
  PaymentTypeChargeFee: "24",
  TradeDate: "2026/01/01 09:30:00",
  SimulatePaid: "0",
  CustomField1: "",
  StoreID: "",
};

test.each([
  [
    "ECPay's own example",
    { MerchantID: "3002607", ItemName: "Tom's Shop", TotalAmount: "100" },
    "CF0A3D4901D99459D8641516EC57210700E8A5C9AB26B1D021301E9CB93EF78D",
  ],
  ["an order", order, "6A4F0F5DF2F9FBB28FEB0D554B5EB174C2EBFE3F27120CB2989D29A883AA8070"],
  ["a notice with Chinese and empty fields", paid, "1EBBE46929EE3FB212C0C2A5CBD1EACF02309536A6619E562E3756474B54824D"],
])("%s is signed as ECPay signs it", (_name, fields, expected) => {
  expect(checkMacValue(fields, keys)).toBe(expected);
});

test("a changed field, a missing signature and missing keys are refused", () => {
  const signed = { ...paid, CheckMacValue: checkMacValue(paid, keys) };
  expect(isSigned(signed, keys)).toBe(true);
  expect(isSigned({ ...signed, TradeAmt: "12" }, keys)).toBe(false);
  expect(isSigned({ ...signed, Extra: "1" }, keys)).toBe(false);
  expect(isSigned(paid, keys)).toBe(false);
  const without = { hashKey: "", hashIv: "" };
  expect(isSigned({ ...paid, CheckMacValue: checkMacValue(paid, without) }, without)).toBe(false);
});
