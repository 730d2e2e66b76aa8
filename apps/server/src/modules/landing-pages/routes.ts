import { landingLimits, landingPages } from "@homeroom/contract/landing-pages";
import { templatePicture, templateTexts, themePicture, themeTexts } from "@homeroom/contract/page-design/choices";
import { templateNames, templates } from "@homeroom/contract/page-design/templates";
import { themeNames } from "@homeroom/contract/page-design/themes";
import { presentStoredPicture } from "#modules/files/public";
import { can } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { Binder } from "#platform/http/bind";
import type { Platform } from "#platform/server-module";
import { addPage } from "./actions/add-page.ts";
import { editPage, uploadPageImage } from "./actions/edit-page.ts";
import { exportPages } from "./actions/export-pages.ts";
import { publishPage, rollBackPage, takePageOffline } from "./actions/publish-page.ts";
import { removePage, restorePage } from "./actions/remove-page.ts";
import { reachPages } from "./policy.ts";
import { presentPage, presentPages, presentVersions } from "./present.ts";
import { buttonAccounts } from "./queries/button-accounts.ts";
import { categoryChoices, isUrlNameTaken, listPages, loadPage } from "./queries/pages.ts";
import { versionsOf } from "./queries/versions.ts";

export function bindLandingPageRoutes(bind: Binder, platform: Platform): void {
  bindReading(bind, platform);
  bindPublishing(bind, platform);
  const { db } = platform;
  bind(landingPages.add, (form, { actor }) => addPage(db, actor, form));
  bind(landingPages.edit, (form, { actor }) => editPage(db, actor, form));
  bind(landingPages.remove, async ({ recordID }, { actor }) => {
    await removePage(db, actor, recordID);
    return null;
  });
  bind(landingPages.restore, async ({ recordID }, { actor }) => {
    await restorePage(db, actor, recordID);
    return null;
  });
  bind(landingPages.export, (form, { actor, language }) => exportPages(platform, actor, { form, language }));
  bind(landingPages.uploadImage, async (_, { actor, upload }) => {
    const file = await uploadPageImage(platform, actor, upload);
    return presentStoredPicture(platform, file);
  });
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
  bind(landingPages.takeOffline, async ({ recordID }, { actor }) => {
    await takePageOffline(db, actor, recordID);
    return null;
  });
  bind(landingPages.checkUrlName, ({ urlName, recordID }, { actor }) => {
    const scope = sharedScope(actor);
    return inTransaction(db, scope, async (tx) => {
      return { available: !(await isUrlNameTaken(tx, scope, { urlName, pageId: recordID })) };
    });
  });
}
