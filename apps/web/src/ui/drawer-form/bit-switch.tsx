import { Switch, type SwitchProps } from "antd";
import type { ControlledProps } from "#ui/choice/choice-select.tsx";

type BitSwitchProps = ControlledProps<number> & Pick<SwitchProps, "checkedChildren" | "unCheckedChildren">;

/** A switch for what the wire calls 1 and 0. */
export function BitSwitch({ id, value, onChange, checkedChildren, unCheckedChildren }: BitSwitchProps) {
  return (
    <Switch
      {...(id && { id })}
      checked={value === 1}
      checkedChildren={checkedChildren}
      unCheckedChildren={unCheckedChildren}
      onChange={(on) => onChange?.(on ? 1 : 0)}
    />
  );
}
