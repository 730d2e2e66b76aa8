import { randomBytes } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { insightsOf, itemsOf, type SandboxAdItem } from "../meta/ad-figures.ts";
import type { ReadyAdAccount } from "../meta/ready-business.ts";
import { consentPage } from "../meta/sign-in-routes.ts";

/** The demo's app at Volcengine's advertising platform; not secret. */
export const oceanApp = { appId: "1700000000000009", appSecret: "demo-volcengine-app-secret" } as const;

/** The demo organisation's connection. */
const demoOceanKeys = { token: "demo-ocean-token", refreshToken: "demo-ocean-refresh" } as const;

/** The advertiser of the person who signs in. */
export const readyAdvertiser: ReadyAdAccount = {
  id: "1790000000000001",
  name: "晨光文理 抖音招生",
  currency: "CNY",
  timeZone: "Asia/Shanghai",
  prefix: "17",
  campaigns: ["抖音 秋季開放日", "抖音 鋼琴體驗課"],
};

/** The failures that the platform can be made to answer: its codes come with status 200. */
const troubles = {
  reconnect: { code: 40_105, message: "Access token is invalid" },
  rateLimited: { code: 40_100, message: "Too many requests" },
  unavailable: { code: 50_000, message: "System error" },
  refused: { code: 40_002, message: "No permission to operate the advertiser" },
} as const;

class OceanRefusal extends Error {
  readonly answer: { code: number; message: string };
  constructor(answer: { code: number; message: string }) {
    super(answer.message);
    this.answer = answer;
  }
}

interface Desk {
  codes: Set<string>;
  tokens: Set<string>;
  refreshTokens: Set<string>;
  trouble: keyof typeof troubles | null;
  keySeconds: number;
  renewals: number;
}

type Fields = Record<string, string>;

/** The parts of Ocean Engine's Marketing API 3.0 for sign-in, campaigns and figures. */
export async function oceanRoutes(app: FastifyInstance): Promise<void> {
  const desk: Desk = {
    codes: new Set(),
    tokens: new Set([demoOceanKeys.token]),
    refreshTokens: new Set([demoOceanKeys.refreshToken]),
    trouble: null,
    keySeconds: 86_400,
    renewals: 0,
  };
  await app.register(
    async (ocean) => {
      ocean.setErrorHandler((failure: Error, _request, reply) =>
        reply.send(failure instanceof OceanRefusal ? failure.answer : { code: 50_000, message: failure.message }),
      );
      signInRoutes(ocean, desk);
      keyRoutes(ocean, desk);
      readRoutes(ocean, desk);
    },
    { prefix: "/ocean" },
  );
  await app.register(async (control) => controlRoutes(control, desk), { prefix: "/sandbox/ocean/api" });
}

function signInRoutes(app: FastifyInstance, desk: Desk): void {
  app.get<{ Querystring: Fields }>("/audit/oauth.html", async ({ query }, reply) => {
    const { app_id: appId, redirect_uri: back = "", state = "" } = query;
    const isOurs = appId === oceanApp.appId && URL.canParse(back);
    return reply
      .code(isOurs ? 200 : 400)
      .type("text/html; charset=utf-8")
      .send(isOurs ? consentPage("火山引擎 Volcengine", { back, state, lines: [readyAdvertiser.name] }) : "app_id");
  });
  app.post<{ Body: Fields }>("/audit/oauth.html", async ({ body }, reply) => {
    const target = new URL(body["redirect_uri"] ?? "");
    target.searchParams.set("state", body["state"] ?? "");
    if (body["choice"] === "continue") {
      const code = randomBytes(16).toString("hex");
      desk.codes.add(code);
      target.searchParams.set("auth_code", code);
    } else target.searchParams.set("error", "access_denied");
    return reply.redirect(target.href, 303);
  });
}

function keyRoutes(app: FastifyInstance, desk: Desk): void {
  const grant = () => {
    const [token, refreshToken] = [randomBytes(20).toString("hex"), randomBytes(20).toString("hex")];
    desk.tokens.add(token);
    desk.refreshTokens.add(refreshToken);
    const data = { access_token: token, expires_in: desk.keySeconds, refresh_token: refreshToken };
    return { code: 0, message: "OK", data: { ...data, refresh_token_expires_in: 30 * 86_400 } };
  };
  const checkApp = (body: Fields) => {
    if (desk.trouble) throw new OceanRefusal(troubles[desk.trouble]);
    if (body["app_id"] !== oceanApp.appId || body["secret"] !== oceanApp.appSecret)
      throw new OceanRefusal({ code: 40_001, message: "secret is wrong" });
  };
  app.post<{ Body: Fields }>("/open_api/oauth2/access_token/", async ({ body }) => {
    checkApp(body);
    if (!desk.codes.delete(body["auth_code"] ?? "")) throw new OceanRefusal({ code: 40_113, message: "code is used" });
    return grant();
  });
  app.post<{ Body: Fields }>("/open_api/oauth2/refresh_token/", async ({ body }) => {
    checkApp(body);
    if (!desk.refreshTokens.delete(body["refresh_token"] ?? ""))
      throw new OceanRefusal({ code: 40_107, message: "refresh token is used" });
    desk.renewals += 1;
    return grant();
  });
}

