import type { Platform, ServerModule } from "#platform/server-module";
import type { BackupProvider } from "./port.ts";
import { bindBackupRoutes } from "./routes.ts";

/** Group chats kept by a backup service: the settings of each branch, and reading the chats. */
export function groupBackupModule(platform: Platform, provider: BackupProvider | null): ServerModule {
  return { name: "group-backup", routes: (bind) => bindBackupRoutes(bind, platform, provider) };
}
