import { afterAll, beforeAll, expect, test } from "vitest";
import { registerDocumentation } from "./documentation.ts";
import { startTestServer, type TestServer } from "./for-tests.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer(() => {});
  registerDocumentation(server.app, { version: "2.12.0" });
});
afterAll(() => server.stop());

test("the description names the version and the calls", async () => {
  const answer = await server.app.inject("/openapi.json");
  expect(answer.json()).toMatchObject({
    openapi: "3.1.0",
    info: { title: "Homeroom", version: "2.12.0" },
    paths: { "/api_sso/Login/LoginOn": { post: { security: [] } }, "/api_users/Member/LeadsList": { post: {} } },
  });
});

test("the page and everything that it loads come from here and keep to the security headers", async () => {
  const page = await server.app.inject("/docs");
  const loaded = [...page.payload.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url]) => url ?? "");
  expect(loaded).toHaveLength(3);
  expect(page.payload).not.toMatch(/<script>|<style|\son\w+=/);
  expect(page.headers["content-security-policy"]).toContain("script-src 'self';");
  for (const url of loaded) {
    const answer = await server.app.inject(url);
    expect([url, answer.statusCode]).toEqual([url, 200]);
    expect(answer.headers["content-type"]).toMatch(url.endsWith(".css") ? /^text\/css/ : /^text\/javascript/);
  }
});
