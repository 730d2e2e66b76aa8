import { plainMessageOf } from "@homeroom/contract/errors/plain-messages";
import { BranchId } from "@homeroom/contract/ids";
import { Form, Input, type InputRef, Modal } from "antd";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { usePreference } from "#platform/preferences.ts";
import type { Target } from "../api.ts";
import { switchBranch } from "../api.ts";

interface SwitchBranchProps {
  branch: Target;
  onClose: () => void;
  onSwitched: () => void;
}

/** Asks for the password before switching to another branch. */
export function SwitchBranch({ branch, onClose, onSwitched }: SwitchBranchProps) {
  const { t } = useTranslation("organizations");
  const [language] = usePreference("language");
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const [password, setPassword] = useState("");
  const field = useRef<InputRef>(null);

  const handleSubmit = async () => {
    if (password === "") {
      setProblem(plainMessageOf("LOGIN_PASSWORD_EMPTY", language));
      return field.current?.focus();
    }
    setBusy(true);
    setProblem("");
    try {
      await switchBranch({ branchID: BranchId.parse(branch.value), password }, { onFailure: () => undefined });
      onSwitched();
    } catch (reason) {
      setProblem(typeof reason === "string" ? reason : t("switch.failed"));
      setBusy(false);
      field.current?.select();
    }
  };

  return (
    <Modal
      open
      title={t("switch.to", { name: branch.label })}
      okText={t("switch.verb")}
      confirmLoading={busy}
      onOk={() => void handleSubmit()}
      onCancel={onClose}
      width={420}
      afterOpenChange={(shown) => shown && field.current?.focus()}
    >
      <Form layout="vertical" onFinish={() => void handleSubmit()}>
        <p>{t("switch.detail")}</p>
        <br />
        <Form.Item
          label={t("password")}
          htmlFor="switch-password"
          required
          {...(problem && { validateStatus: "error" as const, help: <span role="alert">{problem}</span> })}
        >
          <Input.Password
            id="switch-password"
            ref={field}
            value={password}
            autoComplete="current-password"
            disabled={busy}
            onChange={(event) => {
              setPassword(event.target.value);
              setProblem("");
            }}
            onPressEnter={() => void handleSubmit()}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}
