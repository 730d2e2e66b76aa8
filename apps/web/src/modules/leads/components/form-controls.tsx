import { Switch } from "antd";
import type { Controlled } from "#ui/choice/choice-select.tsx";

/** A switch for what the wire calls 1 and 0. */
export function BitSwitch({ id, value, onChange }: Controlled<number>) {
  return <Switch {...(id && { id })} checked={value === 1} onChange={(on) => onChange?.(on ? 1 : 0)} />;
}
