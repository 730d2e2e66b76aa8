import { beforeAll, expect, test } from "vitest";
import { signInAs } from "#modules/accounts/for-tests";
import { buildOrganization } from "#modules/organizations/for-tests";
import { serveModules } from "#modules/sign-in/for-tests";
import { prepareDatabase } from "#platform/db/for-tests";
import { pageCalls, pageForm } from "../for-tests.ts";
import { landingPagesModule } from "../public.ts";
import { livePages } from "./queries/live-pages.ts";
import { openPage } from "./rules/pick-version.ts";

const base = prepareDatabase();
let site: string;
const names = ["one", "two-b", "three", "offline"] as const;

beforeAll(async () => {
  const app = await serveModules(base.platform, [landingPagesModule(base.platform)]);
  const organization = await buildOrganization(base.db);
  const { token } = await signInAs(base.db, organization, { role: "owner" });
  const pages = pageCalls(app, () => token);
  for (const name of names) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const id = await pages.add({ ...pageForm(organization, `page-${name}`) });
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    site = (await pages.publish(id)).split("/")[2] ?? "";
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    if (name === "offline") await pages.get(`OfflinePage?recordID=${id}`);
  }
  await app.close();
});

/** Two pages at most, read from a database that can go away. */
function twoPages() {
  let isAway = false;
  const db = new Proxy(base.db, {
    get(target, name) {
      if (isAway && name === "withSetting") throw new Error("Nobody there");
      const found: unknown = Reflect.get(target, name, target);
      return typeof found === "function" ? found.bind(target) : found;
    },
  });
  const { find } = livePages({ db, settings: base.platform.settings }, 2);
  return {
    find: (name: string) => find(site, `page-${name}`),
    look: async (name: string) => (await find(site, `page-${name}`))?.state ?? null,
    goAway: () => (isAway = true),
  };
}

test("unknown addresses do not evict cached pages", async () => {
  const { look, goAway } = twoPages();
  expect(await look("one")).toBe("live");
  for (let made = 0; made < 5; made += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect(await look(`junk-${made}`)).toBeNull();
  }
  goAway();
  await Promise.all([1, 2, 3].map((made) => expect(look(`lost-${made}`)).rejects.toThrow("Nobody there")));
  expect(await look("one")).toBe("live");
});

test("the least recently requested page is evicted", async () => {
  const { look, goAway } = twoPages();
  for (const name of ["one", "two-b", "one", "three"]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect(await look(name)).toBe("live");
  }
  goAway();
  expect([await look("one"), await look("three")]).toEqual(["live", "live"]);
  await expect(look("two-b")).rejects.toThrow("Nobody there");
});

test("submissions to an offline page are accepted during a database outage, for one day", async () => {
  const { find, goAway } = twoPages();
  await find("offline");
  goAway();
  const found = await find("offline");
  if (found?.state !== "offline" || !found.late) throw new Error("The page went offline just now");
  expect(openPage(found)).toMatchObject({ shown: { number: 1, content: { button_action: "form" } }, other: null });
  expect(openPage({ ...found, late: { ...found.late, until: Date.now() } })).toBeNull();
});
