import { describe, expect, it } from "vitest";
import { ownMachine, settingsFor, smallMachine } from "./server-settings.ts";

const gigabyte = 1024 ** 3;

describe("the database's settings on a dedicated machine", () => {
  it("are an eighth of the memory and a sixteenth of the free disk", () => {
    expect(settingsFor({ memory: 16 * gigabyte, freeDisk: 64 * gigabyte })).toEqual({
      shared_buffers: "2048MB",
      effective_cache_size: "8192MB",
      maintenance_work_mem: "512MB",
      max_wal_size: "4096MB",
    });
  });

  it("are never below those of a small machine, and bounded", () => {
    const { shared_buffers, effective_cache_size, maintenance_work_mem } = smallMachine;
    const least = { shared_buffers, effective_cache_size, maintenance_work_mem, max_wal_size: "1024MB" };
    expect(settingsFor({ memory: gigabyte / 4, freeDisk: 0 })).toEqual(least);
    const most = settingsFor({ memory: 512 * gigabyte, freeDisk: 9000 * gigabyte });
    expect(most).toMatchObject({ shared_buffers: "4096MB", max_wal_size: "8192MB" });
  });

  it("are calculated for this machine", () => {
    for (const size of Object.values(ownMachine("."))) expect(size).toMatch(/^\d+MB$/);
  });
});
