import { FileId, RecordId } from "@homeroom/contract/ids";
import { type ButtonAccount, noTracking, type PageVersion } from "@homeroom/contract/landing-pages";
import { maxSections } from "@homeroom/contract/page-design/sections";
import readXlsxFile from "read-excel-file/node";
import { v7 } from "uuid";
import { beforeEach, expect, test } from "vitest";
import { signInAs } from "#modules/accounts/for-tests";
import { buildChannel } from "#modules/inbox/for-tests";
import { buildOrganization, type TestOrganization } from "#modules/organizations/for-tests";
import { postForm, prepareServer } from "#modules/sign-in/for-tests";
import { prepareDatabase } from "#platform/db/for-tests";
import { keepPagesApart } from "#platform/http/pages-host";
import { createHttpServer } from "#platform/http/server";
import { pageCalls, pageForm } from "./for-tests.ts";
import { landingPagesModule } from "./public.ts";

const base = prepareDatabase();
let organization: TestOrganization;
let token: string;
const pages = () => pageCalls(server.app, () => token);

const server = prepareServer(base, (platform) => [landingPagesModule(platform)]);
beforeEach(async () => {
  organization = await buildOrganization(base.db);
  token = await signIn("owner");
});

async function signIn(role: "owner" | "sales"): Promise<string> {
  return (await signInAs(base.db, organization, { role, nickname: role })).token;
}

test("a new page is a draft from its template; repeating the call creates no second page", async () => {
  const form = { ...pageForm(organization, "summer"), recordID: RecordId.parse(v7()) };
  expect(await pages().add(form)).toBe(form.recordID);
  expect(await pages().add(form)).toBe(form.recordID);
  const [row, ...others] = await pages().list();
  expect(others).toEqual([]);
  expect(row).toMatchObject({
    name: "落地頁 summer",
    publishStatus: "draft",
    urlNameLocked: false,
    clickCount: 0,
    leadCount: 0,
    branch: { branchID: organization.branchIds[0], name: "旺角分校" },
  });
  const { sections } = await pages().info(form.recordID);
  expect(sections.map(({ type }) => type)).toEqual(["hero", "text", "offer", "timetable", "questions", "form"]);
});

test("a new page keeps the sections that are sent with it, and refuses what is wrong with them", async () => {
  const hero = { id: "hero01", type: "hero", title: "水上夏令營", subtitle: "兩星期", picture: null, button: "報名" };
  const like = await pages().add(pageForm(organization, "spring"));
  for (const more of [{}, { likeID: like }]) {
    const urlName = "likeID" in more ? "like" : "own";
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    const id = await pages().add({ ...pageForm(organization, urlName), ...more, sections: [hero] });
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    expect((await pages().info(id)).sections).toEqual([hero]);
  }
  const empty = await pages().add({ ...pageForm(organization, "empty"), sections: [] });
  expect((await pages().info(empty)).sections).toEqual([]);

  const refused = (sections: object[]) => pages().post("AddPage", { ...pageForm(organization, "refused"), sections });
  for (const wrong of [
    [{ ...hero, type: "unknown" }],
    [{ ...hero, picture: v7() }],
    Array.from({ length: maxSections + 1 }, (_, index) => ({ ...hero, id: `hero${index + 10}` })),
  ]) {
    // oxlint-disable-next-line no-await-in-loop -- one refusal after the other
    expect(await refused(wrong)).toMatchObject({ success: false, name: "FIELD_INVALID" });
  }
  expect((await pages().list()).map(({ urlName }) => urlName)).not.toContain("refused");
});

