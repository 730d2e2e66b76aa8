import type { SeedKit, SeedTx } from "./kit.ts";
import type { SeedOrganization } from "./places.ts";

/** The first branch sends through the sandbox's mail server, where `npm start` puts it. */
export async function writeEmailSettings(
  tx: SeedTx,
  kit: SeedKit,
  { organizationId, branches, now }: Pick<SeedOrganization, "organizationId" | "branches"> & { now: number },
): Promise<void> {
  const [branch] = branches;
  if (!branch) return;
  await tx
    .insertInto("email_setting")
    .values({
      organization_id: organizationId,
      branch_id: branch.branchId,
      provider: "other",
      server: "127.0.0.1",
      port: 8091,
      security: "none",
      username: "demo",
      secrets: kit.sealSecrets({ password: "demo-smtp-password" }),
      sender: "office@demo.homeroom.test",
      sender_name: "晨光文理補習班",
      verified_at: new Date(now),
      updated_by: null,
    })
    .execute();
}
