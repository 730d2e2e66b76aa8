import { expect, test } from "vitest";
import { isOutside, lookupOutside } from "./outside-address.ts";

test.each([
  "127.0.0.1",
  "10.1.2.3",
  "172.20.0.1",
  "192.168.1.1",
  "169.254.169.254",
  "100.64.0.1",
  "::1",
  "fd00::1",
  "fe80::1",
  "fec0::1",
  "::ffff:127.0.0.1",
  "::ffff:a9fe:a9fe",
  "::127.0.0.1",
  "::ffff:0:127.0.0.1",
  "64:ff9b::10.0.0.1",
  "64:ff9b::a9fe:a9fe",
  "64:ff9b:1::a9fe:a9fe",
  "2002:7f00:1::1",
  "2002:a9fe:a9fe::",
  "2001:0:7f00:1::",
  "home",
])("%s is inside", (address) => {
  expect(isOutside(address)).toBe(false);
});

test.each(["8.8.8.8", "203.69.1.1", "2001:4860:4860::8888"])("%s is outside", (address) => {
  expect(isOutside(address)).toBe(true);
});

test("a name of this machine is refused before anything is connected", async () => {
  const code = await new Promise((resolve) => {
    lookupOutside("localhost", {}, (error) => resolve(error?.code));
  });
  expect(code).toBe("EACCES");
});
