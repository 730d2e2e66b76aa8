import { AddDictForm, EditDictForm } from "@homeroom/contract/dictionary";
import type { RecordId } from "@homeroom/contract/ids";
import { Alert, Button, Input } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { usePreference } from "#platform/preferences.ts";
import { BitSwitch } from "#ui/drawer-form/bit-switch.tsx";
import { DrawerForm } from "#ui/drawer-form/drawer-form.tsx";
import { FormField } from "#ui/drawer-form/form-field.tsx";
import { FormRow } from "#ui/drawer-form/form-row.tsx";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import layout from "#ui/layout.module.css";
import { UnreadDrawer } from "#ui/states/unread-drawer.tsx";
import { type DictForm, dictForm, useDictForm, useDictWrites } from "../api.ts";
import styles from "./dict-form.module.css";
import { DictItems } from "./dict-items.tsx";

interface AddDictProps {
  onClose: () => void;
}

const width = 760;
const newDict = {
  name: "",
  titles: { "zh-tw": "", "zh-cn": "", en: "" },
  code: "",
  status: 1,
  remark: "",
  dictItems: [],
};

/** The form of a new dictionary. */
export function AddDict({ onClose }: AddDictProps) {
  const { t } = useTranslation("dictionary");
  const { done } = useFeedback();
  const { add } = useDictWrites();
  const handleDone = (name: string) => {
    done(t("saved", { name }));
    onClose();
  };
  return (
    <DrawerForm
      open
      title={t("add")}
      schema={AddDictForm}
      initialValues={newDict}
      onSubmit={add}
      onDone={handleDone}
      onClose={onClose}
      width={width}
    >
      <Fields />
    </DrawerForm>
  );
}

interface EditDictProps extends AddDictProps {
  id: RecordId;
}

/** The form of an existing dictionary, with all its items. */
export function EditDict({ id, onClose }: EditDictProps) {
  const { t } = useTranslation("dictionary");
  const dict = useDictForm(id);
  if (!dict.data) return <UnreadDrawer title={t("title")} query={dict} onClose={onClose} width={width} />;
  return <LoadedForm dict={dict.data} onClose={onClose} />;
}

function LoadedForm({ dict, onClose }: AddDictProps & { dict: DictForm }) {
  const { t } = useTranslation("dictionary");
  const can = useCan();
  const { done } = useFeedback();
  const { edit } = useDictWrites();
  const [language] = usePreference("language");
  // As it was when the form was opened: later saves count as somebody else's.
  const [data] = useState(dict);
  const { id } = data;
  const shownName = data.titles[language] || data.name;
  const handleDone = (name: string) => {
    done(t("saved", { name }));
    onClose();
  };
  return (
    <DrawerForm
      open
      title={t("editTitle", { name: shownName })}
      schema={EditDictForm}
      initialValues={data}
      reload={() => dictForm(id)}
      onSubmit={edit}
      onDone={handleDone}
      onClose={onClose}
      width={width}
    >
      {data.isBuiltIn && <Alert className={layout.below16 ?? ""} type="info" showIcon title={t("builtInHint")} />}
      <Fields dict={data} />
      {!data.isBuiltIn && can("sys:dict:delete") && <DeleteButton id={id} name={shownName} onDone={onClose} />}
    </DrawerForm>
  );
}

function Fields({ dict }: { dict?: DictForm }) {
  const { t } = useTranslation("dictionary");
  const isBuiltIn = dict?.isBuiltIn ?? false;
  const fixed = new Set(dict?.dictItems.filter(({ isFixed }) => isFixed).map(({ id }) => id));
  return (
    <>
      <FormRow>
        <FormField name="name" label={t("fields.name")} required>
          <Input maxLength={64} />
        </FormField>
        <FormField name="code" label={t("fields.code")} required>
          <Input maxLength={64} disabled={isBuiltIn} />
        </FormField>
      </FormRow>
      <FormRow>
        <FormField name="titles.zh-cn" label={t("fields.zhCn")}>
          <Input maxLength={64} />
        </FormField>
        <FormField name="titles.en" label={t("fields.en")}>
          <Input maxLength={64} />
        </FormField>
      </FormRow>
      <FormRow>
        <FormField name="remark" label={t("fields.remark")}>
          <Input maxLength={255} />
        </FormField>
        <FormField name="status" label={t("fields.status")}>
          <BitSwitch />
        </FormField>
      </FormRow>
      <DictItems fixed={fixed} />
    </>
  );
}

function DeleteButton({ id, name, onDone }: { id: RecordId; name: string; onDone: () => void }) {
  const { t } = useTranslation("dictionary");
  const { confirm, done, failed } = useFeedback();
  const { remove } = useDictWrites();
  const handleClick = async () => {
    const title = t("remove.title", { name });
    const agreed = await confirm({ title, detail: t("remove.detail"), verb: t("delete"), danger: true });
    if (!agreed) return;
    await remove(id).then(() => {
      done(t("remove.done", { name }));
      onDone();
    }, failed);
  };
  return (
    <Button className={styles.delete ?? ""} type="text" danger onClick={() => void handleClick()}>
      {t("delete")}
    </Button>
  );
}
