import { CloseOutlined } from "@ant-design/icons";
import { Dropdown, type MenuProps } from "antd";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { laid } from "#ui/laid.ts";
import { useRouteTitle } from "../../page-title.ts";
import { useCurrentRoute } from "../use-current-route.ts";
import { type Closing, canClose, nextAddress, type Tag } from "./tags.ts";
import { closeTags, refreshScreen, useTags } from "./tags-store.ts";
import styles from "./tags-view.module.css";

/** The visited routes as tags: middle click closes, right click offers more. */
export function TagsView({ mixed }: { mixed: boolean }) {
  const { t } = useTranslation("shell");
  const titleOf = useRouteTitle();
  const tags = useTags();
  const { pathname } = useCurrentRoute();
  const navigate = useNavigate();

  const close = (tag: Tag, closing: Closing) => {
    const next = nextAddress(closeTags(tag.path, closing), pathname);
    if (next) void navigate(next);
  };
  const refresh = (tag: Tag) => {
    refreshScreen(tag.name);
    void navigate(`/redirect${tag.fullPath}`, { replace: true });
  };
  const menuOf = (tag: Tag): MenuProps => {
    const closings = (["one", "others", "left", "right", "all"] as const).filter((closing) =>
      canClose(tags, tag.path, closing),
    );
    return {
      items: [
        { key: "refresh", label: t("tags.refresh"), onClick: () => refresh(tag) },
        ...closings.map((closing) => ({
          key: closing,
          label: t(`tags.${closing}`),
          onClick: () => close(tag, closing),
        })),
      ],
    };
  };

  return (
    <nav
      className={laid("middle lineBelow gap6 scrollX", styles.bar)}
      data-mixed={mixed || undefined}
      aria-label={t("tags.label")}
    >
      {tags.map((tag) => {
        const title = titleOf(tag.title, tag.givenTitle);
        const active = tag.path === pathname;
        return (
          <Dropdown key={tag.path} trigger={["contextMenu"]} menu={menuOf(tag)} styles={{ root: { minWidth: 105 } }}>
            <span
              className={laid("inlineMiddle small fixed outlined round6 height24 wakeable", styles.tag)}
              data-active={active || undefined}
              onAuxClick={(event) => event.button === 1 && !tag.affix && close(tag, "one")}
            >
              <Link
                to={tag.fullPath}
                className={laid("inheritColour", styles.link)}
                aria-current={active ? "page" : undefined}
              >
                {title}
              </Link>
              {!tag.affix && (
                <button
                  type="button"
                  className={laid("centre bare noPadding circle inheritColour", styles.close)}
                  aria-label={t("tags.closeNamed", { name: title })}
                  onClick={() => close(tag, "one")}
                >
                  <CloseOutlined aria-hidden />
                </button>
              )}
            </span>
          </Dropdown>
        );
      })}
    </nav>
  );
}
