import { expect, it } from "vitest";
import { pathOfHash, returnPath } from "./return-path.ts";

const origin = "https://school.example";

it.each([
  [null, "/"],
  ["", "/"],
  ["/lead/list?status=1,2", "/lead/list?status=1,2"],
  ["lead/list", "/lead/list"],
  ["https://school.example/chat/whatsapp", "/chat/whatsapp"],
  ["https://evil.example/x", "/"],
  ["//evil.example/x", "/"],
  ["/\\evil.example", "/"],
  ["https://school.example//evil.example", "/evil.example"],
  ["javascript:alert(1)", "/"],
  ["http://[", "/"],
  ["/login?redirect=%2Fx", "/"],
])("%j leads to %j", (redirect, path) => expect(returnPath(redirect, origin)).toBe(path));

it.each([
  ["/", "#/lead/list?x=1", "/lead/list?x=1"],
  ["/", "#//evil.example", "/evil.example"],
  ["/", "", null],
  ["/", "#part", null],
  ["/lead/list", "#/x", null],
])("%s%s becomes %j", (path, hash, expected) => expect(pathOfHash(path, hash)).toBe(expected));