test("a removed picture of a colleague can be restored; one that the page never had cannot be added", async () => {
  const id = await pages().add(pageForm(organization, "undone"));
  const [theirs, another] = [await storePicture(), await storePicture()];
  const heroWith = (picture: FileId) => [
    { id: "hero01", type: "hero", title: "夏令營", subtitle: "", picture, button: "" },
  ];
  const put = [JSON.stringify(heroWith(theirs)), [theirs], id];
  await base.owner.query("update landing_page set sections = $1, picture_ids = $2 where page_id = $3", put);
  const edit = (sections: object[]) => pages().post("EditPage", { recordID: id, sections });
  expect(await edit([])).toMatchObject({ success: true });
  expect(await edit(heroWith(another))).toMatchObject({ success: false, name: "FIELD_INVALID" });
  expect(await edit(heroWith(theirs))).toMatchObject({ success: true });
  expect((await pages().info(id)).sections).toMatchObject([{ picture: theirs }]);
});

async function storePicture(): Promise<FileId> {
  const fileId = FileId.parse(v7());
  await base.owner.query(
    `insert into stored_file (organization_id, file_id, name, content_type, size, storage_key)
     values ($1, $2, 'a.jpg', 'image/jpeg', 1, $2::uuid::text)`,
    [organization.organizationId, fileId],
  );
  return fileId;
}

test("designs, templates and categories are named in the caller's language, each with a small picture", async () => {
  const categoryId = v7();
  await base.owner.query(
    `insert into list_item (organization_id, item_id, project_id, name, sort) values ($1, $2, 8, '暑期', 99)`,
    [organization.organizationId, categoryId],
  );
  await pages().add({ ...pageForm(organization, "summer"), theme: "camp", categoryID: categoryId });
  const read = async (name: string) =>
    (
      await server.app.inject({
        url: `/api_webhook/LandingPage/${name}`,
        headers: { accesstoken: token, "accept-language": "en" },
      })
    ).json<{ resultData: { value: string; label: string; picture: string; theme?: string }[] }>().resultData;
  const themes = await read("ThemeList");
  expect(themes).toHaveLength(8);
  expect(themes[0]).toMatchObject({ value: "daylight", label: "Daylight" });
  expect(new Set(themes.map(({ picture }) => picture)).size).toBe(8);
  expect((await read("TemplateList"))[1]).toMatchObject({ value: "camp", label: "Summer camp", theme: "camp" });
  const camp = themes.find(({ value }) => value === "camp")?.picture;
  expect(await read("CategoryList")).toContainEqual({ value: categoryId, label: "暑期", picture: camp });
});

test("a button can lead to connected and enabled accounts, named as in the page's fields", async () => {
  const connect = async (more: string, settings: object) => {
    const { channelId } = await buildChannel(base, organization);
    await base.owner.query(`update channel set settings = $1, ${more} where channel_id = $2`, [settings, channelId]);
  };
  await connect("kind = 'whatsapp'", { displayPhoneNumber: "+852 6123 4567" });
  await connect("status = 0", { displayPhoneNumber: "+852 6123 4568" });
  await connect("kind = 'whatsapp'", { displayPhoneNumber: "" });
  await connect("kind = 'line'", { officialID: "@school" });

  const branchID = organization.branchIds[0];
  const { resultData } = await pages().get<ButtonAccount[]>("ButtonAccounts");
  expect(resultData).toEqual([
    { buttonAction: "whatsapp", branchID, areaCode: "+852", phone: "61234567", lineID: "" },
    { buttonAction: "line", branchID, areaCode: "", phone: "", lineID: "@school" },
  ]);
});

test("robots are allowed only on the pages", async () => {
  const { body } = await server.app.inject({ url: "/robots.txt" });
  expect(body.split("\n")).toEqual(["User-agent: *", "Allow: /p/", "Disallow: /", ""]);
});

test("names and URL names are unique in an organisation, ignoring case", async () => {
  await pages().add(pageForm(organization, "summer"));
  const like = (more: object) => pages().post("AddPage", { ...pageForm(organization, "winter"), ...more });
  expect((await like({ name: "落地頁 SUMMER" })).name).toBe("LANDING_NAME_TAKEN");
  expect((await like({ urlName: "Summer" })).name).toBe("LANDING_LINK_NAME_EXISTS");
  for (const urlName of ["ab", "with space", "夏令營", "a/b"]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect((await like({ urlName })).name).toBe("LANDING_URL_NAME_INVALID");
  }
  const check = (urlName: string) => pages().get<{ available: boolean }>(`CheckUrlName?urlName=${urlName}`);
  expect((await check("SUMMER")).resultData?.available).toBe(false);
  expect((await check("winter")).resultData?.available).toBe(true);
});

