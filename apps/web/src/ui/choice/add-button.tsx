import { PlusOutlined } from "@ant-design/icons";
import { Button } from "antd";

interface AddButtonProps {
  label: string;
  onClick: () => void;
}

/** The primary button of a screen, which creates a record. */
export function AddButton({ label, onClick }: AddButtonProps) {
  return (
    <Button type="primary" icon={<PlusOutlined />} onClick={onClick}>
      {label}
    </Button>
  );
}
