import { EllipsisOutlined } from "@ant-design/icons";
import { Button, Dropdown, type MenuProps } from "antd";
import { useState } from "react";

interface RowMenuProps {
  /** The accessible name. */
  label: string;
  items: NonNullable<MenuProps["items"]>;
  /** Runs the action of an item. The menu waits for the returned promise. */
  onChoose: (key: string) => Promise<void> | undefined;
}

/** The actions of a row, behind three dots; a click on it does not open the row. */
export function RowMenu({ label, items, onChoose }: RowMenuProps) {
  const [busy, setBusy] = useState(false);
  const handleClick: MenuProps["onClick"] = ({ key, domEvent }) => {
    domEvent.stopPropagation();
    const under = onChoose(key);
    if (!under) return;
    setBusy(true);
    void under.finally(() => setBusy(false));
  };
  return (
    <span data-own-click>
      <Dropdown menu={{ items, onClick: handleClick }} trigger={["click"]}>
        <Button type="text" size="small" icon={<EllipsisOutlined />} loading={busy} aria-label={label} />
      </Dropdown>
    </span>
  );
}
