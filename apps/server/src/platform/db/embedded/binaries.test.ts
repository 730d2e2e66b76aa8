import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { cp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findPackage, type PostgresPackage, prepareBinaries } from "./binaries.ts";
import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";
import { canBeOrdinary } from "./processes-for-tests.ts";
import { startedByRoot } from "./run-as.ts";

let root: string;
let cache: string;
const nobody = { uid: 65_534, gid: 65_534 };

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "homeroom-place-"));
  chmodSync(root, 0o755);
  cache = join(root, "cache");
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

describe("after an install that ran no scripts", () => {
  it("makes the library links, so that the programs run", async () => {
    const source = await packageWithoutLinks();
    const binaries = await prepareBinaries(source, cache, undefined);
    expect(dirname(dirname(binaries.initdb))).toBe(join(source.folder, "native"));
    expect(execFileSync(binaries.initdb, ["--version"]).toString()).toContain("PostgreSQL) 18");
  });

  it("does so when several processes start at once, and repeatedly", async () => {
    const source = await packageWithoutLinks();
    const all = await Promise.all([1, 2, 3, 4].map(() => prepareBinaries(source, cache, undefined)));
    const again = await prepareBinaries(source, cache, undefined);
    expect(new Set([...all, again].map(({ postgres }) => postgres)).size).toBe(1);
    expect(execFileSync(again.postgres, ["--version"]).toString()).toContain("PostgreSQL) 18");
  });

  it("restores the permission to execute", async () => {
    const source = await packageWithoutLinks();
    chmodSync(join(source.folder, "native/bin/initdb"), 0o644);
    const { initdb } = await prepareBinaries(source, cache, undefined);
    expect(execFileSync(initdb, ["--version"]).toString()).toContain("PostgreSQL) 18");
  });
});

describe.runIf(startedByRoot())("as root, in a folder that only root can enter", () => {
  it("copies the programs once to where the server's user can run them", async () => {
    const source = await packageWithoutLinks();
    chmodSync(source.folder, 0o700);
    const [one, two] = await Promise.all([1, 2].map(() => prepareBinaries(source, cache, nobody)));
    expect(one?.postgres).toBe(join(cache, `postgresql-${source.version}`, "bin/postgres"));
    expect(two).toEqual(one);
    const made = statSync(one?.postgres ?? "").ino;
    const { postgres, initdb } = await prepareBinaries(source, cache, nobody);
    expect(statSync(postgres).ino).toBe(made);
    expect(execFileSync(initdb, ["--version"], nobody).toString()).toContain("PostgreSQL) 18");
    expect(readdirSync(cache)).toEqual([`postgresql-${source.version}`]);
  });

  it("copies programs that were unpacked under a strict umask", async () => {
    const source = await packageWithoutLinks();
    execFileSync("chmod", ["-R", "go-rwx", join(source.folder, "native")]);
    const { initdb } = await prepareBinaries(source, cache, nobody);
    expect(execFileSync(initdb, ["--version"], nobody).toString()).toContain("PostgreSQL) 18");
  });

  it("removes the partial copy of a dead process", async () => {
    const source = await packageWithoutLinks();
    chmodSync(source.folder, 0o700);
    const dead = Number(execFileSync("sh", ["-c", "echo $$"]).toString());
    mkdirSync(join(cache, `postgresql-${source.version}.new-${dead}-x`), { recursive: true });
    await prepareBinaries(source, cache, nobody);
    expect(readdirSync(cache)).toEqual([`postgresql-${source.version}`]);
  });
});

describe.runIf(startedByRoot() && canBeOrdinary)("as an ordinary user, in packages that root installed", () => {
  it("copies the programs to the user's own folder, because the links cannot be created in place", async () => {
    const source = await packageWithoutLinks();
    mkdirSync(cache, { mode: 0o777 });
    chmodSync(cache, 0o777);
    const module = join(import.meta.dirname, "binaries.ts");
    const call = `prepareBinaries(${JSON.stringify(source)}, ${JSON.stringify(cache)}, undefined)`;
    const script = `import { prepareBinaries } from ${JSON.stringify(module)}; console.log((await ${call}).initdb);`;
    const initdb = execFileSync(process.execPath, ["--input-type=module-typescript", "-e", script], nobody);
    expect(initdb.toString().trim()).toBe(join(cache, `postgresql-${source.version}`, "bin/initdb"));
    expect(execFileSync(initdb.toString().trim(), ["--version"]).toString()).toContain("PostgreSQL) 18");
  });
});

describe("where it cannot run", () => {
  it("says to set DATABASE_URL on a platform without a package", () => {
    expect(() => findPackage("sunos", "sparc")).toThrow(EmbeddedPostgresError);
    expect(() => findPackage("sunos", "sparc")).toThrow(/sunos-sparc: set DATABASE_URL/);
  });

  it("says so on musl, where the programs' loader is missing", async () => {
    const folder = join(root, "package");
    mkdirSync(join(folder, "native/bin"), { recursive: true });
    for (const name of ["postgres", "initdb", "pg_ctl"]) {
      writeFileSync(join(folder, "native/bin", name), "#!/lib64/ld-of-another-libc\n", { mode: 0o755 });
    }
    const attempt = prepareBinaries({ folder, version: "18.4.0" }, cache, undefined);
    await expect(attempt).rejects.toThrow(/needs glibc.*set DATABASE_URL/);
  });
});

async function packageWithoutLinks(): Promise<PostgresPackage> {
  const { folder, version } = findPackage();
  const copy = join(root, "package");
  const skipped = ["share", "postgresql", "pkgconfig"];
  await cp(folder, copy, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !skipped.some((name) => path.endsWith(`/${name}`)),
  });
  execFileSync("find", [join(copy, "native/lib"), "-type", "l", "-delete"]);
  return { folder: copy, version };
}
