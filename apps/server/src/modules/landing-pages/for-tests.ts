import type { RecordId } from "@homeroom/contract/ids";
import { type AddPageForm, noTracking, type PageInfo, type PageRow } from "@homeroom/contract/landing-pages";
import type { FastifyInstance } from "fastify";
import { signInAs } from "#modules/accounts/for-tests";
import { buildOrganization, type TestOrganization } from "#modules/organizations/for-tests";
import { callApi, prepareServer } from "#modules/sign-in/for-tests";
import { prepareDatabase, prepareEach } from "#platform/db/for-tests";
import { landingPagesModule } from "./public.ts";

interface Answer<Result> {
  success: boolean;
  name?: string;
  resultData: Result | null;
}

export type PageCalls = ReturnType<typeof pageCalls>;

/** The calls of landing pages, as somebody who is signed in makes them. */
export function pageCalls(app: FastifyInstance, token: () => string) {
  return callsOf({ app }, token);
}

function callsOf(server: { readonly app: FastifyInstance }, token: () => string) {
  const post = async <Result>(call: string, body: object, as = token()): Promise<Answer<Result>> =>
    (await callApi<Result>(server.app, `POST /api_webhook/LandingPage/${call}`, { token: as, body })).body;
  const get = async <Result>(call: string, as = token()): Promise<Answer<Result>> =>
    (await callApi<Result>(server.app, `GET /api_webhook/LandingPage/${call}`, { token: as })).body;
  return {
    post,
    get,
    async info(id: RecordId): Promise<PageInfo> {
      return whole(await get<PageInfo>(`PageInfo?recordID=${id}`));
    },
    async list(filters: object = {}): Promise<PageRow[]> {
      return whole(await post<{ list: PageRow[] }>("PageList", { pageSize: 100, ...filters })).list;
    },
    async add(form: object): Promise<RecordId> {
      return whole(await post<{ recordID: RecordId }>("AddPage", form)).recordID;
    },
    async publish(id: RecordId): Promise<string> {
      return new URL(whole(await get<{ url: string }>(`PublishPage?recordID=${id}`)).url).pathname;
    },
  };
}

function whole<Result>({ resultData, ...refused }: Answer<Result>): Result {
  if (resultData === null) throw new Error(JSON.stringify(refused));
  return resultData;
}

/** A page with a form for leads of the organisation's first branch, ready to be published. */
export function pageForm(
  { branchIds }: TestOrganization,
  urlName: string,
): Pick<AddPageForm, "name" | "urlName" | "theme" | "branchID" | "template" | "trackingCode"> {
  const page = { name: `落地頁 ${urlName}`, urlName, theme: "camp", template: "camp" } as const;
  return { ...page, branchID: branchIds[0], trackingCode: noTracking };
}

/** In a file of tests: one database with a server, and for each test an organisation of its own with its owner's calls. */
export function preparePages() {
  const base = prepareDatabase();
  const server = prepareServer(base, (platform) => [landingPagesModule(platform)]);
  const organization = prepareEach(() => buildOrganization(base.db));
  const owner = prepareEach(() => signInAs(base.db, organization, { role: "owner", nickname: "owner" }));
  return { base, server, organization, pages: callsOf(server, () => owner.token) };
}
