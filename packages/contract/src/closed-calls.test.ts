import { expect, test } from "vitest";
import { allEndpoints } from "./all-endpoints.ts";
import { isClosedAfterExpiry, readingCalls } from "./closed-calls.ts";
import type { EndpointTable } from "./endpoint.ts";

const calls = Object.values<EndpointTable>(allEndpoints).flatMap((table) => Object.values(table));
const closed = new Set(calls.filter(isClosedAfterExpiry).map(({ path }) => path));

test.each([
  "/api_users/Member/LeadsList",
  "/api_users/Order/ExportOrder",
  "/api_basic/Payment/CreateOrder",
  "/api_basic/Payment/UploadTransferImage",
  "/api_users/Member/WipeOrganizationData",
  "/api_users/Member/EditAccountBaseInfo",
  "/api_chat/Chat/MessageList",
])("%s is open after a plan has ended", (path) => {
  expect(calls.some((call) => call.path === path)).toBe(true);
  expect(closed.has(path)).toBe(false);
});

test.each([
  "/api_users/Member/AddLeadInfo",
  "/api_chat/Chat/SendMessage",
  "/api_chat/Broadcast/AddPlan",
  "/api_users/Order/AddOrder",
  "/api_chat/AIImage/Generate",
])("%s is closed", (path) => {
  expect(closed.has(path)).toBe(true);
});

test("a call listed as open exists, and would otherwise be closed by its permissions", () => {
  for (const path of readingCalls) {
    const call = calls.find((one) => one.path === path);
    expect(call, path).toBeDefined();
    if (call) expect(isClosedAfterExpiry({ ...call, path: "" }), path).toBe(true);
  }
});

test("no call that only reads is closed", () => {
  const named = /\/(Query[A-Za-z]*|[A-Za-z]*List|[A-Za-z]*Info|Export[A-Za-z]*)$/;
  const writes = /\/(Delete|Add|Edit|Update|Upload|Save|Restore|Change|Import[A-Z]+|ImportLead|Import)/;
  const reads = calls.filter(({ path, method }) => method === "GET" && named.test(path) && !writes.test(path));
  expect(reads.length).toBeGreaterThan(10);
  expect(reads.filter(isClosedAfterExpiry).map(({ path }) => path)).toEqual([]);
});