test("a page goes through its states, and its URL name stays after the first publishing", async () => {
  const id = await pages().add(pageForm(organization, "states"));
  const status = async () => (await pages().info(id)).publishStatus;
  const edit = (more: object) => pages().post("EditPage", { recordID: id, ...more });
  expect((await edit({ urlName: "states-2" })).success).toBe(true);
  await pages().publish(id);
  expect(await status()).toBe("published");
  expect((await edit({ urlName: "states-3" })).name).toBe("LANDING_URL_NAME_LOCKED");
  await edit({ branchID: organization.branchIds[1] });
  expect(await status()).toBe("published");
  await edit({ title: "暑期營 2027" });
  expect(await status()).toBe("changed");
  await pages().get(`OfflinePage?recordID=${id}`);
  expect(await status()).toBe("offline");
  await pages().publish(id);
  expect(await status()).toBe("published");
});

test("a page needs a tracking code or an explicit none to be published, and a category if there are any", async () => {
  const { trackingCode: _, ...form } = pageForm(organization, "complete");
  const id = await pages().add(form);
  const publish = () => pages().get(`PublishPage?recordID=${id}`);
  const edit = (fields: object) => pages().post("EditPage", { recordID: id, ...fields });
  expect(await publish()).toMatchObject({
    name: "LANDING_TRACKING_CODE_REQUIRED",
    errors: [{ field: "trackingCode", name: "LANDING_TRACKING_CODE_REQUIRED" }],
  });
  // Without a category it has the one that suits its template, until somebody takes it away.
  const { category } = await pages().info(id);
  expect(category).toMatchObject({ name: "營隊" });
  await edit({ trackingCode: noTracking, categoryID: null });
  expect(await publish()).toMatchObject({ name: "LANDING_CATEGORY_REQUIRED", errors: [{ field: "categoryID" }] });
  expect(await pages().info(id)).toMatchObject({ publishStatus: "draft" });
  await edit({ categoryID: category?.recordID });
  await base.owner.query("update list_item set status = 0 where project_id = 8 and code = 'openDay'");
  const like = await pages().add({ ...pageForm(organization, "open-day"), template: "openDay" });
  expect((await pages().info(like)).category).toBeNull();
  const path = await pages().publish(id);
  // A page that says that it is not tracked may load nothing from others.
  const policy = async () => String((await server.app.inject(path)).headers["content-security-policy"]);
  expect(await policy()).not.toContain("https:");
  // Both versions of a test are shown to visitors.
  await edit({ trackingCode: " ", title: "乙" });
  expect(await pages().post("StartSplit", { recordID: id })).toMatchObject({ name: "LANDING_TRACKING_CODE_REQUIRED" });
});

test("the second of two edits of the same version is refused", async () => {
  const id = await pages().add(pageForm(organization, "two"));
  const { version, sections } = await pages().info(id);
  const first = await pages().post<{ version: number }>("EditPage", {
    recordID: id,
    version,
    sections: sections.slice(1),
  });
  expect(first.resultData?.version).toBe(version + 1);
  expect((await pages().post("EditPage", { recordID: id, version, title: "晚了" })).name).toBe("STALE_DATA");
  const same = { recordID: id, version: version + 1, sections: sections.slice(1) };
  expect((await pages().post<{ version: number }>("EditPage", same)).resultData?.version).toBe(version + 1);
});

