import { demoLiffId, demoLineAccount } from "@homeroom/sandbox/line/account";
import { prepareSandbox } from "@homeroom/sandbox/testing/quiet-sandbox";
import { lineLogin } from "@homeroom/server/integrations/line/login";
import { expect, test } from "vitest";

const loginChannel = "2000000009";
const lineAccounts = [{ ...demoLineAccount, webhookUrl: "http://127.0.0.1:9/" }];
const sandbox = prepareSandbox({ lineAccounts });

/** The token that LINE's script finds when this person opens the app. */
async function tokenOf(userId: string): Promise<string> {
  const answer = await fetch(`${sandbox.url}/liff/${demoLiffId}?as=${userId}`, { redirect: "manual" });
  return new URLSearchParams(new URL(answer.headers.get("location") ?? "").hash.slice(1)).get("id_token") ?? "";
}

async function somebody(): Promise<string> {
  const state = await (await fetch(`${sandbox.url}/sandbox/line/api/state`)).json();
  return (state as { people: { userId: string }[] }).people[0]?.userId ?? "";
}

test("LINE says whose token it is, to the channel that it was issued for", async () => {
  const userId = await somebody();
  const token = await tokenOf(userId);
  const { userOf } = lineLogin(sandbox.url);
  expect(await userOf(token, loginChannel)).toBe(userId);
  expect(await userOf(token, "2000000001")).toBeNull();
  expect(await userOf("made up", loginChannel)).toBeNull();
  expect(await userOf("", loginChannel)).toBeNull();
});

test("without an answer from LINE there is no result", async () => {
  await expect(lineLogin("http://127.0.0.1:9").userOf("token", loginChannel)).rejects.toThrow();
});
