import type { Platform, ServerModule } from "#platform/server-module";
import type { BackupProvider } from "./port.ts";
import { bindBackupRoutes } from "./routes.ts";

/** Group chats as a backup service keeps them: what each branch reads them with, and reading them. */
export function groupBackupModule(platform: Platform, provider: BackupProvider | null): ServerModule {
  return { name: "group-backup", routes: (bind) => bindBackupRoutes(bind, platform, provider) };
}
