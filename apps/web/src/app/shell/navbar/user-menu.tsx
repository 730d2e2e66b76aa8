import { languages } from "@homeroom/contract/language";
import { Dropdown, type MenuProps } from "antd";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { UpdateLog, useHasNewUpdates } from "#modules/notices/public.ts";
import { useUser } from "#platform/access.ts";
import { languageNames } from "#platform/i18n/language-names.ts";
import { usePreference } from "#platform/preferences.ts";
import { productName, productVersion } from "#platform/product.ts";
import { Avatar } from "#ui/avatar/avatar.tsx";
import { CountBadge } from "#ui/badge/count-badge.tsx";
import { laid } from "#ui/laid.ts";
import { useRouteTitle } from "../../page-title.ts";
import { currentMenus } from "../../routes/menu-store.ts";
import { flat } from "../../routes/menu-tree.ts";
import { dashboardEntry, staticEntries } from "../../routes/static-entries.ts";
import { findView } from "../../routes/view-registry.ts";
import { views } from "../../views.ts";
import { showTour } from "../tour/tour-store.ts";
import { useDocumentsAddress } from "../use-documents-address.ts";
import { useSignOut } from "../use-sign-out.ts";
import styles from "./navbar.module.css";

/** The user menu. Pages that are not built are not offered. */
export function UserMenu() {
  const { t } = useTranslation("shell");
  const user = useUser();
  const titleOf = useRouteTitle();
  const navigate = useNavigate();
  const signOut = useSignOut();
  const [device] = usePreference("device");
  const [, setLanguage] = usePreference("language");
  const hasNews = useHasNewUpdates();
  const [logOpen, setLogOpen] = useState(false);

  const allowed = new Set([dashboardEntry.path, "/system/setting", ...flat(currentMenus()).map(({ path }) => path)]);
  const pages = staticEntries.filter(({ view, path }) => allowed.has(path) && findView(views, view ?? ""));
  const documents = useDocumentsAddress();
  const links = flat(currentMenus()).filter(({ external, hidden }) => external && !hidden);
  const languageItems = languages.map((language) => ({
    key: language,
    label: languageNames[language],
    onClick: () => setLanguage(language),
  }));
  const items: NonNullable<MenuProps["items"]> = [
    { key: "who", type: "group", label: `${user.organization.name} ${user.branch.name}` },
    ...pages.map((entry) => ({ key: entry.path, label: titleOf(entry), onClick: () => void navigate(entry.path) })),
    ...links.map((entry) => ({
      key: entry.path,
      label: (
        <a href={entry.external} target="_blank" rel="noopener noreferrer">
          {titleOf(entry)}
        </a>
      ),
    })),
    {
      key: "documents",
      label: (
        <a href={documents} target="_blank" rel="noopener noreferrer">
          {t("documents")}
        </a>
      ),
    },
    { key: "tour", label: t("tour.restart"), onClick: () => showTour(true) },
    ...(device === "mobile" ? [{ key: "language", label: t("language"), children: languageItems }] : []),
    {
      key: "updates",
      label: <CountBadge dot={hasNews}>{t("updates")}</CountBadge>,
      onClick: () => setLogOpen(true),
    },
    { type: "divider" },
    { key: "signOut", label: t("signOut.action"), onClick: () => void signOut() },
    { type: "divider" },
    { key: "version", disabled: true, label: `${productName} ${productVersion}` },
  ];

  return (
    <>
      <Dropdown trigger={["click"]} menu={{ items }} placement="bottomRight">
        <button
          type="button"
          data-tour="user"
          className={laid("inlineRow bare fixed justifyCentre pad0x8 hoverable height40 round8 text14", styles.user)}
          title={t("userMenu", { name: user.nickname })}
        >
          <Avatar name={user.nickname} picture={user.avatar} size={24} />
          <span className={device === "desktop" ? laid("cut", styles.userName) : "visually-hidden"}>
            {user.nickname}
          </span>
        </button>
      </Dropdown>
      <Suspense fallback={null}>{logOpen && <UpdateLog onClose={() => setLogOpen(false)} />}</Suspense>
    </>
  );
}
