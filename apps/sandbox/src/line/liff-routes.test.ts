import { expect, test } from "vitest";
import { prepareSandbox } from "../testing/quiet-sandbox.ts";
import { demoLiffId, demoLineAccount } from "./account.ts";
import { newPerson } from "./people.ts";

const webhookUrl = "http://127.0.0.1:9/callback";
const lineAccounts = [{ ...demoLineAccount, webhookUrl }];
const sandbox = prepareSandbox({ lineAccounts });
const { userId } = newPerson("林佳穎");

async function openAs(as: string): Promise<URL> {
  const answer = await fetch(`${sandbox.url}/liff/${demoLiffId}?press=ABCD2345&as=${as}`, { redirect: "manual" });
  return new URL(answer.headers.get("location") ?? "");
}
const verify = (token: string, client: string) =>
  fetch(`${sandbox.url}/oauth2/v2.1/verify`, {
    method: "POST",
    body: new URLSearchParams({ id_token: token, client_id: client }),
  });

test("an app opens its endpoint with a token of the person who is signed in", async () => {
  const opened = await openAs(userId);
  expect(opened.origin + opened.pathname).toBe("http://127.0.0.1:9/p/-/line/2000000001");
  expect(opened.searchParams.get("liff.state")).toBe("?press=ABCD2345");
  const token = new URLSearchParams(opened.hash.slice(1)).get("id_token") ?? "";
  expect(await (await verify(token, "2000000009")).json()).toMatchObject({ sub: userId, aud: "2000000009" });
  expect((await openAs("nobody")).hash).toBe("");
});

test("a token is valid only for its channel", async () => {
  const token = new URLSearchParams((await openAs(userId)).hash.slice(1)).get("id_token") ?? "";
  expect((await verify(token, "2000000001")).status).toBe(400);
  expect((await verify("made up", "2000000009")).status).toBe(400);
});

test("without a person in the address, the page lists people to choose from", async () => {
  const page = await (await fetch(`${sandbox.url}/liff/${demoLiffId}?press=ABCD2345`)).text();
  expect(page).toContain("林佳穎");
  expect(page).toContain(`?press=ABCD2345&amp;as=${userId}`);
});
