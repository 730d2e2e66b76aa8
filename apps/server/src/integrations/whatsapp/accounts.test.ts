import type { TestedField } from "@homeroom/contract/channels";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { WhatsappValues } from "#modules/channels/port";
import { whatsappAccounts } from "./accounts.ts";
import { type GraphServer, graphError, json, type SeenRequest, startGraphServer } from "./graph-for-tests.ts";

const values: WhatsappValues = {
  appID: "70001",
  appSecret: "the-app-secret",
  accessToken: "EAAB-token-of-the-test",
  phoneNumberID: "10001",
  businessAccountID: "90001",
  catalogueID: "80001",
};
const scopes = ["whatsapp_business_messaging", "whatsapp_business_management"];
const number = {
  display_phone_number: "+852 3700 1000",
  verified_name: "晨光",
  quality_rating: "YELLOW",
  messaging_limit_tier: "TIER_1K",
  whatsapp_business_manager_messaging_limit: "TIER_2K",
};

type Answer = [status: number, body: unknown];
const right: Record<string, Answer> = {
  debug_token: [200, { data: { is_valid: true, app_id: "70001", scopes } }],
  "90001/phone_numbers": [200, { data: [{ id: "10002" }, { id: "10001" }] }],
  "10001": [200, number],
  "80001": [200, { id: "80001", name: "課程" }],
};

describe("the values of a WhatsApp number", () => {
  let graph: GraphServer;

  beforeEach(async () => {
    graph = await startGraphServer();
  });
  afterEach(() => graph.close());

  const pathOf = ({ url }: SeenRequest) => (url.split("?")[0] ?? "").replace("/v23.0/", "");
  /** The faults found when WhatsApp answers as it should, but for what is given. */
  async function faults(given: Partial<WhatsappValues> = {}, wrong: Record<string, Answer> = {}) {
    graph.answer((request, response) => {
      const [status, body] = { ...right, ...wrong }[pathOf(request)] ?? [400, graphError(100)];
      json(response, status, body);
    });
    const { fields } = await whatsappAccounts(graph.url).check({ ...values, ...given });
    return Object.fromEntries(fields.filter(({ ok }) => !ok).map(({ field, reason }) => [field, reason])) as Partial<
      Record<TestedField, string>
    >;
  }

  it("are accepted, each tested separately, with the number's state at WhatsApp", async () => {
    expect(await faults()).toEqual({});
    const { number: facts, fields } = await whatsappAccounts(graph.url).check(values);
    expect(facts).toEqual({
      displayPhone: "+852 3700 1000",
      verifiedName: "晨光",
      quality: "yellow",
      limit: "TIER_2K",
    });
    expect(fields).toHaveLength(6);
  });

  it("are tested with the app's token where the token itself is checked, otherwise with that token", async () => {
    await faults();
    const by = Object.fromEntries(graph.seen.map((request) => [pathOf(request), request.headers.authorization]));
    expect(by["debug_token"]).toBe("Bearer 70001|the-app-secret");
    expect(by["10001"]).toBe("Bearer EAAB-token-of-the-test");
  });

  it.each<[string, Partial<WhatsappValues>, Record<string, Answer>, object]>([
    [
      "an expired token",
      {},
      { debug_token: [200, { data: { is_valid: false, error: { message: "Expired" } } }] },
      { accessToken: "tokenExpired" },
    ],
    [
      "a token of another app",
      {},
      { debug_token: [200, { data: { is_valid: true, app_id: "70009", scopes } }] },
      { accessToken: "otherApp" },
    ],
    ["another app's token, refused", {}, { debug_token: [400, graphError(100)] }, { accessToken: "otherApp" }],
    [
      "a token that may too little",
      {},
      { debug_token: [200, { data: { is_valid: true, app_id: "70001", scopes: [scopes[0]] } }] },
      { accessToken: "permissionMissing" },
    ],
    [
      "a secret of another app",
      {},
      { debug_token: [401, graphError(190)] },
      { appID: "appUnknown", appSecret: "appUnknown" },
    ],
    ["an unknown number", {}, { "10001": [400, graphError(100)] }, { phoneNumberID: "notFound" }],
    [
      "a number of another account",
      {},
      { "90001/phone_numbers": [200, { data: [{ id: "10002" }] }] },
      { businessAccountID: "otherAccount" },
    ],
    ["an unknown account", {}, { "90001/phone_numbers": [400, graphError(33)] }, { businessAccountID: "notFound" }],
    ["an unknown catalogue", {}, { "80001": [400, graphError(100)] }, { catalogueID: "notFound" }],
    ["no catalogue, which is not needed", { catalogueID: "" }, { "80001": [400, graphError(100)] }, {}],
    [
      "nothing given",
      { phoneNumberID: "", appSecret: "" },
      {},
      { phoneNumberID: "missing", appSecret: "missing", businessAccountID: "otherAccount" },
    ],
    [
      "an id that would name something else",
      { phoneNumberID: "10001/../me" },
      {},
      { phoneNumberID: "badRequest", businessAccountID: "otherAccount" },
    ],
    ["WhatsApp being out of order", {}, { "10001": [503, graphError(2)] }, { phoneNumberID: "providerUnavailable" }],
  ])("with %s", async (_what, given, wrong, expected) => {
    expect(await faults(given, wrong)).toEqual(expected);
  });

  it("are reported as unreachable when WhatsApp does not answer", async () => {
    const gone = await startGraphServer();
    await gone.close();
    const { fields, number: facts } = await whatsappAccounts(gone.url).check(values);
    expect(facts).toBeNull();
    expect(new Set(fields.map(({ reason }) => reason))).toEqual(new Set(["unreachable"]));
    expect(JSON.stringify(fields)).not.toMatch(/the-app-secret|EAAB/);
  });

  it("do not appear in WhatsApp's messages about them", async () => {
    const told = graphError(190, { message: "No such token EAAB-token-of-the-test of 70001|the-app-secret" });
    graph.answer((_request, response) => json(response, 401, told));
    const { fields } = await whatsappAccounts(graph.url).check(values);
    expect(JSON.stringify(fields)).not.toMatch(/the-app-secret|EAAB-token/);
  });
});

describe("a number that is connected", () => {
  it("subscribes us to its business account, and also accepts an older form of limit", async () => {
    const graph = await startGraphServer();
    const access = {
      externalId: "10001",
      settings: { businessAccountId: "90001" },
      secrets: { accessToken: values.accessToken },
    };
    graph.answer((_request, response) =>
      json(response, 200, { messaging_limit_tier: "TIER_250", quality_rating: "NEW" }),
    );
    const accounts = whatsappAccounts(graph.url);
    await accounts.subscribe(access);
    expect(graph.seen[0]).toMatchObject({ method: "POST", url: "/v23.0/90001/subscribed_apps" });
    expect(await accounts.numberFacts(access)).toEqual({
      displayPhone: "",
      verifiedName: "",
      quality: "unknown",
      limit: "TIER_250",
    });
    await graph.close();
  });
});
