import { CloseOutlined, FileOutlined, UploadOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { FileInput } from "#ui/choice/file-input.tsx";
import { useHold } from "#ui/drawer-form/form-waits.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { SmallIconButton } from "#ui/icon/small-icon-button.tsx";
import layout from "#ui/layout.module.css";
import { uploadReplyFile } from "../api.ts";

interface FileFieldProps {
  /** The name of the saved document. */
  saved: string | null;
  onChange?: (fileID: string) => void;
}

/** A document that can be chosen, replaced or removed. */
export function FileField({ saved, onChange }: FileFieldProps) {
  const { t } = useTranslation("quickReplies");
  const { failed } = useFeedback();
  const hold = useHold();
  const [name, setName] = useState(saved);
  const [busy, setBusy] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const take = async (file: File) => {
    setBusy(true);
    try {
      const stored = await uploadReplyFile("file", file);
      setName(stored.name);
      onChange?.(stored.fileID);
      return true;
    } catch (reason) {
      failed(reason);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={layout.rowWrap}>
      {name && (
        <span className={layout.breaking}>
          <FileOutlined aria-hidden /> {name}
        </span>
      )}
      <Button size="small" icon={<UploadOutlined />} loading={busy} onClick={() => picker.current?.click()}>
        {t("chooseFile")}
      </Button>
      {name && (
        <SmallIconButton
          icon={<CloseOutlined />}
          disabled={busy}
          label={t("removeFile")}
          onClick={() => {
            setName(null);
            onChange?.("");
          }}
        />
      )}
      <FileInput
        ref={picker}
        accept=".pdf,.doc,.docx,.xls,.xlsx,.ppt,.pptx,.txt,.csv"
        onFiles={([file]) => {
          if (file) void hold(take(file));
        }}
      />
    </div>
  );
}
