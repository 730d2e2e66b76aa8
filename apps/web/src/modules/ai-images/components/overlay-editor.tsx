import type { ImageRow } from "@homeroom/contract/ai-images";
import { Button, ColorPicker, Input, Modal, Segmented, Select, Switch } from "antd";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useUser } from "#platform/access.ts";
import { useUnsavedGuard } from "#ui/drawer-form/use-unsaved-guard.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { ErrorState } from "#ui/states/error-state.tsx";
import { useImageWrites } from "../api.ts";
import { titleOf } from "../rules/image-form.ts";
import { emptyOverlay, logoCorners, type Overlay, overlayPlaces } from "../rules/overlay.ts";
import { drawOverlay, loadPicture } from "./draw-overlay.ts";
import styles from "./overlay-editor.module.css";

interface OverlayEditorProps {
  image: ImageRow;
  /** Called when it is closed without a new image. */
  onClose: () => void;
  onSaved: () => void;
}

/** Lays text and the organisation's logo over an image, with a live preview, and saves the result as a new image. */
export function OverlayEditor({ image, onClose, onSaved }: OverlayEditorProps) {
  const { t } = useTranslation("aiImages");
  const { done, failed } = useFeedback();
  const { upload } = useImageWrites();
  const [overlay, setOverlay] = useState<Overlay>(emptyOverlay);
  const [busy, setBusy] = useState(false);
  const canvas = useRef<HTMLCanvasElement>(null);
  const logo = useUser().organization.logo || null;
  const problem = useDrawing(canvas, { address: image.url ?? "", logo, overlay });
  const isChanged = useRef(false);
  const mayLeave = useUnsavedGuard(isChanged);
  const change = (part: Partial<Overlay>) => {
    isChanged.current = true;
    setOverlay((before) => ({ ...before, ...part }));
  };
  const leave = async () => {
    if (await mayLeave()) onClose();
  };
  const save = async () => {
    setBusy(true);
    try {
      const name = `${overlay.title || titleOf(image)}`.slice(0, 80);
      const content = await new Promise<Blob | null>((resolve) => canvas.current?.toBlob(resolve, "image/jpeg", 0.92));
      if (!content) throw new Error("The browser drew nothing");
      const file = new File([content], `${name}.jpg`, { type: "image/jpeg" });
      await upload(file, { name, tag: image.tag, sourceID: image.recordID });
      isChanged.current = false;
      done(t("overlay.saved"));
      onSaved();
    } catch (reason) {
      failed(reason);
      setBusy(false);
    }
  };
  const isEmpty = overlay.title.trim() === "" && overlay.detail.trim() === "" && overlay.logo === "none";
  return (
    <Modal
      open
      title={t("overlay.title")}
      width={880}
      onCancel={() => void leave()}
      footer={
        <Button type="primary" loading={busy} disabled={isEmpty || problem} onClick={() => void save()}>
          {t("overlay.save")}
        </Button>
      }
    >
      <div className={laid("grid itemsStart", styles.editor)}>
        {problem ? (
          <ErrorState message={t("overlay.unreadable")} />
        ) : (
          <canvas
            ref={canvas}
            className={laid("wide outlined round8", styles.canvas)}
            role="img"
            aria-label={t("overlay.preview")}
          />
        )}
        <OverlayFields overlay={overlay} hasLogo={logo !== null} onChange={change} />
      </div>
    </Modal>
  );
}

/** Redraws with every change. Returns whether the picture cannot be read. */
function useDrawing(
  canvas: React.RefObject<HTMLCanvasElement | null>,
  { address, logo, overlay }: { address: string; logo: string | null; overlay: Overlay },
): boolean {
  const [pictures, setPictures] = useState<{ picture: HTMLImageElement; logo: HTMLImageElement | null }>();
  const [problem, setProblem] = useState(false);
  useEffect(() => {
    let left = false;
    const load = async () => {
      const picture = await loadPicture(address);
      const loaded = logo === null ? null : await loadPicture(logo).catch(() => null);
      if (!left) setPictures({ picture, logo: loaded });
    };
    load().catch(() => setProblem(true));
    return () => {
      left = true;
    };
  }, [address, logo]);
  useEffect(() => {
    if (canvas.current && pictures) drawOverlay(canvas.current, { ...pictures, overlay });
  }, [canvas, pictures, overlay]);
  return problem;
}

interface OverlayFieldsProps {
  overlay: Overlay;
  hasLogo: boolean;
  onChange: (part: Partial<Overlay>) => void;
}

function OverlayFields({ overlay, hasLogo, onChange }: OverlayFieldsProps) {
  const { t } = useTranslation("aiImages");
  return (
    <div className={laid("gridBox gap12")}>
      <Labelled label={t("overlay.words")}>
        <Input.TextArea
          value={overlay.title}
          maxLength={80}
          autoSize={{ minRows: 1, maxRows: 3 }}
          onChange={({ target }) => onChange({ title: target.value })}
        />
      </Labelled>
      <Labelled label={t("overlay.detail")}>
        <Input.TextArea
          value={overlay.detail}
          maxLength={200}
          autoSize={{ minRows: 2, maxRows: 5 }}
          onChange={({ target }) => onChange({ detail: target.value })}
        />
      </Labelled>
      <Labelled label={t("overlay.place")}>
        <Segmented
          value={overlay.place}
          options={overlayPlaces.map((value) => ({ value, label: t(`overlay.places.${value}`) }))}
          onChange={(place) => onChange({ place })}
        />
      </Labelled>
      <Labelled label={t("overlay.colour")}>
        <ColorPicker
          value={overlay.colour}
          disabledAlpha
          showText
          onChangeComplete={(colour) => onChange({ colour: colour.toHexString() })}
        />
      </Labelled>
      <Labelled label={t("overlay.band")}>
        <Switch checked={overlay.band} aria-label={t("overlay.band")} onChange={(band) => onChange({ band })} />
      </Labelled>
      <Labelled label={t("overlay.logo")}>
        <Select
          value={overlay.logo}
          disabled={!hasLogo}
          aria-label={t("overlay.logo")}
          options={logoCorners.map((value) => ({ value, label: t(`overlay.logos.${value}`) }))}
          onChange={(corner) => onChange({ logo: corner })}
        />
      </Labelled>
      {!hasLogo && <p className={layout.small}>{t("overlay.noLogo")}</p>}
    </div>
  );
}

function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/label-has-associated-control -- the control is the child
    <label className={laid("closeGrid itemsLeft", styles.field)}>
      <span>{label}</span>
      {children}
    </label>
  );
}
