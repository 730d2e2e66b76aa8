import { Button, type ButtonProps } from "antd";
import { useState } from "react";

interface PendingButtonProps extends Omit<ButtonProps, "loading" | "onClick"> {
  /** Ends when it is done and read again, or was refused and said so. */
  run: () => Promise<unknown>;
}

/** A button that takes no other press until what it began has ended. */
export function PendingButton({ run, ...button }: PendingButtonProps) {
  const [pending, setPending] = useState(false);
  const handleClick = () => {
    setPending(true);
    void run().finally(() => setPending(false));
  };
  return <Button {...button} loading={pending} onClick={handleClick} />;
}
