import { Button, type ButtonProps } from "antd";
import { useState } from "react";

interface PendingButtonProps extends Omit<ButtonProps, "loading" | "onClick"> {
  /** Resolves when the change is done and reloaded, or was refused and reported. */
  run: () => Promise<unknown>;
}

/** A button that ignores further presses until its action has ended. */
export function PendingButton({ run, ...button }: PendingButtonProps) {
  const [pending, setPending] = useState(false);
  const handleClick = () => {
    setPending(true);
    void run().finally(() => setPending(false));
  };
  return <Button {...button} loading={pending} onClick={handleClick} />;
}
