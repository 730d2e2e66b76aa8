import type { SignedIn } from "@homeroom/contract/login";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { buildAccount, testPassword } from "#modules/accounts/for-tests";
import { buildOrganization, type TestOrganization } from "#modules/organizations/for-tests";
import { captchaCharacters, drawCaptcha, inks } from "#platform/captcha/picture";
import { prepareDatabase } from "#platform/db/for-tests";
import type { Platform } from "#platform/server-module";
import { callApi, prepareServer, serveModules } from "./for-tests.ts";
import { signInModule } from "./public.ts";

const base = prepareDatabase();
let organization: TestOrganization;

const server = prepareServer(base, () => [signInModule(withCaptcha("on"))]);
beforeAll(async () => {
  organization = await buildOrganization(base.db);
});

function withCaptcha(hook: "on" | "off"): Platform {
  return {
    ...base.platform,
    settings: { ...base.platform.settings, LOGIN_CAPTCHA: "on", CAPTCHA_TEST_HOOK: hook },
  };
}

async function newCaptcha(): Promise<{ token: string; vCode: string; image: string }> {
  const { body } = await callApi<{ token: string; image: string }>(
    server.app,
    "GET /api_sso/Login/QueryLogRandomCodeImage",
  );
  const { token = "", image = "" } = body.resultData ?? {};
  const told = await server.app.inject(`/api_sso/Login/TestCaptchaAnswer?token=${token}`);
  return { token, image, vCode: told.json<{ answer: string }>().answer };
}

/** Pixels in the full colour of an ink: characters alone have them, specks and lines are paler. */
async function inkOf(picture: Buffer): Promise<number> {
  const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true });
  const colors = new Set(inks.map((ink) => Number.parseInt(ink.slice(1), 16)));
  let count = 0;
  for (let place = 0; place < data.length; place += info.channels) {
    if (colors.has(data.readUIntBE(place, 3))) count += 1;
  }
  return count;
}

async function tryWith(form: object): Promise<string> {
  const { body } = await callApi<SignedIn>(server.app, "POST /api_sso/Login/LoginOn", { body: form });
  return body.success ? "in" : body.name;
}

async function account(): Promise<{ accountName: string; password: string }> {
  const { email } = await buildAccount(base.db, organization);
  return { accountName: email, password: testPassword };
}

test("the picture is 120 by 40 at double resolution, and is legible without installed fonts", async () => {
  const { image } = await newCaptcha();
  const picture = sharp(Buffer.from(image.replace("data:image/png;base64,", ""), "base64"));
  expect(await picture.metadata()).toMatchObject({ format: "png", width: 240, height: 80 });
  expect(await inkOf(await drawCaptcha(""))).toBe(0);
  for (const character of captchaCharacters) {
    // The lines lie over it by chance, and hide half of a thin 7 now and then: the clearest of five pictures counts.
    const found = await Promise.all(Array.from({ length: 5 }, async () => inkOf(await drawCaptcha(character))));
    expect(Math.max(...found), character).toBeGreaterThan(150);
  }
});

test("is accepted in any case, and refused if empty, wrong or foreign", async () => {
  const form = await account();
  const { token, vCode } = await newCaptcha();
  expect(vCode).toMatch(/^[A-Z0-9]{4}$/);
  expect(await tryWith({ ...form, token, vCode: vCode.toLowerCase() })).toBe("in");
  expect(await tryWith(form)).toBe("LOGIN_INVALID_VERIFICATION_CODE");
  const [one, two] = [await newCaptcha(), await newCaptcha()];
  const crossed = { ...form, token: one.token, vCode: one.vCode === two.vCode ? "0000" : two.vCode };
  expect(await tryWith(crossed)).toBe("LOGIN_INVALID_VERIFICATION_CODE");
  expect(await tryWith({ ...form, token: "no-token", vCode: one.vCode })).toBe("LOGIN_INVALID_VERIFICATION_CODE");
});

test("a wrong answer or a wrong password uses it up", async () => {
  const form = await account();
  const { image: _first, ...first } = await newCaptcha();
  expect(await tryWith({ ...form, token: first.token, vCode: "0000" })).toBe("LOGIN_INVALID_VERIFICATION_CODE");
  expect(await tryWith({ ...form, ...first })).toBe("LOGIN_INVALID_VERIFICATION_CODE");
  const { image: _second, ...second } = await newCaptcha();
  expect(await tryWith({ ...form, ...second, password: "Wrong2026" })).toBe("LOGIN_WRONG_PASSWORD");
  expect(await tryWith({ ...form, ...second })).toBe("LOGIN_INVALID_VERIFICATION_CODE");
});

test("of several simultaneous uses, one succeeds", async () => {
  const form = await account();
  const { token, vCode } = await newCaptcha();
  const answers = await Promise.all(Array.from({ length: 8 }, () => tryWith({ ...form, token, vCode })));
  expect(answers.filter((answer) => answer === "in")).toHaveLength(1);
  expect(answers.filter((answer) => answer === "LOGIN_INVALID_VERIFICATION_CODE")).toHaveLength(7);
});

test("expires after 120 seconds", async () => {
  const form = await account();
  const { token, vCode } = await newCaptcha();
  const { rows } = await base.owner.query("select expires_at - now() as left from captcha where captcha_id = $1", [
    token,
  ]);
  expect(rows[0].left.seconds + (rows[0].left.minutes ?? 0) * 60).toBeGreaterThan(115);
  await base.owner.query("update captcha set expires_at = expires_at - interval '120 seconds' where captcha_id = $1", [
    token,
  ]);
  expect(await tryWith({ ...form, token, vCode })).toBe("LOGIN_INVALID_VERIFICATION_CODE");
});

test("the same captcha can be sent again with the choice of an organisation", async () => {
  const other = await buildOrganization(base.db);
  await buildAccount(base.db, organization, { staffId: "TWICE" });
  await buildAccount(base.db, other, { staffId: "TWICE" });
  const { token, vCode } = await newCaptcha();
  const form = { accountName: "TWICE", password: testPassword, token, vCode };
  const asked = await callApi<SignedIn>(server.app, "POST /api_sso/Login/LoginOn", { body: form });
  expect(asked.body.resultData?.needSelect).toHaveLength(2);
  expect(await tryWith({ ...form, organizationId: other.organizationId })).toBe("in");
  expect(await tryWith({ ...form, organizationId: other.organizationId })).toBe("LOGIN_INVALID_VERIFICATION_CODE");
});

test("answers are not disclosed unless the hook is on", async () => {
  const closed = await serveModules(base.platform, [signInModule(withCaptcha("off"))]);
  const { token } = await newCaptcha();
  expect((await closed.inject(`/api_sso/Login/TestCaptchaAnswer?token=${token}`)).statusCode).toBe(404);
  await closed.close();
});
