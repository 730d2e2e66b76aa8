import { DownOutlined, RightOutlined } from "@ant-design/icons";
import type { MenuOption } from "@homeroom/contract/menus";
import { Checkbox } from "antd";
import { useTranslation } from "react-i18next";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { countsOf, lacksSeeing, resourceOf, stateOf } from "../rules/permission-tree.ts";
import styles from "./permission-editor.module.css";
import { usePermissionNames } from "./permission-names.ts";
import type { PermissionDraft } from "./use-permission-draft.ts";

interface PartProps {
  option: MenuOption;
  draft: PermissionDraft;
  readOnly: boolean;
}

interface GroupProps extends PartProps {
  open: boolean;
  onOpen: (open: boolean) => void;
}

/** One catalogue of the menu with its pages, or a page on its own, with the number of ticked permissions. */
export function PermissionGroup({ option, draft, readOnly, open, onOpen }: GroupProps) {
  const { t } = useTranslation("roles");
  const { pageName } = usePermissionNames();
  const counts = countsOf(draft.index, draft.ticked, option.value);
  const pages = option.type === "CATALOG" ? (option.children ?? []) : [option];
  const name = pageName(option);

  return (
    <section className={laid("outlined round8 surface")} aria-label={name}>
      <header className={laid("row", styles.groupHead)}>
        <TickBox option={option} draft={draft} readOnly={readOnly} label={name} bare />
        <button
          type="button"
          className={laid("row bare textStart flex1", styles.opener)}
          aria-expanded={open}
          onClick={() => onOpen(!open)}
        >
          <span className={laid("strong flex1")}>{name}</span>
          {counts.all > 0 && (
            <span className={laid("small figures")}>
              <span aria-hidden>
                {counts.ticked}/{counts.all}
              </span>
              <span className="visually-hidden">{t("tree.counts", counts)}</span>
            </span>
          )}
          {open ? <DownOutlined aria-hidden /> : <RightOutlined aria-hidden />}
        </button>
      </header>
      {open && pages.map((page) => <PagePart key={page.value} option={page} draft={draft} readOnly={readOnly} />)}
    </section>
  );
}

/** A page with its permissions side by side. */
function PagePart({ option, draft, readOnly }: PartProps) {
  const { t } = useTranslation("roles");
  const { pageName, actionName, thingName, meaning } = usePermissionNames();
  const buttons = option.children ?? [];
  const resources = new Set(buttons.map(({ perm }) => resourceOf(perm)));
  const nameOf = (perm: string) => (resources.size > 1 ? `${thingName(perm)} · ${actionName(perm)}` : actionName(perm));
  const meanings = buttons.flatMap(({ perm, value }) => {
    const text = meaning(perm);
    return text ? [{ value, name: nameOf(perm), text }] : [];
  });

  return (
    <div className={laid("lineAbove", styles.page)}>
      <TickBox option={option} draft={draft} readOnly={readOnly} label={pageName(option)} strong />
      {buttons.length > 0 && (
        <div className={laid("gridBox gap4x8", styles.buttons)}>
          {buttons.map((button) => (
            <TickBox key={button.value} option={button} draft={draft} readOnly={readOnly} label={nameOf(button.perm)} />
          ))}
        </div>
      )}
      {lacksSeeing(option, draft.ticked) && <p className={laid("hint", styles.warning)}>{t("tree.noQuery")}</p>}
      {meanings.map(({ value, name, text }) => (
        <p key={value} className={laid("hint", styles.meaning)}>
          {t("tree.meaning", { name, text })}
        </p>
      ))}
    </div>
  );
}

interface TickBoxProps extends PartProps {
  label: string;
  strong?: boolean;
  /** The name stands beside it. */
  bare?: boolean;
}

function TickBox({ option, draft, readOnly, label, strong = false, bare = false }: TickBoxProps) {
  const { t } = useTranslation("roles");
  const state = stateOf(draft.index, draft.ticked, option.value, draft.linked);
  const held = option.type !== "BUTTON" || option.grantable;
  return (
    <Checkbox
      checked={state === "on"}
      indeterminate={state === "some"}
      disabled={readOnly || !held || draft.busy}
      title={held ? undefined : t("tree.notHeld")}
      onChange={() => draft.toggle(option.value, state !== "on")}
      {...(bare ? { "aria-label": label } : {})}
    >
      {!bare && (strong ? <b className={layout.medium}>{label}</b> : label)}
    </Checkbox>
  );
}
