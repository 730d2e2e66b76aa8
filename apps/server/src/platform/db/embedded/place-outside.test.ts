import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { choosePlaceOutside, knownPlaceOutside } from "./place-outside.ts";
import { temporaryFolder } from "./temporary-folder-for-tests.ts";

let root: string;
let path: string;
let systemFolder: string;

beforeEach(() => {
  root = mkdtempSync(join(temporaryFolder(), "homeroom-outside-"));
  path = join(root, "data");
  systemFolder = join(root, "system");
  mkdirSync(path);
});
afterEach(() => rmSync(root, { recursive: true }));

describe("a place outside the data folder", () => {
  it("is stored once chosen", () => {
    expect(knownPlaceOutside(path, systemFolder)).toBeUndefined();
    const chosen = choosePlaceOutside(path, systemFolder);
    expect(chosen.startsWith(join(systemFolder, "/"))).toBe(true);
    expect(knownPlaceOutside(path, systemFolder)).toBe(chosen);
  });

  it("is the one that another process has chosen meanwhile", () => {
    const theirs = choosePlaceOutside(path, systemFolder);
    expect(choosePlaceOutside(path, systemFolder)).toBe(theirs);
    expect(knownPlaceOutside(path, systemFolder)).toBe(theirs);
  });

  it("is not the same for a copy of the folder, nor for another copy at the same path", () => {
    const original = choosePlaceOutside(path, systemFolder);
    const copy = join(root, "copy");
    const chooseForCopy = (): string => {
      cpSync(path, copy, { recursive: true, verbatimSymlinks: true });
      expect(knownPlaceOutside(copy, systemFolder)).toBeUndefined();
      return choosePlaceOutside(copy, systemFolder);
    };
    const first = chooseForCopy();
    expect(choosePlaceOutside(copy, systemFolder)).toBe(first);
    expect(readdirSync(copy)).toEqual(["postgres-elsewhere"]);
    rmSync(copy, { recursive: true });
    expect(new Set([original, first, chooseForCopy()]).size).toBe(3);
  });

  it("is kept for a folder from before links existed", () => {
    const chosen = choosePlaceOutside(path, systemFolder);
    rmSync(join(path, "postgres-elsewhere"));
    const unlinked = chosen.replace(/-[0-9a-f]{8}$/, "");
    mkdirSync(unlinked, { recursive: true });
    expect(knownPlaceOutside(path, systemFolder)).toBeUndefined();
    mkdirSync(join(path, "files"));
    expect(knownPlaceOutside(path, systemFolder)).toBe(unlinked);
  });
});
