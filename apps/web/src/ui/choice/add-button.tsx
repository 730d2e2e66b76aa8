import { PlusOutlined } from "@ant-design/icons";
import { Button } from "antd";

interface AddButtonProps {
  label: string;
  onClick: () => void;
}

/** The primary button of a screen: it begins something new. */
export function AddButton({ label, onClick }: AddButtonProps) {
  return (
    <Button type="primary" icon={<PlusOutlined />} onClick={onClick}>
      {label}
    </Button>
  );
}