test("visitors get the published version, and an earlier one after a restore", async () => {
  const id = await pages().add(pageForm(organization, "versions"));
  const path = await pages().publish(id);
  const first = await server.app.inject({ url: path });
  expect(first.statusCode).toBe(200);
  expect(first.headers["content-security-policy"]).toContain("sandbox allow-scripts");
  expect(first.body).toContain("暑期營現正報名");
  const { sections } = await pages().info(id);
  const renamed = sections.map((one) => (one.type === "hero" ? { ...one, title: "寒假營" } : one));
  await pages().post("EditPage", { recordID: id, sections: renamed });
  await pages().publish(id);
  await shows(path, "寒假營");
  const versions = (await pages().get<PageVersion[]>(`VersionList?recordID=${id}`)).resultData ?? [];
  expect(versions.map(({ number, isLive }) => [number, isLive])).toEqual([
    [2, true],
    [1, false],
  ]);
  await pages().post("RestoreVersion", { recordID: id, versionID: versions[1]?.recordID });
  await shows(path, "暑期營現正報名");
  expect((await pages().info(id)).publishStatus).toBe("published");
  await pages().get(`OfflinePage?recordID=${id}`);
  await expect.poll(async () => (await server.app.inject({ url: path })).statusCode).toBe(410);
  expect((await server.app.inject({ url: path })).body).toContain('<html lang="zh-Hant">');
});

function shows(path: string, words: string) {
  return expect.poll(async () => (await server.app.inject({ url: path })).body).toContain(words);
}

test("input is shown as text, and tracking code loosens the policy only of its page", async () => {
  const id = await pages().add(pageForm(organization, "hostile"));
  const { sections } = await pages().info(id);
  const bad = `"><script>alert(1)</script><img src=x onerror=alert(1)>`;
  const hostile = sections.map((one) => {
    if (one.type === "hero") return { ...one, title: bad.slice(0, 60), subtitle: bad };
    if (one.type === "text") return { ...one, body: `[x](javascript:alert(1)) [y](https://a.hk/"onclick=1) ${bad}` };
    return one;
  });
  await pages().post("EditPage", { recordID: id, sections: hostile, title: bad, description: bad, consentText: bad });
  const path = await pages().publish(id);
  const plain = await server.app.inject({ url: path });
  expect(plain.body).not.toContain("<script>alert");
  expect(plain.body).not.toContain("<img src=x");
  expect(plain.body).not.toContain('href="javascript');
  expect(plain.headers["content-security-policy"]).not.toContain("script-src 'self' 'unsafe-inline'");
  await pages().post("EditPage", { recordID: id, trackingCode: "<script>window.tag=1</script>" });
  await pages().publish(id);
  await shows(path, "<script>window.tag=1</script>");
  const tracked = await server.app.inject({ url: path });
  expect(tracked.headers["content-security-policy"]).toContain("sandbox allow-scripts");
  expect(tracked.headers["content-security-policy"]).toContain("script-src 'self' 'unsafe-inline' https:");
});

test("a deleted page disappears for visitors and is restored offline", async () => {
  const id = await pages().add(pageForm(organization, "gone"));
  const path = await pages().publish(id);
  await pages().get(`DeletePage?recordID=${id}`);
  await expect.poll(async () => (await server.app.inject({ url: path })).statusCode).toBe(404);
  expect(await pages().list()).toEqual([]);
  await pages().post("RestorePage", { recordID: id });
  expect((await pages().info(id)).publishStatus).toBe("offline");
});

test("pages need the permission, and those of another organisation do not exist", async () => {
  const id = await pages().add(pageForm(organization, "mine"));
  const sales = await signIn("sales");
  expect((await pages().post("PageList", {}, sales)).name).toBe("PERMISSION_DENIED");
  organization = await buildOrganization(base.db, "別家");
  token = await signIn("owner");
  expect((await pages().get(`PageInfo?recordID=${id}`)).name).toBe("NOT_FOUND");
  expect((await pages().get(`PublishPage?recordID=${id}`)).name).toBe("NOT_FOUND");
});

