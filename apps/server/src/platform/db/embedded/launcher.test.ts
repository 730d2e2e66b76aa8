import { execFileSync, spawn } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { locate } from "./data-folder.ts";
import { reachEmbeddedPostgres, startEmbeddedPostgres } from "./launcher.ts";
import { isAlive } from "./liveness.ts";
import { canBeOrdinary, makeTestFolders, ownerOf, query, serverOf, type TestFolders } from "./processes-for-tests.ts";
import { startedByRoot } from "./run-as.ts";
import { pidFileIn } from "./server-process.ts";

const log = { info: () => undefined, error: () => undefined };

const places: TestFolders[] = [];
const place = (options: Parameters<typeof makeTestFolders>[0] = {}): TestFolders => {
  const made = makeTestFolders(options);
  places.push(made);
  return made;
};

afterEach(async () => {
  for (const each of places.splice(0)) await each.clear();
});

describe("a database on disk", () => {
  it("is created once, in Unicode, synced, with a password, only on this machine", async () => {
    const { run } = place();
    const { answer } = await run();
    const show = async (name: string): Promise<unknown> => (await query(answer.ownerUrl, `show ${name}`))[0];
    expect(await show("server_encoding")).toBe("UTF8");
    expect(await show("fsync")).toBe("on");
    expect(await show("listen_addresses")).toBe("127.0.0.1");
    expect(await show("unix_socket_directories")).toBe(answer.location);
    expect(new URL(answer.ownerUrl).searchParams.get("host")).toBe(answer.location);
    expect(statSync(answer.location).mode & 0o777).toBe(0o700);
    expect(await query(answer.ownerUrl, "select datlocale from pg_database where datname = 'homeroom'")).toEqual([
      "C.UTF-8",
    ]);
    expect(statSync(join(answer.location, "password")).mode & 0o777).toBe(0o600);
    const stranger = new URL(answer.ownerUrl);
    stranger.password = "guess";
    await expect(query(stranger.href, "select 1")).rejects.toThrow(/password authentication failed/);
  });

  it("is reached by TCP where sockets are impossible", async () => {
    const { dataDir, systemFolder } = place();
    const settings = { unix_socket_directories: join(dataDir, "x".repeat(120)) };
    const started = await startEmbeddedPostgres({ dataDir, systemFolder, settings, log });
    expect(new URL(started.ownerUrl).search).toBe("");
    expect(await query(started.ownerUrl, "select 1")).toEqual([1]);
    await started.stop();
  });

  it("treats Chinese letters as letters, which searching by part of a name needs", async () => {
    const { answer } = await place().run();
    await query(answer.ownerUrl, "create extension pg_trgm");
    expect(await query(answer.ownerUrl, "select word_similarity('大文', '陳大文') > 0")).toEqual([true]);
  });

  it("is available again at the next start", async () => {
    const { run } = place();
    const first = await run();
    await query(first.answer.ownerUrl, "create table kept as select 42 as answer");
    first.process.kill("SIGTERM");
    await first.ended;
    const second = await run();
    expect(await query(second.answer.ownerUrl, "select answer from kept")).toEqual([42]);
  });

  it("logs no users' data", async () => {
    const { answer } = await place().run();
    await query(answer.ownerUrl, "create table lead (phone text primary key)");
    const insert = "insert into lead values ('+85291234567')";
    await query(answer.ownerUrl, insert);
    await expect(query(answer.ownerUrl, insert)).rejects.toThrow(/duplicate key/);
    const log = readFileSync(join(answer.location, "server.log"), "utf8");
    expect(log).toContain("duplicate key");
    expect(log).not.toContain("91234567");
  });
});

describe.runIf(canBeOrdinary)("as an ordinary user", () => {
  it("runs as that user", async () => {
    const { run, dataDir } = place({ as: "ordinary" });
    const program = await run();
    expect(program.answer.location).toBe(join(dataDir, "postgres"));
    const pid = program.process.pid ?? 0;
    expect(ownerOf(pid)).not.toBe(0);
    expect(ownerOf(serverOf(program).pid)).toBe(ownerOf(pid));
  });

  it.runIf(startedByRoot())("names the owner of another user's database", async () => {
    const { run, dataDir } = place({ as: "ordinary" });
    const first = await run();
    first.process.kill("SIGTERM");
    await first.ended;
    execFileSync("chown", ["-R", "daemon", join(dataDir, "postgres")]);
    const { answer } = await run();
    expect(answer.name).toBe("EmbeddedPostgresError");
    expect(answer.message).toMatch(/postgres is not open to this user \(65534\)/);
  });
});

