import {
  ArrowLeftOutlined,
  CloudUploadOutlined,
  DesktopOutlined,
  DownOutlined,
  ExperimentOutlined,
  EyeOutlined,
  LinkOutlined,
  MobileOutlined,
  RedoOutlined,
  SettingOutlined,
  TabletOutlined,
  UndoOutlined,
} from "@ant-design/icons";
import type { PageInfo } from "@homeroom/contract/landing-pages";
import { Button, Dropdown, Radio, Space } from "antd";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useCan } from "#platform/access.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { useShortcut } from "#ui/keyboard/use-shortcut.ts";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { useNarrow } from "#ui/page/use-narrow.ts";
import { useSplitWrites } from "../../api/splits.ts";
import { PublishState } from "../publish-state.tsx";
import { type Faults, usePageActions } from "../use-page-actions.ts";
import styles from "./editor-bar.module.css";
import { IconButton } from "./icon-button.tsx";
import { type Device, devices } from "./page-canvas.tsx";
import type { PageDocument } from "./use-page-document.ts";
import { VersionButton } from "./version-button.tsx";

interface EditorBarProps {
  page: PageInfo;
  document: PageDocument;
  device: Device;
  onDevice: (device: Device) => void;
  /** `faults`: why the page was not published. */
  onSettings: (faults?: Faults) => void;
}

const icons: Readonly<Record<Device, ReactNode>> = {
  phone: <MobileOutlined />,
  tablet: <TabletOutlined />,
  desktop: <DesktopOutlined />,
};
/** Below this width the buttons fit into one row only with short labels. */
const phoneWidth = 480;
const listAddress = "/advert/landingpage";

/** The actions on the page as a whole: undo, preview width, settings, versions, publish. */
export function EditorBar({ page, document, device, onDevice, onSettings }: EditorBarProps) {
  const { t } = useTranslation("landingPages");
  const can = useCan();
  const navigate = useNavigate();
  const { undo, redo, saveState } = document;
  const mayEdit = can("ad:landing:edit");
  const isPhone = useNarrow(phoneWidth);
  useShortcut("mod+z", () => undo?.(), { whileWriting: false });
  useShortcut("mod+shift+z", () => redo?.(), { whileWriting: false });
  return (
    <header className={laid("rowWrap lineBelow pad8x12 surface", styles.bar)}>
      <div className={laid("middle gap8 narrowable", styles.name)}>
        <IconButton
          type="text"
          icon={<ArrowLeftOutlined />}
          name={t("editor.back")}
          onClick={() => void navigate(listAddress)}
        />
        <h1 className={laid("heading cut maxWidth320")} title={page.name}>
          {page.name}
        </h1>
        <PublishState status={page.publishStatus} />
        {mayEdit && (
          <span className={laid("hint oneLine")} role="status">
            {t(`saveState.${saveState}`)}
          </span>
        )}
      </div>
      <span className={layout.flex1} />
      {mayEdit && (
        <span>
          <IconButton
            type="text"
            icon={<UndoOutlined />}
            disabled={!undo}
            name={t("editor.undo")}
            onClick={() => undo?.()}
          />
          <IconButton
            type="text"
            icon={<RedoOutlined />}
            disabled={!redo}
            name={t("editor.redo")}
            onClick={() => redo?.()}
          />
        </span>
      )}
      {!isPhone && <DeviceChoice device={device} onDevice={onDevice} />}
      {page.publishStatus !== "draft" && page.publishStatus !== "offline" && (
        <IconButton icon={<LinkOutlined />} href={page.url} target="_blank" rel="noreferrer" name={t("editor.visit")} />
      )}
      <PreviewButton page={page} document={document} />
      <VersionButton page={page} document={document} />
      {mayEdit && <IconButton icon={<SettingOutlined />} name={t("settings")} onClick={() => onSettings()} />}
      {can("ad:landing:publish") && <PublishButton page={page} document={document} onSettings={onSettings} />}
    </header>
  );
}

/** How wide the page is shown. On a phone each of them is as wide as the screen. */
function DeviceChoice({ device, onDevice }: Pick<EditorBarProps, "device" | "onDevice">) {
  const { t } = useTranslation("landingPages");
  return (
    <Radio.Group
      value={device}
      onChange={({ target }) => onDevice(target.value as Device)}
      optionType="button"
      aria-label={t("editor.device")}
      options={(Object.keys(devices) as Device[]).map((value) => ({
        value,
        label: <span title={t(`devices.${value}`)}>{icons[value]}</span>,
      }))}
    />
  );
}

/** Saves the draft and copies a link to it for people without an account. */
function PreviewButton({ page, document }: Pick<EditorBarProps, "page" | "document">) {
  const { t } = useTranslation("landingPages");
  const { sharePreview } = usePageActions({ onCopy: () => undefined, onSettings: () => undefined });
  const share = async () => {
    if (await document.saveNow()) await sharePreview(page);
  };
  return <IconButton icon={<EyeOutlined />} name={t("sharePreview")} onClick={() => void share()} />;
}

/** Saves unsaved changes, then publishes what is shown. */
function PublishButton({ page, document, onSettings }: Pick<EditorBarProps, "page" | "document" | "onSettings">) {
  const { t } = useTranslation("landingPages");
  const [busy, setBusy] = useState(false);
  const actions = usePageActions({ onCopy: () => undefined, onSettings: (_page, faults) => onSettings(faults) });
  const publish = async () => {
    setBusy(true);
    if (await document.saveNow()) await actions.publish(page);
    setBusy(false);
  };
  const isPublished = page.publishStatus === "published" && document.saveState === "saved";
  const isBlocked = isPublished || document.saveState === "conflict";
  const mayTest = page.publishStatus === "changed" && !page.isSplit && !isBlocked;
  const isPhone = useNarrow(phoneWidth);
  return (
    <Space.Compact>
      <Button
        type="primary"
        icon={isPhone ? null : <CloudUploadOutlined />}
        loading={busy}
        disabled={isBlocked}
        onClick={() => void publish()}
      >
        {t(page.publishTime && !isPhone ? "republish" : "publish")}
      </Button>
      {mayTest && <TestButton page={page} document={document} />}
    </Space.Compact>
  );
}

/** Starts an A/B test that shows the draft to every second visitor. */
function TestButton({ page, document }: Pick<EditorBarProps, "page" | "document">) {
  const { t } = useTranslation("landingPages");
  const { confirm, done, failed } = useFeedback();
  const { start } = useSplitWrites(page.recordID);
  const begin = async () => {
    const question = { title: t("split.start.ask"), detail: t("split.start.detail"), verb: t("split.start.verb") };
    if ((await document.saveNow()) && (await confirm(question)))
      await start().then(() => done(t("split.started")), failed);
  };
  const items = [{ key: "test", icon: <ExperimentOutlined />, label: t("split.start.verb") }];
  return (
    <Dropdown menu={{ items, onClick: () => void begin() }} trigger={["click"]}>
      <Button type="primary" icon={<DownOutlined />} aria-label={t("split.start.more")} />
    </Dropdown>
  );
}
