import { RecordId } from "@homeroom/contract/ids";
import {
  type QuickReply,
  quickReplies,
  type ReplyGroup,
  type ReplyVariable,
  replyVariables,
} from "@homeroom/contract/quick-replies";
import { Button, Form, Input, Select } from "antd";
import type { TextAreaRef } from "antd/es/input/TextArea";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";
import { v7 } from "uuid";
import { DrawerForm } from "#ui/drawer-form/drawer-form.tsx";
import { FormField } from "#ui/drawer-form/form-field.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { PictureUpload } from "#ui/picture-upload/picture-upload.tsx";
import { uploadReplyFile, useReplyWrites } from "../api.ts";
import { fillVariables } from "../rules/fill-variables.ts";
import { FileField } from "./file-field.tsx";
import styles from "./quick-replies.module.css";

interface ReplyFormProps {
  open: boolean;
  /** Undefined for a new one, in the open group. */
  reply: QuickReply | null;
  groupID: RecordId | null;
  groups: readonly ReplyGroup[];
  onClose: () => void;
  onDone: () => void;
}

/** A reply with its group, text, picture and document, and a preview of what a customer will see. */
export function ReplyForm({ open, reply, groupID, groups, onClose, onDone }: ReplyFormProps) {
  const { t } = useTranslation("quickReplies");
  const { saveReply } = useReplyWrites();
  // The form creates the id, so that a retry after a lost answer saves the same reply.
  const [recordID] = useState(() => reply?.recordID ?? RecordId.parse(v7()));
  const initialValues = {
    recordID,
    groupID: reply?.groupID ?? groupID ?? "",
    content: reply?.content ?? "",
    image: reply?.imageFileID ?? "",
    file: reply?.file?.fileID ?? "",
  };
  return (
    <DrawerForm
      open={open}
      title={t(reply ? "edit" : "add")}
      schema={quickReplies.addMessage.request}
      initialValues={initialValues}
      onSubmit={(values, report) => saveReply(values, reply !== null, report)}
      onDone={onDone}
      onClose={onClose}
    >
      <FormField name="groupID" label={t("group")} required>
        <Select
          showSearch={{ optionFilterProp: "label" }}
          options={groups.map(({ recordID, name }) => ({ value: recordID, label: name }))}
        />
      </FormField>
      <FormField name="content" label={t("content")} required>
        <Content />
      </FormField>
      <FormField name="image" label={t("image")} hint={t("imageHint")}>
        <ImageField saved={reply?.image ?? null} />
      </FormField>
      <FormField name="file" label={t("file")} hint={t("fileHint")}>
        <FileField saved={reply?.file?.name ?? null} />
      </FormField>
      <Preview />
    </DrawerForm>
  );
}

interface ControlProps {
  value?: string;
  onChange?: (value: string) => void;
  id?: string;
}

/** The text, with variables that can be inserted at the cursor. */
function Content({ value = "", onChange, id }: ControlProps) {
  const { t } = useTranslation("quickReplies");
  const area = useRef<TextAreaRef>(null);
  const insert = (variable: ReplyVariable) => {
    const field = area.current?.resizableTextArea?.textArea;
    const sign = `{${variable}}`;
    const [from, to] = [field?.selectionStart ?? value.length, field?.selectionEnd ?? value.length];
    // Synchronous, because the next click or key may come before the next frame.
    flushSync(() => onChange?.(`${value.slice(0, from)}${sign}${value.slice(to)}`));
    field?.focus();
    field?.setSelectionRange(from + sign.length, from + sign.length);
  };
  return (
    <div>
      <Input.TextArea
        ref={area}
        {...(id && { id })}
        value={value}
        maxLength={4096}
        showCount
        autoSize={{ minRows: 4, maxRows: 14 }}
        onChange={({ target }) => onChange?.(target.value)}
      />
      <div className={laid("buttons gap6", styles.variables)} role="group" aria-label={t("variables")}>
        {replyVariables.map((variable) => (
          <Button key={variable} size="small" title={`{${variable}}`} onClick={() => insert(variable)}>
            {t(`variable.${variable}`)}
          </Button>
        ))}
      </div>
    </div>
  );
}

function ImageField({ saved, onChange }: ControlProps & { saved: string | null }) {
  const { t } = useTranslation("quickReplies");
  return (
    <PictureUpload
      value={saved}
      shape="square"
      maxMb={10}
      label={t("image")}
      upload={(file) => uploadReplyFile("image", file)}
      onChange={(fileID) => onChange?.(fileID ?? "")}
    />
  );
}

/** The text as a customer would read it, with names in place of the variables. */
function Preview() {
  const { t } = useTranslation("quickReplies");
  const content = Form.useWatch<string | undefined>("content") ?? "";
  const sample = Object.fromEntries(replyVariables.map((name) => [name, t(`sample.${name}`)]));
  return (
    <section className={laid("pad12 round12 sunkenGround")} aria-label={t("preview")}>
      <h3 className={laid("small strong below8")}>{t("preview")}</h3>
      {content.trim() === "" ? (
        <p className={layout.quiet}>{t("previewEmpty")}</p>
      ) : (
        <p className={laid("written push pad8x12 round12 maxWide", styles.previewBubble)}>
          {fillVariables(content, sample as Record<ReplyVariable, string>)}
        </p>
      )}
    </section>
  );
}
