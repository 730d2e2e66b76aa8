import { expect, test } from "vitest";
import { isPublicAddress } from "./rules.ts";

test.each(["https://school.example.com/api_webhook/Line/Callback/1", "https://crm.chenguang.tw", "https://8.8.8.8/x"])(
  "a provider can be told to call %s",
  (address) => expect(isPublicAddress(address)).toBe(true),
);

test.each([
  "http://school.example.com/callback",
  "https://localhost/callback",
  "https://127.0.0.1/callback",
  "https://192.168.1.20/callback",
  "https://172.20.0.3/callback",
  "https://10.1.2.3",
  "https://[::1]/callback",
  "https://office-pc/callback",
  "https://crm.local/callback",
  "ftp://school.example.com",
  "",
])("nobody outside reaches %s", (address) => expect(isPublicAddress(address)).toBe(false));
