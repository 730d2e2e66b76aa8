import { expect, test } from "vitest";
import { InvoiceChoice, isCompanyNumber } from "./invoice-choice.ts";

// 04595257 and 10458575 are examples of the Ministry of Finance; 53212539 is ECPay's own number.
test.each([
  ["53212539", true],
  ["04595257", true],
  ["10458575", true],
  ["10458574", true],
  ["10458573", false],
  ["53212538", false],
  ["1234567", false],
  ["1234567a", false],
])("%s is a company's number: %s", (number, is) => {
  expect(isCompanyNumber(number)).toBe(is);
});

test.each([
  [{ kind: "member" }, []],
  [{ kind: "mobileBarcode", carrier: "/AB12+-." }, []],
  [{ kind: "mobileBarcode", carrier: "AB12345" }, ["carrier"]],
  [{ kind: "certificate", carrier: "AB12345678901234" }, []],
  [{ kind: "certificate", carrier: "/AB12345" }, ["carrier"]],
  [{ kind: "donation", loveCode: "168001" }, []],
  [{ kind: "donation", loveCode: "1" }, ["loveCode"]],
  [{ kind: "company", companyNumber: "53212539", companyName: "綠界科技" }, []],
  [{ kind: "company", companyNumber: "53212538" }, ["companyNumber", "companyName"]],
])("%o has faults at %o", (choice, faults) => {
  const found = InvoiceChoice.safeParse(choice).error?.issues ?? [];
  expect(found.map(({ path }) => path[0])).toEqual(faults);
});
