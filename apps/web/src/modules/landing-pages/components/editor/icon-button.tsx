import { Button, type ButtonProps, Tooltip } from "antd";

/** A button with only an icon: its name is read aloud, and shown on hover. */
export function IconButton({ name, ...button }: Omit<ButtonProps, "aria-label" | "children"> & { name: string }) {
  return (
    <Tooltip title={name} mouseEnterDelay={0.3}>
      <Button {...button} aria-label={name} />
    </Tooltip>
  );
}
