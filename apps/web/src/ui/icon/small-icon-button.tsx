import { Button, type ButtonProps } from "antd";

interface SmallIconButtonProps extends Omit<ButtonProps, "type" | "size" | "aria-label" | "children"> {
  /** What it does, for screen readers. */
  label: string;
}

/** A small quiet button that is an icon alone. */
export function SmallIconButton({ label, ...button }: SmallIconButtonProps) {
  return <Button type="text" size="small" {...button} aria-label={label} />;
}
