import { Switch } from "antd";
import { useState } from "react";

interface SavingSwitchProps {
  /** The stored value. */
  checked: boolean;
  label: string;
  /** Resolves when the change is stored and reloaded, or was refused and reported. */
  save: (checked: boolean) => Promise<unknown>;
}

/**
 * A switch in a list that saves at once: it shows the new state immediately, and ignores further presses until the save has
 * ended.
 */
export function SavingSwitch({ checked, label, save }: SavingSwitchProps) {
  const [wanted, setWanted] = useState<boolean | null>(null);
  return (
    <Switch
      size="small"
      checked={wanted ?? checked}
      loading={wanted !== null}
      aria-label={label}
      onChange={(next) => {
        setWanted(next);
        void save(next).finally(() => setWanted(null));
      }}
    />
  );
}
