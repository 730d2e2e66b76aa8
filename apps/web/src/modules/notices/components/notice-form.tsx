import { type FileId, RecordId } from "@homeroom/contract/ids";
import {
  AddNoticeForm,
  EditNoticeForm,
  maxNoticeImageMb,
  noticeLevels,
  noticeTargets,
  noticeTypes,
} from "@homeroom/contract/notices";
import { Form, Input, Radio, Select, Switch } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { v7 } from "uuid";
import { useCan } from "#platform/access.ts";
import type { ControlledProps } from "#ui/choice/choice-select.tsx";
import { DrawerForm } from "#ui/drawer-form/drawer-form.tsx";
import { FormField } from "#ui/drawer-form/form-field.tsx";
import { tabLeaves } from "#ui/keyboard/tab-leaves.ts";
import { PictureUpload } from "#ui/picture-upload/picture-upload.tsx";
import { UnreadDrawer } from "#ui/states/unread-drawer.tsx";
import { readForm, useNoticeForm, useTargets } from "../api/queries.ts";
import { uploadNoticeImage, useAddNotice, useEditNotice } from "../api/writes.ts";
import { RichTextEditor } from "./text/rich-text-editor.tsx";

const width = 680;

interface NoticeFormProps {
  onClose: () => void;
  onDone: (id: RecordId) => void;
}

/** The form of a new notice. */
export function AddNotice({ onClose, onDone }: NoticeFormProps) {
  const { t } = useTranslation("notices");
  const add = useAddNotice();
  // Proposed by the form, so that sending again after a lost answer does not make a second notice.
  const [initialValues] = useState(() => ({
    recordID: RecordId.parse(v7()),
    title: "",
    content: "",
    type: "general",
    level: "normal",
    targetType: noticeTargets.all,
    targetIds: [],
    imageFileID: null,
    publish: false,
  }));
  return (
    <DrawerForm
      open
      title={t("add")}
      schema={AddNoticeForm}
      initialValues={initialValues}
      onSubmit={add}
      onDone={onDone}
      onClose={onClose}
      width={width}
    >
      <Fields imageUrl={null} />
    </DrawerForm>
  );
}

/** The form of an unpublished notice. */
export function EditNotice({ id, onClose, onDone }: NoticeFormProps & { id: RecordId }) {
  const { t } = useTranslation("notices");
  const query = useNoticeForm(id);
  if (!query.data) return <UnreadDrawer title={t("edit")} query={query} onClose={onClose} width={width} />;
  return <LoadedForm form={query.data} onClose={onClose} onDone={onDone} />;
}

function LoadedForm({ form, onClose, onDone }: NoticeFormProps & { form: Awaited<ReturnType<typeof readForm>> }) {
  const { t } = useTranslation("notices");
  const edit = useEditNotice();
  // The record at the time of opening: later saves count as somebody else's.
  const [notice] = useState(form);
  const { id } = notice;
  return (
    <DrawerForm
      open
      title={t("edit")}
      schema={EditNoticeForm}
      initialValues={{ ...notice, publish: false }}
      reload={async () => ({ ...(await readForm(id)), publish: false })}
      onSubmit={edit}
      onDone={onDone}
      onClose={onClose}
      width={width}
    >
      <Fields imageUrl={notice.imageUrl} />
    </DrawerForm>
  );
}

function Fields({ imageUrl }: { imageUrl: string | null }) {
  const { t } = useTranslation("notices");
  const can = useCan();
  return (
    <>
      <FormField name="title" label={t("fields.title")} required>
        <Input maxLength={100} showCount />
      </FormField>
      <FormField name="content" label={t("fields.content")} required>
        <RichTextEditor placeholder={t("editor.placeholder")} />
      </FormField>
      <FormField name="imageFileID" label={t("fields.image")} hint={t("imageHint")}>
        <ImageField saved={imageUrl} />
      </FormField>
      <FormField name="type" label={t("fields.type")}>
        <Select options={noticeTypes.map((value) => ({ value, label: t(`type.${value}`) }))} />
      </FormField>
      <FormField name="level" label={t("fields.level")} hint={t("levelHint")}>
        <Radio.Group options={noticeLevels.map((value) => ({ value, label: t(`level.${value}`) }))} />
      </FormField>
      <TargetFields />
      {can("sys:notice:publish") && (
        <FormField name="publish" label={t("fields.publish")} valueName="checked" hint={t("publishHint")}>
          <Switch aria-label={t("fields.publish")} />
        </FormField>
      )}
    </>
  );
}

function ImageField({ saved, onChange }: ControlledProps<FileId | null> & { saved: string | null }) {
  const { t } = useTranslation("notices");
  return (
    <PictureUpload
      value={saved}
      shape="square"
      maxMb={maxNoticeImageMb}
      label={t("fields.image")}
      upload={uploadNoticeImage}
      onChange={(fileID) => onChange?.(fileID)}
    />
  );
}

const kinds = [
  [noticeTargets.all, null],
  [noticeTargets.people, "people"],
  [noticeTargets.roles, "roles"],
  [noticeTargets.branches, "branches"],
] as const;

function TargetFields() {
  const { t } = useTranslation("notices");
  const form = Form.useFormInstance();
  const chosen = Form.useWatch<number>("targetType") ?? noticeTargets.all;
  const targets = useTargets();
  const list = kinds.find(([kind]) => kind === chosen)?.[1];
  return (
    <>
      <FormField name="targetType" label={t("fields.targetType")} required>
        <Radio.Group
          options={kinds.map(([value]) => ({ value, label: t(`target.${value}`) }))}
          onChange={() => form.setFieldValue("targetIds", [])}
        />
      </FormField>
      {list && (
        <FormField name="targetIds" label={t(`targets.${list}`)} required>
          <Select
            mode="multiple"
            onInputKeyDown={tabLeaves}
            options={targets?.[list] ?? []}
            loading={!targets}
            placeholder={t(`targets.${list}`)}
            showSearch={{ optionFilterProp: "label" }}
            maxTagCount="responsive"
          />
        </FormField>
      )}
    </>
  );
}
