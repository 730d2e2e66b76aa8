import { type MappingAlgorithm, type ThemeConfig, theme } from "antd";
import { shifted } from "./colour.ts";
import { type Appearance, fillOf, inkOf, washOf } from "./page-theme.ts";
import { type Palette, palettes } from "./palette.ts";

/** antd's tokens for an appearance, set once here, so that screens never style antd's components themselves. */
export function antdTheme(appearance: Appearance): ThemeConfig {
  const palette = appearance.dark ? palettes.dark : palettes.light;
  const fill = fillOf(appearance.themeColor);
  const ink = inkOf(appearance.themeColor, appearance.dark);
  const wash = (share: number) => washOf(appearance.themeColor, palette.surface, share);
  // The kit's dark algorithm dims the given colours; these are chosen for their contrast and stay.
  const asChosen: MappingAlgorithm = (_, map = theme.defaultAlgorithm(theme.defaultSeed)) => ({
    ...map,
    colorPrimary: fill,
    colorLink: ink,
    colorSuccess: palette.success,
    colorWarning: palette.warning,
    colorError: palette.danger,
  });
  return {
    algorithm: [appearance.dark ? theme.darkAlgorithm : theme.defaultAlgorithm, asChosen],
    token: {
      ...seeds(palette),
      colorPrimary: fill,
      colorPrimaryHover: shifted(fill, 0.12),
      colorPrimaryActive: shifted(fill, 0.24),
      colorPrimaryBorder: ink,
      colorPrimaryBg: wash(0.12),
      colorPrimaryBgHover: wash(0.2),
      colorPrimaryText: ink,
      colorLink: ink,
      colorLinkHover: ink,
      colorLinkActive: ink,
      controlOutline: wash(0.3),
      controlItemBgActive: wash(0.12),
      controlItemBgActiveHover: wash(0.2),
    },
    components: componentTokens(palette, ink, appearance.dark),
  };
}

function seeds(palette: Palette): ThemeConfig["token"] {
  return {
    fontFamily: "var(--font)",
    fontSize: 14,
    lineHeight: 22 / 14,
    fontSizeSM: 12,
    borderRadius: 8,
    borderRadiusSM: 6,
    borderRadiusLG: 12,
    wireframe: false,
    colorBgLayout: palette.page,
    colorBgContainer: palette.surface,
    colorBgElevated: palette.raised,
    colorBorder: palette.edge,
    colorBorderSecondary: palette.hairline,
    colorSplit: palette.hairline,
    colorText: palette.text,
    colorTextSecondary: palette.textQuiet,
    colorTextTertiary: palette.textQuiet,
    colorTextDescription: palette.textQuiet,
    colorTextPlaceholder: palette.textQuiet,
    colorSuccess: palette.success,
    colorWarning: palette.warning,
    colorError: palette.danger,
    colorErrorText: palette.dangerText,
    colorErrorTextHover: palette.dangerText,
    boxShadow: "var(--shadow)",
    boxShadowSecondary: "var(--shadow)",
  };
}

function componentTokens(palette: Palette, ink: string, dark: boolean): ThemeConfig["components"] {
  return {
    Button: {
      primaryShadow: "none",
      defaultShadow: "none",
      dangerShadow: "none",
      // In the dark theme one red cannot both carry white text and be readable as text, so filled buttons have dark text.
      ...(dark
        ? {
            colorError: palette.dangerText,
            colorErrorHover: shifted(palette.dangerText, -0.15),
            colorErrorActive: shifted(palette.dangerText, 0.15),
            dangerColor: "#2b0d0d",
          }
        : // On hover the kit lightens it until white text is unreadable on it.
          { colorErrorHover: shifted(palette.danger, 0.12), colorErrorActive: shifted(palette.danger, 0.24) }),
      fontWeight: 500,
      defaultHoverColor: ink,
      defaultHoverBorderColor: ink,
      defaultActiveColor: ink,
      defaultActiveBorderColor: ink,
      textHoverBg: palette.sunken,
    },
    Menu: {
      itemSelectedColor: ink,
      subMenuItemSelectedColor: ink,
      itemHeight: 40,
      itemMarginInline: 6,
      itemMarginBlock: 2,
      activeBarBorderWidth: 0,
      itemBg: "transparent",
      subMenuItemBg: "transparent",
    },
    // The text of a selected entry: in the dark theme the fill colour is unreadable on its wash.
    Dropdown: { colorPrimary: ink },
    Radio: { colorPrimary: ink, colorPrimaryHover: ink, colorPrimaryActive: ink },
    Tabs: { itemSelectedColor: ink, itemHoverColor: ink, itemActiveColor: ink, inkBarColor: ink, titleFontSize: 14 },
    Pagination: { itemActiveColor: ink },
    Segmented: { itemSelectedColor: palette.text, trackBg: palette.sunken, itemSelectedBg: palette.lifted },
    Form: {
      colorError: palette.dangerText,
      verticalLabelPadding: "0 0 4px",
      labelColor: palette.textQuiet,
      itemMarginBottom: 16,
    },
    Tooltip: { colorBgSpotlight: "#262b36" },
    Modal: { titleFontSize: 16 },
    Drawer: { paddingLG: 20 },
    Select: { optionSelectedColor: palette.text },
  };
}