function readRoutes(app: FastifyInstance, desk: Desk): void {
  const items = itemsOf(readyAdvertiser);
  const projects = items.filter(({ level }) => level === "campaign");
  const promotions = items.filter(({ level }) => level === "ad");
  const projectOf = (item: SandboxAdItem) => item.path[0];
  app.get("/open_api/oauth2/advertiser/get/", async (request) => {
    checkKey(desk, request);
    const { id, name } = readyAdvertiser;
    return answer({ list: [{ advertiser_id: id, advertiser_name: name, is_valid: true, account_role: "ADVERTISER" }] });
  });
  app.get("/open_api/v3.0/project/list/", async (request) => {
    checkAdvertiser(desk, request);
    const rows = projects.map(({ id, name, status }) => ({ project_id: id, name, opt_status: enabled(status) }));
    return pageOf(rows, request, "list");
  });
  app.get("/open_api/v3.0/promotion/list/", async (request) => {
    checkAdvertiser(desk, request);
    const rows = promotions.map((item) => ({
      promotion_id: item.id,
      promotion_name: item.name,
      project_id: projectOf(item)?.id,
      opt_status: enabled(item.status),
    }));
    return pageOf(rows, request, "list");
  });
  app.get<{ Querystring: Fields }>("/open_api/v3.0/report/custom/get/", async (request) => {
    checkAdvertiser(desk, request);
    const { dimensions = "[]", start_time: first = "", end_time: last = "" } = request.query;
    const asked = dimensions.includes("cdp_promotion_id") ? promotions : projects;
    const rows: object[] = [];
    for (let at = Date.parse(first); at <= Date.parse(last); at += 86_400_000) {
      const day = new Date(at).toISOString().slice(0, 10);
      rows.push(...asked.map((item) => reportRow(item, day)));
    }
    return pageOf(rows, request, "rows");
  });
}

function reportRow(item: SandboxAdItem, day: string): object {
  const figures = insightsOf(item, day, readyAdvertiser) as Fields & { actions?: { value: string }[] };
  const [project] = item.path;
  const promotion = { cdp_promotion_id: item.id, cdp_promotion_name: item.name };
  return {
    dimensions: {
      stat_time_day: day,
      cdp_project_id: project?.id,
      cdp_project_name: project?.name,
      ...(item.level === "ad" && promotion),
    },
    metrics: {
      stat_cost: figures["spend"],
      show_cnt: figures["impressions"],
      click_cnt: figures["clicks"],
      convert_cnt: figures.actions?.[0]?.value ?? "0",
    },
  };
}

const enabled = (status: string) => (status === "ACTIVE" ? "ENABLE" : "DISABLE");

/** Ids are numbers here, longer than a JavaScript number can be. */
function answer(data: object): string {
  return JSON.stringify({ code: 0, message: "OK", request_id: "demo", data }).replace(/"(\d{16,})"/g, "$1");
}

function pageOf(rows: readonly object[], { query }: FastifyRequest, key: "list" | "rows"): string {
  const { page = "1", page_size: size = "20" } = query as Fields;
  const [number, length] = [Number(page), Math.min(Number(size), 100)];
  const part = rows.slice((number - 1) * length, number * length);
  const info = { page: number, page_size: length, total_number: rows.length };
  return answer({ [key]: part, page_info: { ...info, total_page: Math.max(1, Math.ceil(rows.length / length)) } });
}

/** The key comes in a header and is never part of the address. */
function checkKey(desk: Desk, { headers, url }: FastifyRequest): void {
  if (desk.trouble) throw new OceanRefusal(troubles[desk.trouble]);
  const token = headers["access-token"];
  if (typeof token !== "string" || !desk.tokens.has(token) || url.includes(token))
    throw new OceanRefusal(troubles.reconnect);
}

function checkAdvertiser(desk: Desk, request: FastifyRequest): void {
  checkKey(desk, request);
  if ((request.query as Fields)["advertiser_id"] !== readyAdvertiser.id) throw new OceanRefusal(troubles.refused);
}

function controlRoutes(app: FastifyInstance, desk: Desk): void {
  app.get("/state", async () => ({ trouble: desk.trouble, renewals: desk.renewals }));
  app.put<{ Body: { trouble?: string | null; keySeconds?: number } | null }>("/switches", async ({ body }) => {
    desk.trouble = (Object.keys(troubles) as (keyof typeof troubles)[]).find((one) => one === body?.trouble) ?? null;
    desk.keySeconds = body?.keySeconds ?? 86_400;
    return { trouble: desk.trouble };
  });
}
