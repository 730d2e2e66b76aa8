import { PlusOutlined } from "@ant-design/icons";
import { customLists } from "@homeroom/contract/media";
import { Button, Input, Select } from "antd";
import { type KeyboardEvent, type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import { useAddItem, useItems } from "#modules/lists/public.ts";
import { useCan } from "#platform/access.ts";
import type { ControlledProps } from "#ui/choice/choice-select.tsx";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { isComposing } from "#ui/keyboard/shortcut.ts";
import { laid } from "#ui/laid.ts";
import styles from "./type-select.module.css";

/** The type of a product; people who manage the list can add one in place. */
export function TypeSelect({ id, value, onChange }: ControlledProps<string>) {
  const { t } = useTranslation("products");
  const can = useCan();
  const types = useItems(customLists.productTypes).data ?? [];
  return (
    <Select
      {...(id && { id })}
      value={value || null}
      onChange={(next: string) => onChange?.(next)}
      showSearch={{ optionFilterProp: "label" }}
      placeholder={t("chooseType")}
      notFoundContent={t("noTypes")}
      options={types
        .filter(({ status, recordID }) => status === 1 || recordID === value)
        .map(({ recordID, name }) => ({ value: recordID, label: name }))}
      popupRender={(menu) => (can("org:field:add") ? withNewType(menu, onChange) : menu)}
    />
  );
}

function withNewType(menu: ReactElement, onAdded?: (id: string) => void) {
  return (
    <>
      {menu}
      <NewType {...(onAdded && { onAdded })} />
    </>
  );
}

function NewType({ onAdded }: { onAdded?: (id: string) => void }) {
  const { t } = useTranslation("products");
  const { failed } = useFeedback();
  const add = useAddItem(customLists.productTypes);
  const [name, setName] = useState("");
  const [busy, setBusy] = useState(false);
  const submit = async () => {
    if (!name.trim() || busy) return;
    setBusy(true);
    try {
      onAdded?.(await add(name));
      setName("");
    } catch (reason) {
      failed(reason);
    } finally {
      setBusy(false);
    }
  };
  const handleKey = (event: KeyboardEvent) => {
    // The list must not handle keys typed here.
    event.stopPropagation();
    if (event.key === "Enter" && !isComposing(event.nativeEvent)) {
      event.preventDefault();
      void submit();
    }
  };
  return (
    <div className={laid("flexBox gap4 lineAbove", styles.add)}>
      <Input
        value={name}
        maxLength={50}
        placeholder={t("newType")}
        aria-label={t("newType")}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={handleKey}
      />
      <Button type="text" icon={<PlusOutlined />} loading={busy} onClick={() => void submit()}>
        {t("addType")}
      </Button>
    </div>
  );
}
