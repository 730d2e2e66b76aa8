import { afterAll, beforeAll } from "vitest";
import { type RunningSandbox, startSandbox } from "../main.ts";
import type { SandboxOptions } from "../settings.ts";

/** In a file of tests: a quiet sandbox, started before the first test and closed after the last. */
export function prepareSandbox(options: Partial<SandboxOptions> = {}): RunningSandbox {
  const sandbox = {} as RunningSandbox;
  beforeAll(async () => void Object.assign(sandbox, await startQuietSandbox(options)));
  afterAll(() => sandbox.close());
  return sandbox;
}

/** A sandbox that logs nothing, by default on any free port and without channels. */
export function startQuietSandbox(options: Partial<SandboxOptions> = {}): Promise<RunningSandbox> {
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  return startSandbox({ port: 0, host: "127.0.0.1", channels: [], log, ...options });
}
