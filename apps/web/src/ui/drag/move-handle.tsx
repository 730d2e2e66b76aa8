import { HolderOutlined } from "@ant-design/icons";
import type { KeyboardEvent } from "react";
import { SmallIconButton } from "#ui/icon/small-icon-button.tsx";
import { laid } from "#ui/laid.ts";

interface MoveHandleProps {
  label: string;
  title?: string;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** The handle for dragging a row; with the keyboard the arrow keys move it. */
export function MoveHandle(props: MoveHandleProps) {
  return <SmallIconButton className={laid("quiet fixed grab")} icon={<HolderOutlined />} {...props} />;
}