describe.runIf(startedByRoot())("as root", () => {
  it("runs the server as another user, in the data folder", async () => {
    const { run, dataDir } = place();
    const program = await run();
    expect(program.answer.location).toBe(join(dataDir, "postgres"));
    expect(ownerOf(serverOf(program).pid)).not.toBe(0);
    expect(statSync(program.answer.location).uid).toBe(ownerOf(serverOf(program).pid));
  });

  it("runs it as the owner of the folder if that is an ordinary user", async () => {
    const { run, dataDir } = place();
    mkdirSync(dataDir);
    execFileSync("chown", ["daemon", dataDir]);
    expect(ownerOf(serverOf(await run()).pid)).toBe(statSync(dataDir).uid);
  });

  it("puts the database outside a folder of mode 0700, reports that, and finds it again", async () => {
    const { run, dataDir, systemFolder } = place({ mode: 0o700 });
    const first = await run();
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    expect(first.answer.location.startsWith(systemFolder)).toBe(true);
    expect(first.answer.lines.join()).toContain(first.answer.location);
    await query(first.answer.ownerUrl, "create table kept as select 42 as answer");
    first.process.kill("SIGTERM");
    await first.ended;
    chmodSync(dataDir, 0o755);
    const second = await run();
    expect(second.answer.location).toBe(first.answer.location);
    expect(await query(second.answer.ownerUrl, "select answer from kept")).toEqual([42]);
  });

  it("is not used for another data folder: neither a copy nor a new one at the same path", async () => {
    const { run, dataDir, systemFolder } = place({ mode: 0o700 });
    const first = await run();
    first.process.kill("SIGTERM");
    await first.ended;
    execFileSync("cp", ["-a", dataDir, `${dataDir}-copy`]);
    expect(locate(`${dataDir}-copy`, systemFolder).base).not.toBe(first.answer.location);
    rmSync(dataDir, { recursive: true });
    const second = await run();
    expect(second.answer.location.startsWith(systemFolder)).toBe(true);
    expect(second.answer.location).not.toBe(first.answer.location);
  });

  it("is found by both of two that start at once", async () => {
    const { run, dataDir } = place({ mode: 0o700 });
    const answers = (await Promise.all([run(), run()])).map(({ answer }) => answer);
    expect(answers.filter(({ location }) => location)).toHaveLength(1);
    expect(answers.filter(({ message }) => message?.includes(`${dataDir} already`))).toHaveLength(1);
  });

  it("accepts a database that root restored from a backup", async () => {
    const { run, dataDir } = place();
    const first = await run();
    first.process.kill("SIGTERM");
    await first.ended;
    execFileSync("chown", ["-R", "root:root", join(dataDir, "postgres")]);
    expect(await query((await run()).answer.ownerUrl, "select 1")).toEqual([1]);
  });

  it("explains what to do when the server's user has lost access to it", async () => {
    const { run, dataDir } = place();
    const first = await run();
    first.process.kill("SIGTERM");
    await first.ended;
    chmodSync(dataDir, 0o700);
    expect((await run()).answer.message).toMatch(/cannot get there.*mode 755/);
  });
});

describe("after the process was killed", () => {
  it("takes over the running server", async () => {
    const { run } = place();
    const first = await run();
    const server = serverOf(first);
    await query(first.answer.ownerUrl, "create table kept as select 42 as answer");
    first.process.kill("SIGKILL");
    await first.ended;
    expect(isAlive(server.pid)).toBe(true);
    const second = await run();
    expect(serverOf(second).pid).toBe(server.pid);
    expect(await query(second.answer.ownerUrl, "select answer from kept")).toEqual([42]);
    second.process.kill("SIGTERM");
    await second.ended;
    expect(isAlive(server.pid)).toBe(false);
  });

  it("lets only one of two processes take it over", async () => {
    const { run } = place();
    const first = await run();
    first.process.kill("SIGKILL");
    await first.ended;
    const both = await Promise.all([run(), run()]);
    expect(both.filter(({ answer }) => answer.ownerUrl)).toHaveLength(1);
    expect(both.filter(({ answer }) => answer.message?.includes("already"))).toHaveLength(1);
  });

  it("starts again, with nothing lost, when the server was killed as well", async () => {
    const { run } = place();
    const first = await run();
    await query(first.answer.ownerUrl, "create table kept as select 42 as answer");
    const server = serverOf(first);
    first.process.kill("SIGKILL");
    process.kill(server.pid, "SIGKILL");
    await first.ended;
    const second = await run();
    expect(serverOf(second).pid).not.toBe(server.pid);
    expect(await query(second.answer.ownerUrl, "select answer from kept")).toEqual([42]);
  });

  it("does not touch an unrelated process with the dead server's id", async () => {
    const { run } = place();
    const first = await run();
    const file = pidFileIn(join(first.answer.location, "cluster"));
    const [, ...rest] = readFileSync(file, "utf8").split("\n");
    first.process.kill("SIGTERM");
    await first.ended;
    const stranger = spawn("sleep", ["60"]);
    writeFileSync(file, [stranger.pid, ...rest].join("\n"));
    const second = await run();
    expect(await query(second.answer.ownerUrl, "select 1")).toEqual([1]);
    expect(isAlive(stranger.pid ?? 0)).toBe(true);
    stranger.kill();
  });
});

