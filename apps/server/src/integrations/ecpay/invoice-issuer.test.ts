import { expect, test } from "vitest";
import { decryptData, encryptData } from "./invoice-issuer.ts";

const keys = { hashKey: "ejCk326UnaZWKisg", hashIv: "q9jcZX8Ib9LM8wYk" };

// Published by ECPay: github.com/ECPay/ECPay-API-Skill, test-vectors/aes-encryption.json (March 2026).
test.each([
  [
    { MerchantID: "2000132", BarCode: "/1234567" },
    "XeEOdHpTRvxKEqs/JD9RSd16s7VtpyWVCN6AV44pKTW3DVa6yI7vKmjBRp2eulDhXoru/qBqFDBH3fEqlkMn3bbJfJBfGAq+v+SvttutYnc=",
  ],
  [
    { Name: "test!*'()~value" },
    "uvI4yrErM37XNQkXGAgRgBuDOiJoVs72Xn/rum9Ejl1DSna4HyLSoY7764PmhTR7JXb9jJWLSjCGcZEDeFiABg==",
  ],
  [{ N: "1234567890" }, "gVwWJnIpl1m3ZDypcRAjiCctilYnQhHn4h8OzJP5IxQPov7HuysXX+jPONvrHS7Z"],
  [
    { MerchantID: "2000132", ItemName: "綠界科技測試商品" },
    "XeEOdHpTRvxKEqs/JD9RSd16s7VtpyWVCN6AV44pKTVKsXddZRgV+Cle9oeB2PqsEC2O0oDi4kObiCtdGznG9aAX69Kj0//VjGXhieBYZ3RuGW9v20xQyBevaBwtOvg1lYjlDw6jsgfToGMUvlGsIJ2DO6/tbXjNZumnRgj2GCSj7LLDRBU3KlkUWji16nO1",
  ],
])("%o is encrypted as ECPay does it, and read again", (data, encrypted) => {
  expect(encryptData(data, keys)).toBe(encrypted);
  expect(decryptData(encrypted, keys)).toEqual(data);
});

test("data encrypted with other keys are refused", () => {
  const foreign = encryptData({ RtnCode: 1 }, { ...keys, hashKey: "pwFHCqoQZGmho4w6" });
  expect(() => decryptData(foreign, keys)).toThrow();
});
