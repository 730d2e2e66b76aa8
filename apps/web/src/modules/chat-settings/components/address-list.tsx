import { DeleteOutlined, PlusOutlined } from "@ant-design/icons";
import type { ChatSetting } from "@homeroom/contract/chat-settings";
import { Button, Input } from "antd";
import { useTranslation } from "react-i18next";
import type { ControlledProps } from "#ui/choice/choice-select.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import styles from "./chat-rules.module.css";

type Address = ChatSetting["notifyEmails"][number];

const maxAddresses = 10;

/** Names and addresses to be mailed, one line each. */
export function AddressList({ id, value = [], onChange }: ControlledProps<Address[]>) {
  const { t } = useTranslation("chatManage");
  const put = (at: number, part: Partial<Address>) =>
    onChange?.(value.map((one, index) => (index === at ? { ...one, ...part } : one)));
  return (
    <div id={id} className={layout.closeStack}>
      {value.map(({ name, email }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- nothing else identifies a line, and lines have no state
        <div key={index} className={laid("gridBox gap8", styles.address)}>
          <Input
            value={name}
            maxLength={64}
            placeholder={t("addressName")}
            aria-label={t("addressNameOf", { number: index + 1 })}
            onChange={({ target }) => put(index, { name: target.value })}
          />
          <Input
            type="email"
            value={email}
            maxLength={254}
            placeholder={t("addressEmail")}
            aria-label={t("addressEmailOf", { number: index + 1 })}
            onChange={({ target }) => put(index, { email: target.value })}
          />
          <Button
            type="text"
            icon={<DeleteOutlined />}
            aria-label={t("removeAddress", { number: index + 1 })}
            onClick={() => onChange?.(value.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      {value.length < maxAddresses && (
        <Button type="dashed" icon={<PlusOutlined />} onClick={() => onChange?.([...value, { name: "", email: "" }])}>
          {t("addAddress")}
        </Button>
      )}
    </div>
  );
}
