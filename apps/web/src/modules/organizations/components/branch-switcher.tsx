import { ApartmentOutlined, CheckOutlined, DownOutlined, SearchOutlined } from "@ant-design/icons";
import { Popover } from "antd";
import Input from "antd/es/input/Input";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan, useUser } from "#platform/access.ts";
import { useBranches } from "#platform/branches.ts";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { ErrorState } from "#ui/states/error-state.tsx";
import { Skeleton } from "#ui/states/skeleton.tsx";
import type { Target } from "../api.ts";
import styles from "./branch-switcher.module.css";
import { useSwitcherOpening } from "./switcher-opening.ts";

// The form loads on demand, so that the shell loads without it.
const SwitchBranch = lazy(() => import("./switch-branch.tsx").then((form) => ({ default: form.SwitchBranch })));

/** More branches than this get a search. */
const fewBranches = 8;

interface BranchSwitcherProps {
  /** Shows only an icon, on a phone. */
  compact: boolean;
  /** The session is in another branch now: the app starts again. */
  onSwitched: () => void;
}

/** The current branch, and the switch to another. */
export function BranchSwitcher({ compact, onSwitched }: BranchSwitcherProps) {
  const { t } = useTranslation("organizations");
  const { branch } = useUser();
  const can = useCan();
  const [open, setOpen] = useSwitcherOpening();
  const [target, setTarget] = useState<Target | null>(null);
  if (!can("org:branch:switch"))
    return compact ? null : (
      <span className={laid("inlineRow quiet pad0x8 text14 height40 maxWidth220")}>{branch.name}</span>
    );
  return (
    <>
      <Popover
        open={open}
        onOpenChange={setOpen}
        trigger="click"
        placement={compact ? "bottom" : "bottomRight"}
        destroyOnHidden
        content={
          <Choices
            onChoose={(next) => {
              setOpen(false);
              setTarget(next);
            }}
          />
        }
      >
        <button
          type="button"
          className={laid(
            "inlineRow bare justifyCentre pad0x8 round8 text14 height40 maxWidth220 hoverable",
            styles.button,
          )}
          aria-expanded={open}
          title={t("switch.current", branch)}
        >
          <ApartmentOutlined aria-hidden />
          <span className={compact ? "visually-hidden" : layout.cut}>{branch.name}</span>
          {!compact && <DownOutlined aria-hidden className={laid("quiet text10")} />}
        </button>
      </Popover>
      <Suspense fallback={null}>
        {target && <SwitchBranch branch={target} onClose={() => setTarget(null)} onSwitched={onSwitched} />}
      </Suspense>
    </>
  );
}

function Choices({ onChoose }: { onChoose: (target: Target) => void }) {
  const { t } = useTranslation("organizations");
  const { branch } = useUser();
  const { data, error, refetch } = useBranches();
  const [words, setWords] = useState("");
  if (error !== null && !data) return <ErrorState message={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton width={220} height={80} />;
  const shown = data.filter(({ label }) => label.toLowerCase().includes(words.trim().toLowerCase()));
  return (
    <div className={laid("closeStack", styles.choices)}>
      <p className={layout.hint}>{t("switch.title")}</p>
      {data.length > fewBranches && (
        <Input
          allowClear
          prefix={<SearchOutlined aria-hidden />}
          aria-label={t("switch.search")}
          placeholder={t("switch.search")}
          onChange={(event) => setWords(event.target.value)}
        />
      )}
      <ul className={laid("noPadding scrollY unmarked", styles.list)}>
        {shown.map((one) => {
          const isHere = one.value === branch.branchID;
          return (
            <li key={one.value}>
              <button
                type="button"
                className={laid("row bare wide justifyBetween pad6x8 round8 textStart minHeight36", styles.choice)}
                aria-current={isHere || undefined}
                disabled={isHere}
                onClick={() => onChoose(one)}
              >
                <span className={layout.breaking}>{one.label}</span>
                {isHere && <CheckOutlined aria-label={t("branch.current")} />}
              </button>
            </li>
          );
        })}
      </ul>
      {shown.length === 0 && <p className={layout.small}>{t("switch.noMatch")}</p>}
      {data.length === 1 && <p className={layout.small}>{t("switch.only")}</p>}
    </div>
  );
}
