import { describe, expect, it } from "vitest";
import { canClose, nextAddress, remaining, type Tag, visited } from "./tags.ts";

const buildTag = (path: string, more: Partial<Tag> = {}): Tag => ({
  path,
  fullPath: path,
  name: path,
  title: { title: path },
  icon: "menu",
  affix: false,
  keepAlive: false,
  ...more,
});
const home = buildTag("/dashboard", { affix: true });
const tags = [home, buildTag("/a"), buildTag("/b"), buildTag("/c")];
const paths = (list: Tag[]) => list.map(({ path }) => path);

describe("visited", () => {
  it("adds a new tag at the end", () => expect(paths(visited(tags, buildTag("/d"))).at(-1)).toBe("/d"));

  it("updates a known tag in place", () => {
    const after = visited(tags, buildTag("/a", { fullPath: "/a?x=1" }));
    expect(paths(after)).toEqual(paths(tags));
    expect(after[1]?.fullPath).toBe("/a?x=1");
  });

  it("puts affixed tags in front", () => expect(paths(visited([buildTag("/a")], home))).toEqual(["/dashboard", "/a"]));
});

describe("remaining", () => {
  it.each([
    ["one", "/b", ["/dashboard", "/a", "/c"]],
    ["others", "/b", ["/dashboard", "/b"]],
    ["left", "/b", ["/dashboard", "/b", "/c"]],
    ["right", "/b", ["/dashboard", "/a", "/b"]],
    ["all", "/b", ["/dashboard"]],
    ["one", "/dashboard", ["/dashboard", "/a", "/b", "/c"]],
  ] as const)("closing %s of %s", (closing, path, left) => expect(paths(remaining(tags, path, closing))).toEqual(left));

  it("has nothing to close left of the first closable tag and right of the last", () => {
    expect(canClose(tags, "/a", "left")).toBe(false);
    expect(canClose(tags, "/c", "right")).toBe(false);
    expect(canClose(tags, "/b", "left")).toBe(true);
    expect(canClose(tags, "/dashboard", "one")).toBe(false);
  });
});

describe("nextAddress", () => {
  it("stays when the current tag is still there", () => expect(nextAddress(tags, "/a")).toBeNull());
  it("goes to the last remaining tag", () =>
    expect(nextAddress([home, buildTag("/a", { fullPath: "/a?x=1" })], "/c")).toBe("/a?x=1"));
  it("goes home when there is none", () => expect(nextAddress([], "/c")).toBe("/"));
});
