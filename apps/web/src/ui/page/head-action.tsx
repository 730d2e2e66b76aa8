import { Button, Dropdown } from "antd";
import { type ReactNode, use, useEffect, useRef } from "react";
import { FoldContext, type FoldedActions, type ScreenAction } from "./folded-actions.ts";

interface HeadActionProps extends ScreenAction {
  /** In progress: it cannot be started again. */
  busy?: boolean;
}

/** A secondary button in the header of a screen. On a phone it folds into the header's menu. */
export function HeadAction({ busy = false, ...action }: HeadActionProps) {
  const folds = use(FoldContext) !== null;
  if (folds) return <Folded actions={[{ ...action, disabled: action.disabled || busy }]} busy={busy} />;
  const { label, ...button } = action;
  return (
    <Button {...button} loading={busy}>
      {label}
    </Button>
  );
}

interface HeadMenuProps {
  label: string;
  icon: ReactNode;
  actions: readonly ScreenAction[];
  busy?: boolean;
  /** Shows only the icon. */
  bare?: boolean;
}

/** A button in the header of a screen that opens several actions. On a phone they fold into the header's menu. */
export function HeadMenu({ label, icon, actions, busy = false, bare = false }: HeadMenuProps) {
  const folds = use(FoldContext) !== null;
  if (actions.length === 0) return null;
  if (folds) return <Folded actions={actions.map((action) => ({ ...action, disabled: busy }))} busy={busy} />;
  return (
    <Dropdown menu={{ items: menuItems(actions) }} trigger={["click"]} placement="bottomRight">
      <Button icon={icon} loading={busy} {...(bare && { "aria-label": label })}>
        {!bare && label}
      </Button>
    </Dropdown>
  );
}

/** Actions as the entries of a menu. */
export function menuItems(actions: readonly ScreenAction[]) {
  return actions.map((action) => ({ key: action.label, ...action }));
}

/** Takes the place of the actions, and keeps the header's menu up to date. */
function Folded(folded: FoldedActions) {
  const fold = use(FoldContext);
  const place = useRef<HTMLSpanElement>(null);
  // After every render, since the actions are new each time. This renders the header again, but not its contents.
  useEffect(() => {
    if (place.current) fold?.(place.current, folded);
  });
  useEffect(() => {
    const element = place.current;
    return () => {
      if (element) fold?.(element, null);
    };
  }, [fold]);
  return <span ref={place} hidden />;
}
