import { startSandbox } from "@homeroom/sandbox/main";
import { type SandboxOptions } from "@homeroom/sandbox/settings";

/** The sandbox in a process of its own, configured by SANDBOX; it sends its parent the port. */
const options = JSON.parse(process.env["SANDBOX"] ?? "{}") as Pick<SandboxOptions, "port" | "channels">;
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
await startSandbox({ ...options, host: "127.0.0.1", strangersOpen: true, log: silent });
process.send?.(options.port);