test("category, host name and status are accepted under their plain names too", async () => {
  const id = await pages().add({ ...pageForm(organization, "plain"), category: null, domain: null });
  const unknown = RecordId.parse(v7());
  const edit = (more: object) => pages().post("EditPage", { recordID: id, ...more });
  expect(await edit({ category: unknown })).toMatchObject({ errors: [{ field: "categoryID" }] });
  expect(await edit({ domain: unknown })).toMatchObject({ errors: [{ field: "domainID" }] });
  expect((await pages().list({ status: "draft" })).map(({ recordID }) => recordID)).toEqual([id]);
  expect(await pages().list({ status: "published" })).toEqual([]);
});

test("a button without a target is refused at its field", async () => {
  const add = (more: object) => pages().post("AddPage", { ...pageForm(organization, "button"), ...more });
  expect((await add({ buttonAction: "whatsapp" })).name).toBe("FIELD_INVALID");
  expect((await add({ buttonAction: "line" })).name).toBe("FIELD_INVALID");
  expect((await add({ buttonAction: "url", buttonURL: "http://a.hk" })).name).toBe("FIELD_INVALID");
  expect((await add({ buttonAction: "whatsapp", areaCode: "+852", phone: "61234567" })).success).toBe(true);
});

test("with a separate host, only pages are served there, without the web app", async () => {
  const settings = { ...base.platform.settings, PAGES_URL: "https://pages.example" };
  const apart = await createHttpServer({ log: base.platform.log, https: true });
  keepPagesApart(apart, settings.PAGES_URL);
  await landingPagesModule({ ...base.platform, settings }).pages?.(apart);
  apart.get("/api_basic/Health", async () => "well");
  const path = await pages().publish(await pages().add(pageForm(organization, "apart")));
  const at = (host: string, url: string) => apart.inject({ url, headers: { host } });
  const page = await at("pages.example", path);
  expect(page.statusCode).toBe(200);
  expect(page.headers["content-security-policy"]).not.toContain("sandbox");
  const elsewhere = await at("office.example", `${path}?utm_source=meta`);
  expect([elsewhere.statusCode, elsewhere.headers.location]).toEqual([
    308,
    `https://pages.example${path}?utm_source=meta`,
  ]);
  expect((await at("office.example", "/api_basic/Health")).statusCode).toBe(200);
  for (const written of ["pages.example", "PAGES.example", "pages.example:443", "pages.example."])
    expect((await at(written, "/api_basic/Health")).statusCode).toBe(404);
  await apart.close();
});

test("the list can be exported with the permission", async () => {
  await pages().add(pageForm(organization, "exported"));
  const ask = (as: string, format = "csv") =>
    server.app.inject({
      method: "POST",
      url: "/api_webhook/LandingPage/ExportPageList",
      headers: { accesstoken: as, "accept-language": "en" },
      payload: { format, keywords: "exported" },
    });
  const file = await ask(token);
  expect(file.statusCode).toBe(200);
  expect(file.body).toContain("落地頁 exported");
  expect(file.body).toContain("Leads,Rate,Ad spend");
  const [sheet] = await readXlsxFile((await ask(token, "xlsx")).rawPayload);
  const [names = [], cells = []] = sheet?.data ?? [];
  expect(cells[names.indexOf("Views")]).toBe(0);
  expect((await ask(await signIn("sales"))).statusCode).toBe(403);
});

test("pictures that could run something or fill memory are refused", async () => {
  const upload = async (content: Buffer, name: string) => {
    const body = new FormData();
    body.set("file", new Blob([new Uint8Array(content)]), name);
    const answer = await postForm(server.app, "/api_webhook/LandingPage/UploadPageImage", { form: body, token });
    return answer.json<{ name?: string }>().name;
  };
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"></svg>');
  expect(await upload(svg, "logo.svg")).toBe("WRONG_FILE_FORMAT");
  expect(await upload(svg, "logo.png")).toBe("WRONG_FILE_FORMAT");
  // A PNG of 60,000 by 60,000 pixels in its head.
  const head = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
  const size = Buffer.from("0000ea600000ea60080200000000000000", "hex");
  expect(await upload(Buffer.concat([head, size, Buffer.alloc(64)]), "huge.png")).toMatch(
    /FILE_TOO_LARGE|WRONG_FILE_FORMAT/,
  );
});
