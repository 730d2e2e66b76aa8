import { type ThemeConfig, theme } from "antd";
import { cssColour, laidOver, mix, parseColour, shifted } from "./colour.ts";
import { type Appearance, fillOf, inkOf } from "./page-theme.ts";
import { type Palette, palettes } from "./palette.ts";

/** antd's tokens for an appearance: set once here, so that screens never style antd's parts themselves. */
export function antdTheme(appearance: Appearance): ThemeConfig {
  const palette = appearance.dark ? palettes.dark : palettes.light;
  const fill = fillOf(appearance.themeColor);
  const ink = inkOf(appearance.themeColor, appearance.dark);
  return {
    algorithm: appearance.dark ? theme.darkAlgorithm : theme.defaultAlgorithm,
    token: {
      ...seeds(palette),
      colorPrimary: fill,
      colorPrimaryHover: shifted(fill, 0.12),
      colorPrimaryActive: shifted(fill, 0.24),
      colorPrimaryBorder: ink,
      colorPrimaryBg: tint(appearance, palette),
      colorPrimaryBgHover: tint(appearance, palette, 0.2),
      colorPrimaryText: ink,
      colorLink: ink,
      colorLinkHover: ink,
      colorLinkActive: ink,
      controlOutline: tint(appearance, palette, 0.3),
      controlItemBgActive: tint(appearance, palette),
      controlItemBgActiveHover: tint(appearance, palette, 0.2),
    },
    components: componentTokens(palette, ink),
  };
}

/** A faint wash of the theme colour over the surface: selection, hover. */
function tint({ themeColor }: Appearance, palette: Palette, share = 0.12): string {
  const surface = parseColour(palette.surface);
  const colour = parseColour(themeColor);
  if (!surface || !colour) return palette.sunken;
  return cssColour(mix(surface, laidOver(colour, surface), share));
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

function componentTokens(palette: Palette, ink: string): ThemeConfig["components"] {
  return {
    Button: {
      primaryShadow: "none",
      defaultShadow: "none",
      dangerShadow: "none",
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
    Tabs: { itemSelectedColor: ink, itemHoverColor: ink, itemActiveColor: ink, inkBarColor: ink, titleFontSize: 14 },
    Pagination: { itemActiveColor: ink },
    Segmented: { itemSelectedColor: palette.text, trackBg: palette.sunken, itemSelectedBg: palette.lifted },
    Form: { verticalLabelPadding: "0 0 4px", labelColor: palette.textQuiet, itemMarginBottom: 16 },
    Tooltip: { colorBgSpotlight: "#262b36" },
    Modal: { titleFontSize: 16 },
    Drawer: { paddingLG: 20 },
    Select: { optionSelectedColor: palette.text },
  };
}
