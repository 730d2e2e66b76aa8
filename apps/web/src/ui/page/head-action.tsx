import { Button, Dropdown } from "antd";
import { type ReactNode, use, useEffect, useRef } from "react";
import { FoldContext, type FoldedActions, type ScreenAction } from "./folded-actions.ts";

interface HeadActionProps extends ScreenAction {
  /** It is under way: for that time it cannot be asked for again. */
  busy?: boolean;
}

/** A button in the head of a screen that is not its primary one. On a phone it folds into the head's menu. */
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
  /** Only the icon is seen. */
  bare?: boolean;
}

/** A button in the head of a screen that opens several actions. On a phone they fold into the head's menu. */
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

/** Stands where actions would be, and keeps the head's menu up to date. */
function Folded(folded: FoldedActions) {
  const fold = use(FoldContext);
  const place = useRef<HTMLSpanElement>(null);
  // After every render: what the actions do is new each time. The head is drawn again by this, but not what is in it.
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
