import {
  DesktopOutlined,
  FontSizeOutlined,
  FullscreenExitOutlined,
  FullscreenOutlined,
  GlobalOutlined,
  MoonOutlined,
  QuestionCircleOutlined,
  SearchOutlined,
  SettingOutlined,
  SunOutlined,
} from "@ant-design/icons";
import { type Language, languages } from "@homeroom/contract/language";
import { Dropdown } from "antd";
import { type ReactNode, Suspense, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { Bell } from "#modules/notices/public.ts";
import { BranchSwitcher } from "#modules/organizations/public.ts";
import { languageNames } from "#platform/i18n/language-names.ts";
import { type Preferences, sizes, themes, usePreference } from "#platform/preferences.ts";
import { showSettings } from "#platform/product.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import { dashboardEntry } from "../../routes/static-entries.ts";
import { useCurrentRoute } from "../use-current-route.ts";
import { useDocumentsAddress } from "../use-documents-address.ts";
import styles from "./navbar.module.css";
import { UserMenu } from "./user-menu.tsx";

export interface NavbarActionsProps {
  onSettings: () => void;
  onPalette: () => void;
}

export function NavbarActions({ onSettings, onPalette }: NavbarActionsProps) {
  const { t } = useTranslation("shell");
  const [device] = usePreference("device");
  const restart = useRestart();
  return (
    <div className={laid("middle fixed tall", styles.actions)}>
      {device === "desktop" ? (
        <>
          <button
            type="button"
            className={laid(
              "inlineRow quiet outlined round8 text13 pointer height32 minWidth180 wakeable",
              styles.palette,
            )}
            onClick={onPalette}
          >
            <SearchOutlined aria-hidden />
            <span>{t("palette.open")}</span>
            <kbd>{/Mac|iPhone|iPad/.test(navigator.platform) ? "⌘K" : "Ctrl K"}</kbd>
          </button>
          <Documents />
          <Fullscreen />
          <SizeChoice />
          <LanguageChoice />
        </>
      ) : (
        <Action label={t("palette.open")} icon={<SearchOutlined />} onClick={onPalette} />
      )}
      {(device === "desktop" || !showSettings) && <ThemeChoice />}
      <span data-tour="branch" style={{ display: "contents" }}>
        <Suspense>
          <BranchSwitcher compact={device !== "desktop"} onSwitched={restart} />
        </Suspense>
      </span>
      <Bell className={styles.action} />
      <UserMenu />
      {showSettings && <Action label={t("settings.title")} icon={<SettingOutlined />} onClick={onSettings} />}
    </div>
  );
}

interface ActionProps {
  label: string;
  icon: ReactNode;
  onClick: () => void;
}

/** Its name is not an antd tooltip: an open one would swallow the Escape meant for the drawer that the button opens. */
function Action({ label, icon, onClick }: ActionProps) {
  return (
    <button type="button" className={styles.action} aria-label={label} title={label} onClick={onClick}>
      {icon}
    </button>
  );
}

/** On a narrow screen it is in the user menu. */
function Documents() {
  const { t } = useTranslation("shell");
  const address = useDocumentsAddress();
  return (
    <a
      className={styles.action}
      href={address}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={t("documents")}
      title={t("documents")}
    >
      <QuestionCircleOutlined />
    </a>
  );
}

function Fullscreen() {
  const { t } = useTranslation("shell");
  const [full, toggle] = useFullscreen();
  return (
    <Action
      label={t(full ? "leaveFullscreen" : "fullscreen")}
      icon={full ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
      onClick={toggle}
    />
  );
}

interface ChoiceProps<Value extends string> {
  label: string;
  icon: ReactNode;
  values: readonly Value[];
  value: Value;
  nameOf: (value: Value) => string;
  onChoose: (value: Value) => void;
}

function Choice<Value extends string>({ label, icon, values, value, nameOf, onChoose }: ChoiceProps<Value>) {
  return (
    <Dropdown
      trigger={["click"]}
      menu={{
        items: values.map((one) => ({ key: one, label: nameOf(one), disabled: one === value })),
        onClick: ({ key }) => onChoose(key as Value),
      }}
    >
      <button type="button" className={styles.action} aria-label={label} title={label}>
        {icon}
      </button>
    </Dropdown>
  );
}

function SizeChoice() {
  const { t } = useTranslation("shell");
  const [size, setSize] = usePreference("size");
  const { done } = useFeedback();
  return (
    <Choice
      label={t("size.label")}
      icon={<FontSizeOutlined />}
      values={sizes}
      value={size}
      nameOf={(one) => t(`size.${one}`)}
      onChoose={(one) => {
        setSize(one);
        done(t("size.changed"));
      }}
    />
  );
}

function LanguageChoice() {
  const { t } = useTranslation("shell");
  const [language, setLanguage] = usePreference("language");
  return (
    <Choice<Language>
      label={t("language")}
      icon={<GlobalOutlined />}
      values={languages}
      value={language}
      nameOf={(one) => languageNames[one]}
      onChoose={setLanguage}
    />
  );
}

const themeIcons = { light: <SunOutlined />, dark: <MoonOutlined />, auto: <DesktopOutlined /> };

function ThemeChoice() {
  const { t } = useTranslation("shell");
  const [theme, setTheme] = usePreference("theme");
  return (
    <Choice<Preferences["theme"]>
      label={t("theme.label")}
      icon={themeIcons[theme]}
      values={themes}
      value={theme}
      nameOf={(one) => t(`theme.${one}`)}
      onChoose={setTheme}
    />
  );
}

/** Whether the page is in full screen, and how to toggle it. */
function useFullscreen(): [boolean, () => void] {
  const full = useSyncExternalStore(subscribe, () => document.fullscreenElement !== null);
  // A browser may refuse; then nothing changes and no message is needed.
  const toggle = () =>
    void (full ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(() => undefined);
  return [full, toggle];
}

function subscribe(listener: () => void): () => void {
  document.addEventListener("fullscreenchange", listener);
  return () => document.removeEventListener("fullscreenchange", listener);
}

/**
 * Reloads the app after the session has moved to another branch: on the same screen, or on the dashboard if the screen
 * shows one record, which may belong to the other branch.
 */
function useRestart(): () => void {
  const { facts, pathname } = useCurrentRoute();
  const isList = facts !== undefined && !facts.path.includes(":");
  return () => window.location.assign(isList ? pathname : dashboardEntry.path);
}
