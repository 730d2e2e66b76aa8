import { landingEntries, maxStuckEntries, type StuckEntry } from "@homeroom/contract/landing-entries";
import { landingLimits, landingPages } from "@homeroom/contract/landing-pages";
import { landingSplits } from "@homeroom/contract/landing-splits";
import { lineTracking } from "@homeroom/contract/line-tracking";
import { templatePicture, templateTexts, themePicture, themeTexts } from "@homeroom/contract/page-design/choices";
import { templateNames, templates } from "@homeroom/contract/page-design/templates";
import { themeNames } from "@homeroom/contract/page-design/themes";
import { pageWords } from "@homeroom/contract/page-design/words";
import { presentStoredPicture } from "#modules/files/public";
import { can } from "#platform/auth/actor";
import { scopeOf, sharedScope } from "#platform/auth/scopes";
import { inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { Binder } from "#platform/http/bind";
import type { Platform } from "#platform/server-module";
import { addPage } from "./actions/add-page.ts";
import { editPage, uploadPageImage } from "./actions/edit-page.ts";
import { exportPages } from "./actions/export-pages.ts";
import { publishPage, rollBackPage, takePageOffline } from "./actions/publish-page.ts";
import { removePage, restorePage } from "./actions/remove-page.ts";
import { replayEntry } from "./intake/actions/replay-entries.ts";
import { stuckEntries } from "./intake/queries.ts";
import { linesOf } from "./intake/rules/visitor.ts";
import { reachPages } from "./policy.ts";
import type { LineTracker } from "./port.ts";
import { presentPage, presentPages, presentVersions } from "./present.ts";
import { buttonAccounts, categoryChoices, isUrlNameTaken, listPages, loadPage } from "./queries/pages.ts";
import { versionsOf } from "./queries/versions.ts";
import { endSplit, startSplit } from "./split/actions/run-split.ts";
import { armsOf, pastSplits, presentSplit, runningSplit } from "./split/queries.ts";
import { saveTracking } from "./tracking/actions/save-tracking.ts";
import { presentTracking } from "./tracking/queries.ts";

export function bindLandingPageRoutes(bind: Binder, platform: Platform): void {
  bindReading(bind, platform);
  bindPublishing(bind, platform);
  const { db } = platform;
  bind(landingPages.add, (form, { actor }) => addPage(db, actor, form));
  bind(landingPages.edit, (form, { actor }) => editPage(db, actor, form));
  bind(landingPages.remove, ({ recordID }, { actor }) => removePage(db, actor, recordID));
  bind(landingPages.restore, ({ recordID }, { actor }) => restorePage(db, actor, recordID));
  bind(landingPages.export, (form, { actor, language }) => exportPages(platform, actor, { form, language }));
  bind(landingPages.uploadImage, async (_, { actor, upload }) => {
    const file = await uploadPageImage(platform, actor, upload);
    return presentStoredPicture(platform, file);
  });
}

export function bindLandingSplitRoutes(bind: Binder, platform: Platform): void {
  bind(landingSplits.info, ({ recordID }, { actor }) => {
    const scope = reachPages(actor, "ad:landing:query");
    return inTransaction(platform.db, scope, async (tx) => {
      await loadPage(tx, scope, recordID);
      const split = await runningSplit(tx, scope, recordID);
      return split ? presentSplit(split, await armsOf(tx, scope, [split])) : null;
    });
  });
  bind(landingSplits.history, ({ recordID }, { actor }) => {
    const scope = reachPages(actor, "ad:landing:query");
    return inTransaction(platform.db, scope, async (tx) => {
      await loadPage(tx, scope, recordID);
      return pastSplits(tx, scope, recordID);
    });
  });
  bind(landingSplits.start, ({ recordID }, { actor }) => startSplit(platform, actor, recordID));
  bind(landingSplits.end, ({ recordID, keep }, { actor }) => endSplit(platform, actor, { pageId: recordID, keep }));
}

/** `tracker` is null where conversions cannot be sent. */
export function bindLineTrackingRoutes(bind: Binder, platform: Platform, tracker: LineTracker | null): void {
  bind(lineTracking.setting, (_, { actor }) => {
    const scope = sharedScope(actor);
    const mayEdit = can(actor, "org:line:edit") && scopeOf(actor, "org:line:edit").branchIds === null;
    return inTransaction(platform.db, scope, (tx) =>
      presentTracking(tx, scope, { secrets: platform.secrets, mayEdit }),
    );
  });
  bind(lineTracking.save, async (form, { actor }) => {
    if (!tracker) throw new AppError("FEATURE_NOT_SET_UP");
    await saveTracking(platform, tracker, { actor, form });
  });
}

/** What staff do with forms that made no lead. */
export function bindLandingEntryRoutes(bind: Binder, { db }: Pick<Platform, "db">): void {
  bind(landingEntries.log, ({ recordID }, { actor }) => {
    const scope = reachPages(actor, "ad:landing:edit");
    const seesPeople = can(actor, "crm:lead:query");
    return inTransaction(db, scope, async (tx) => {
      const page = await loadPage(tx, scope, recordID);
      const rows = await stuckEntries(tx, scope, { pageId: recordID, limit: maxStuckEntries });
      return rows.map(
        (row): StuckEntry => ({
          recordID: row.entry_id,
          state: row.state === "failed" ? "failed" : "waiting",
          problem: row.problem,
          said: seesPeople ? linesOf(row.fields, pageWords[page.language]) : "",
          createTime: row.created_at.toISOString(),
        }),
      );
    });
  });
  bind(landingEntries.replay, ({ recordID }, { actor }) => replayEntry(db, actor, recordID));
}

function bindReading(bind: Binder, platform: Platform): void {
  const { db } = platform;
  bind(landingPages.list, ({ pageNum, pageSize, ...rest }, { actor }) => {
    const scope = reachPages(actor, "ad:landing:query");
    const seesSpend = can(actor, "ad:campaign:query");
    return inTransaction(db, scope, async (tx) => {
      const page = await listPages(tx, scope, { ...rest, pageNum, pageSize });
      const list = await presentPages(platform, tx, { scope, pages: page.pages, seesSpend });
      return { list, total: page.total, nextCursor: page.nextCursor, pageNum, pageSize };
    });
  });
  bind(landingPages.info, ({ recordID }, { actor }) => {
    const scope = reachPages(actor, "ad:landing:query");
    return inTransaction(db, scope, async (tx) => {
      const page = await loadPage(tx, scope, recordID);
      const info = await presentPage(platform, tx, { scope, page, seesSpend: can(actor, "ad:campaign:query") });
      if (!info) throw new AppError("NOT_FOUND");
      return info;
    });
  });
  bind(landingPages.themes, (_, { language }) =>
    themeNames.map((value) => ({ value, label: themeTexts[value][language], picture: themePicture(value) })),
  );
  bind(landingPages.templates, (_, { language }) =>
    templateNames.map((value) => ({
      value,
      label: templateTexts[value][language],
      picture: templatePicture(value),
      theme: templates[value],
    })),
  );
  bind(landingPages.categories, (_, { actor }) => {
    const scope = reachPages(actor, "ad:landing:query");
    return inTransaction(db, scope, (tx) => categoryChoices(tx, scope));
  });
  bind(landingPages.buttonAccounts, (_, { actor }) => {
    const scope = reachPages(actor, "ad:landing:query");
    return inTransaction(db, scope, (tx) => buttonAccounts(tx, scope));
  });
  bind(landingPages.versions, ({ recordID }, { actor }) => {
    const scope = reachPages(actor, "ad:landing:query");
    return inTransaction(db, scope, async (tx) => {
      const page = await loadPage(tx, scope, recordID);
      const versions = await versionsOf(tx, scope, recordID, landingLimits.versions);
      return presentVersions(tx, { scope, page, versions });
    });
  });
}

function bindPublishing(bind: Binder, platform: Platform): void {
  const { db } = platform;
  bind(landingPages.publish, ({ recordID }, { actor }) => publishPage(platform, actor, recordID));
  bind(landingPages.rollBack, ({ recordID, versionID }, { actor }) =>
    rollBackPage(platform, actor, { pageId: recordID, versionId: versionID }),
  );
  bind(landingPages.takeOffline, ({ recordID }, { actor }) => takePageOffline(db, actor, recordID));
  bind(landingPages.checkUrlName, ({ urlName, recordID }, { actor }) => {
    const scope = sharedScope(actor);
    return inTransaction(db, scope, async (tx) => {
      return { available: !(await isUrlNameTaken(tx, scope, { urlName, pageId: recordID })) };
    });
  });
}
