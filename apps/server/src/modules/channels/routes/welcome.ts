import type { FileId } from "@homeroom/contract/ids";
import { type WelcomeSetting, welcome } from "@homeroom/contract/welcome";
import { fileAddress, filesByIds, presentStoredPicture, type StoredFile, storePicture } from "#modules/files/public";
import { channelsInScope } from "#modules/inbox/public";
import { requirePermission } from "#platform/auth/actor";
import { scopeOf, sharedScope } from "#platform/auth/scopes";
import { inTransaction } from "#platform/db/transaction";
import type { Binder } from "#platform/http/bind";
import type { Platform } from "#platform/server-module";
import { requireBranch } from "../actions/require-branch.ts";
import { saveWelcome, setWelcomeStatus } from "../actions/save-welcome.ts";
import { sendWelcome, testLineWelcome, testWhatsappWelcome } from "../actions/send-welcome.ts";
import { picturesIn, type Welcome, welcomeOf } from "../queries/welcome.ts";

const maxSide = 4096;

export function bindWelcomeRoutes(bind: Binder, platform: Platform): void {
  const { db } = platform;
  bind(welcome.setting, ({ branchID }, { actor }) => {
    const scope = scopeOf(actor, "org:welcome:query");
    const branchId = branchID ?? actor.branchId;
    return inTransaction(db, scope, async (tx) => {
      const { name } = await requireBranch(tx, scope, branchId);
      const lineConfigured = (await channelsInScope(tx, scope, "line")).some((one) => one.branch_id === branchId);
      const saved = await welcomeOf(tx, scope, branchId);
      const files = await filesByIds(tx, scope, picturesIn(saved?.segments ?? []));
      const branch = { branchID: branchId, name };
      return { branch, lineConfigured, ...presentWelcome(platform, saved, files) };
    });
  });
  bind(welcome.update, (form, { actor }) => saveWelcome(db, actor, form));
  bind(welcome.uploadImage, async (_, { actor, upload }) => {
    requirePermission(actor, "org:welcome:edit");
    const given = { createdBy: actor.accountId, maxSide };
    const file = await storePicture(platform, sharedScope(actor), upload, given);
    return presentStoredPicture(platform, file);
  });
  bind(welcome.setStatus, (form, { actor }) => setWelcomeStatus(db, actor, form));
  bind(welcome.testLine, async (form, { actor, header }) => ({
    sent: await testLineWelcome(db, actor, form, header("idempotency-key")),
  }));
  bind(welcome.testWhatsapp, async (form, { actor, header }) => ({
    sent: await testWhatsappWelcome(db, actor, form, header("idempotency-key")),
  }));
  bind(welcome.send, async (form, { actor, header }) => ({
    sent: await sendWelcome(db, actor, form, header("idempotency-key")),
  }));
}

function presentWelcome(
  platform: Platform,
  saved: Welcome | null,
  files: ReadonlyMap<FileId, StoredFile>,
): Omit<WelcomeSetting, "branch" | "lineConfigured"> {
  const segments = (saved?.segments ?? []).map((segment) => {
    if (segment.kind === "text") return segment;
    const file = files.get(segment.fileID);
    const url = file ? fileAddress(platform, file) : null;
    return { ...segment, url, width: file?.width ?? 0, height: file?.height ?? 0 };
  });
  return {
    segments,
    buttons: saved?.buttons ?? [],
    mode: saved?.mode ?? "automatic",
    status: saved?.status ?? 0,
    version: saved?.version ?? 0,
    updateTime: saved?.updatedAt.toISOString() ?? null,
  };
}