describe("started twice", () => {
  it("refuses the second in one line and leaves the first unharmed", async () => {
    const { run, dataDir } = place();
    const first = await run();
    const { answer } = await run();
    expect(answer.name).toBe("EmbeddedPostgresError");
    expect(answer.message).toBe(
      `Homeroom is running on ${dataDir} already (process ${first.process.pid}): stop that one, or choose another DATA_DIR.`,
    );
    expect(await query(first.answer.ownerUrl, "select 1")).toEqual([1]);
  });

  it("lets one of two simultaneous first starts win", async () => {
    const { run, dataDir } = place();
    const both = await Promise.all([run(), run()]);
    const [winner, ...others] = both.filter(({ answer }) => answer.ownerUrl);
    expect(others).toEqual([]);
    expect(await query(winner?.answer.ownerUrl ?? "", "select 1")).toEqual([1]);
    expect(readdirSync(dataDir)).toEqual(["postgres"]);
  });
});

describe("a tool that needs the database for a moment", () => {
  it("uses the server that is running, and leaves it running", async () => {
    const { run, dataDir, systemFolder } = place();
    const { answer } = await run();
    const reached = await reachEmbeddedPostgres({ dataDir, systemFolder, log });
    expect(reached.ownerUrl).toBe(answer.ownerUrl);
    await reached.stop();
    expect(await query(answer.ownerUrl, "select 1")).toEqual([1]);
  });

  it("starts it if it is not running, and creates no new database", async () => {
    const { run, dataDir, systemFolder } = place();
    await expect(reachEmbeddedPostgres({ dataDir, systemFolder, log })).rejects.toThrow(/There is no database in/);
    const first = await run();
    first.process.kill("SIGTERM");
    await first.ended;
    const reached = await reachEmbeddedPostgres({ dataDir, systemFolder, log });
    expect(await query(reached.ownerUrl, "select 1")).toEqual([1]);
    await reached.stop();
    await expect(query(reached.ownerUrl, "select 1")).rejects.toThrow(/ENOENT|ECONNREFUSED/);
  });
});

describe("stopping the server", () => {
  it.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)("comes with ours by %s", async (signal) => {
    const program = await place().run();
    const server = serverOf(program);
    program.process.kill(signal);
    expect(await program.ended).toEqual([null, signal]);
    expect(isAlive(server.pid)).toBe(false);
    expect(existsSync(pidFileIn(join(program.answer.location, "cluster")))).toBe(false);
  });

  it.each(["exit", "throw"] as const)("comes with ours by %s, open sessions or not", async (ending) => {
    const program = await place().run(ending);
    await program.ended;
    expect(existsSync(pidFileIn(join(program.answer.location, "cluster")))).toBe(false);
  });

  it("does not block our exit when the server is unknown", async () => {
    const program = await place().run();
    const pidFile = pidFileIn(join(program.answer.location, "cluster"));
    renameSync(pidFile, `${pidFile}.aside`);
    mkdirSync(pidFile);
    program.process.kill("SIGTERM");
    expect(await program.ended).toEqual([null, "SIGTERM"]);
    rmdirSync(pidFile);
    renameSync(`${pidFile}.aside`, pidFile);
  });

  it("is followed by a new start at the same address if the server was not ours", async () => {
    const program = await place().run();
    const { answer } = program;
    const server = serverOf(program);
    process.kill(server.pid, "SIGKILL");
    await expect.poll(() => query(answer.ownerUrl, "select 1").catch(() => [])).toEqual([1]);
    expect(serverOf(program).pid).not.toBe(server.pid);
    program.process.kill("SIGTERM");
    await program.ended;
    expect(existsSync(pidFileIn(join(answer.location, "cluster")))).toBe(false);
  });
});

describe("a folder that cannot be used", () => {
  it("is named if it contains something else", async () => {
    const { run, dataDir } = place();
    mkdirSync(join(dataDir, "postgres", "photos"), { recursive: true });
    expect((await run()).answer.message).toMatch(/postgres exists and holds no database of Homeroom's: move it away/);
  });

  it("is named if another release of PostgreSQL created it", async () => {
    const { run, dataDir } = place();
    const first = await run();
    first.process.kill("SIGTERM");
    await first.ended;
    writeFileSync(join(dataDir, "postgres", "cluster", "PG_VERSION"), "17\n");
    expect((await run()).answer.message).toMatch(/made by PostgreSQL 17 and this release brings 18/);
  });
});
