import { DownOutlined, SendOutlined } from "@ant-design/icons";
import { Button, Dropdown, Space } from "antd";
import { useTranslation } from "react-i18next";
import { usePreference } from "#platform/preferences.ts";

interface SendButtonProps {
  disabled: boolean;
  onSend: () => void;
  onSchedule: () => void;
}

/** Sends now or later; the choice of the sending key is in its menu. */
export function SendButton({ disabled, onSend, onSchedule }: SendButtonProps) {
  const { t } = useTranslation(["inbox", "composer"]);
  const [byModEnter, setByModEnter] = usePreference("sendByModEnter");
  const items = [
    { key: "schedule", label: t("composer:schedule.open"), disabled, onClick: onSchedule },
    { type: "divider" as const },
    { key: "enter", label: t("composer:tools.enter"), onClick: () => setByModEnter(false) },
    { key: "modEnter", label: t("composer:tools.modEnter"), onClick: () => setByModEnter(true) },
  ];
  return (
    <Space.Compact>
      <Button
        type="primary"
        icon={<SendOutlined />}
        disabled={disabled}
        aria-label={t("composer.send")}
        title={t("composer.send")}
        onClick={onSend}
      />
      <Dropdown
        trigger={["click"]}
        placement="topRight"
        menu={{ items, selectedKeys: [byModEnter ? "modEnter" : "enter"] }}
      >
        <Button
          type="primary"
          icon={<DownOutlined />}
          style={{ width: 24 }}
          aria-label={t("composer:tools.more")}
          title={t("composer:tools.more")}
        />
      </Dropdown>
    </Space.Compact>
  );
}
