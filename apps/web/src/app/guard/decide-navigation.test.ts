import { describe, expect, it } from "vitest";
import { decideNavigation, loginAddress, type Navigation, publicPaths } from "./decide-navigation.ts";

function buildNavigation(more: Partial<Navigation> & { search?: string } = {}): Navigation {
  const { search = "", ...rest } = more;
  return {
    path: "/lead/list",
    query: new URLSearchParams(search),
    matched: true,
    hasToken: true,
    hasRoles: true,
    previous: null,
    ...rest,
  };
}
const decide = (more: Parameters<typeof buildNavigation>[0]) => decideNavigation(buildNavigation(more));
const proceed = { kind: "proceed" };
const redirect = (to: string) => ({ kind: "redirect", to });

describe("the guide", () => {
  it.each([
    { hasToken: false, hasRoles: false },
    { hasToken: true, hasRoles: false },
    { hasToken: true, hasRoles: true },
  ])("is open to everyone, %o", (who) => {
    for (const path of ["/guide", "/guide/leads"]) expect(decide({ path, ...who }).next).toEqual(proceed);
  });

  it("has no other chapters", () => {
    expect(decide({ path: "/guide/nothing", matched: false, hasToken: false }).next).toEqual(
      redirect("/login?redirect=%2Fguide%2Fnothing"),
    );
    expect(decide({ path: "/guide/nothing", matched: false }).next).toEqual(redirect("/404"));
  });

  it("is not matched by paths that only begin like it", () => {
    expect(decide({ path: "/guidebook", hasToken: false }).next.kind).toBe("redirect");
  });
});

describe("rule 1: automatic sign-in", () => {
  it("clears the session and stays on /login, even with a token", () => {
    expect(decide({ path: "/login", search: "key=k&organizationid=o" })).toEqual({ clearSession: true, next: proceed });
  });

  it.each(["key=k", "organizationid=o", ""])("needs both parameters, not %j", (search) => {
    expect(decide({ path: "/login", search }).clearSession).toBe(false);
  });

  it("does so on /login alone", () => {
    expect(decide({ path: "/lead/list", search: "key=k&organizationid=o" }).clearSession).toBe(false);
  });
});

describe("rule 2: with a token", () => {
  it("leads from /login home", () => expect(decide({ path: "/login" }).next).toEqual(redirect("/")));

  it("proceeds when the roles are known", () => expect(decide({}).next).toEqual(proceed));

  it("fetches the user when they are not", () =>
    expect(decide({ hasRoles: false }).next).toEqual({ kind: "fetchUser" }));

  it("fetches the user before it calls a path unknown", () => {
    expect(decide({ hasRoles: false, matched: false }).next).toEqual({ kind: "fetchUser" });
  });

  it("goes back from an unknown path", () => {
    expect(decide({ matched: false, previous: "/lead/list" }).next).toEqual(redirect("/lead/list"));
  });

  it("goes to /404 from an unknown path without a way back", () => {
    expect(decide({ matched: false }).next).toEqual(redirect("/404"));
  });

  it.each(["/GPTchat", "/GoogleLead", "/forgotpassword", "/advert/lppreview"])(
    "fetches the user for %s too",
    (path) => {
      expect(decide({ path, hasRoles: false }).next).toEqual({ kind: "fetchUser" });
    },
  );

  it.each(["/register", "/pay"])("leaves %s to the public paths", (path) => {
    expect(decide({ path, hasRoles: false })).toEqual({ clearSession: false, next: proceed });
  });
});

describe("rule 3: without a token", () => {
  it.each(publicPaths)("proceeds to %s", (path) => expect(decide({ path, hasToken: false }).next).toEqual(proceed));

  it("goes to /login and keeps path and query", () => {
    expect(decide({ hasToken: false, search: "status=1,2&keywords=陳" }).next).toEqual(
      redirect("/login?redirect=%2Flead%2Flist%3Fstatus%3D1%252C2%26keywords%3D%25E9%2599%25B3"),
    );
  });

  it("does so for unknown paths as well", () => {
    expect(decide({ path: "/nowhere", matched: false, hasToken: false }).next).toEqual(
      redirect("/login?redirect=%2Fnowhere"),
    );
  });

  it("names the seven public paths", () => expect(publicPaths).toHaveLength(7));
});

it("keeps a bare path bare", () => {
  expect(loginAddress("/dashboard", new URLSearchParams())).toBe("/login?redirect=%2Fdashboard");
});
