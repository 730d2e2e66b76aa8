import { Switch } from "antd";
import { useState } from "react";

interface SavingSwitchProps {
  /** What is stored. */
  checked: boolean;
  label: string;
  /** Ends when the change is stored and read again, or was refused and said so. */
  save: (checked: boolean) => Promise<unknown>;
}

/** A switch in a list that is saved at once: it shows the new state right away, and takes no other press until the save has ended. */
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
