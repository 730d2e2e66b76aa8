import { ColorPicker, Drawer, Segmented, Switch } from "antd";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { layouts, type Preferences, sidebarColors, themes, usePreference } from "#platform/preferences.ts";
import { laid } from "#ui/laid.ts";
import { predefinedColours } from "#ui/theme/colour.ts";
import styles from "./settings-drawer.module.css";

type SwitchKey = "tagsView" | "fixedHeader" | "sidebarLogo" | "watermarkEnabled";
const switches: readonly SwitchKey[] = ["tagsView", "fixedHeader", "sidebarLogo", "watermarkEnabled"];

/** The appearance of the product for this person. Everything applies at once and is stored in this browser. */
export function SettingsDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("shell");
  const [theme, setTheme] = usePreference("theme");
  const [sidebarColor, setSidebarColor] = usePreference("sidebarColor");
  const [device] = usePreference("device");

  return (
    <Drawer open title={t("settings.title")} size={300} onClose={onClose}>
      <Group title={t("theme.label")}>
        <Segmented
          block
          value={theme}
          onChange={(value: Preferences["theme"]) => setTheme(value)}
          options={themes.map((value) => ({ value, label: t(`theme.${value}`) }))}
        />
      </Group>
      <Group title={t("settings.colour")}>
        <ColourChoice />
      </Group>
      <Group title={t("settings.interface")}>
        {switches.map((key) => (
          <SwitchLine key={key} name={key} />
        ))}
        <div className={laid("apart gap12 minHeight36")}>
          <span>{t("settings.sidebarColor")}</span>
          <Segmented
            size="small"
            value={sidebarColor}
            onChange={(value: Preferences["sidebarColor"]) => setSidebarColor(value)}
            options={sidebarColors.map((value) => ({ value, label: t(`settings.sidebar.${value}`) }))}
          />
        </div>
      </Group>
      {device === "desktop" && (
        <Group title={t("settings.layout")}>
          <LayoutChoice />
        </Group>
      )}
    </Drawer>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.group}>
      <h2 className={laid("small below12 medium")}>{title}</h2>
      {children}
    </section>
  );
}

function SwitchLine({ name }: { name: SwitchKey }) {
  const { t } = useTranslation("shell");
  const [on, setOn] = usePreference(name);
  const id = `setting-${name}`;
  return (
    <div className={laid("apart gap12 minHeight36")}>
      <label htmlFor={id}>{t(`settings.${name}`)}</label>
      <Switch id={id} size="small" checked={on} onChange={setOn} />
    </div>
  );
}

function ColourChoice() {
  const { t } = useTranslation("shell");
  const [themeColor, setThemeColor] = usePreference("themeColor");
  return (
    <div className={laid("gridBox gap10", styles.colours)}>
      {predefinedColours.map((colour, index) => (
        <button
          key={colour}
          type="button"
          className={laid("noPadding circle pointer", styles.colour)}
          // The last one is in a format that style sheets do not understand.
          style={{ background: colour.startsWith("hsva") ? "#90f090" : colour }}
          aria-pressed={colour === themeColor}
          aria-label={t("settings.colourNumber", { number: index + 1 })}
          onClick={() => setThemeColor(colour)}
        />
      ))}
      <ColorPicker
        size="small"
        value={themeColor.startsWith("hsva") ? "#90f090" : themeColor}
        onChangeComplete={(colour) => setThemeColor(colour.toCssString())}
        styles={{ popup: { root: { zIndex: 99_999 } } }}
      >
        <button
          type="button"
          className={laid("noPadding circle pointer", `${styles.colour} ${styles.own}`)}
          aria-label={t("settings.ownColour")}
        />
      </ColorPicker>
    </div>
  );
}

/** The three layouts as small pictures. Their names are not antd tooltips: an open one would swallow the drawer's Escape. */
function LayoutChoice() {
  const { t } = useTranslation("shell");
  const [layout, setLayout] = usePreference("layout");
  return (
    <div className={laid("flexBox gap12")} role="group" aria-label={t("settings.layout")}>
      {layouts.map((one) => (
        <button
          key={one}
          type="button"
          className={laid("noPadding round4 clip relative pointer", styles.tile)}
          data-layout={one}
          aria-pressed={one === layout}
          aria-label={t(`layout.${one}`)}
          title={t(`layout.${one}`)}
          onClick={() => setLayout(one)}
        >
          <span className={laid("wide absolute top0", styles.bar)} />
          <span className={laid("tall absolute left0", styles.column)} />
        </button>
      ))}
    </div>
  );
}
