import { DownloadOutlined, EditOutlined, FontSizeOutlined, RedoOutlined } from "@ant-design/icons";
import { aiImages, type ImageRow, type ImageUse, imageLimits } from "@homeroom/contract/ai-images";
import type { RecordId } from "@homeroom/contract/ids";
import { Button, Drawer, Input, Select } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { useIntents } from "#platform/use-intents.ts";
import { DetailSection, FactList } from "#ui/detail-page/detail-page.tsx";
import { FormField } from "#ui/drawer-form/form-field.tsx";
import { InlineForm } from "#ui/drawer-form/inline-form.tsx";
import { useOwnVersion } from "#ui/drawer-form/use-own-version.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { useNarrow } from "#ui/page/use-narrow.ts";
import { ErrorState } from "#ui/states/error-state.tsx";
import { Skeleton } from "#ui/states/skeleton.tsx";
import { RelativeTime } from "#ui/time/relative-time.tsx";
import { downloadImage, imageNow, isWaiting, useImage, useImageTags, useImageWrites } from "../api.ts";
import { bytesText, formLike, titleOf } from "../rules/image-form.ts";
import styles from "./image-panel.module.css";

interface ImagePanelProps {
  recordID: RecordId;
  onClose: () => void;
  /** Opens the form that changes the image by a prompt. */
  onChange: () => void;
  /** Opens the editor that lays words over it. */
  onOverlay: () => void;
}

/** An image with its origin, name and uses. */
export function ImagePanel({ recordID, onClose, onChange, onOverlay }: ImagePanelProps) {
  const { t } = useTranslation("aiImages");
  const narrow = useNarrow(680);
  const { data: image, error, refetch } = useImage(recordID);
  return (
    <Drawer open title={image ? titleOf(image) : t("title")} size={narrow ? "100%" : 640} onClose={onClose}>
      {!image && error && <ErrorState message={error} onRetry={() => void refetch()} />}
      {!image && !error && <Skeleton height={320} />}
      {image && (
        <div className={layout.grid}>
          <Picture image={image} />
          <Actions image={image} onClose={onClose} onChange={onChange} onOverlay={onOverlay} />
          <Facts image={image} />
          <Naming image={image} />
          <Uses uses={image.usedIn} />
        </div>
      )}
    </Drawer>
  );
}

function Picture({ image }: { image: ImageRow }) {
  const { t } = useTranslation("aiImages");
  if (image.url)
    return (
      <img className={laid("block marginAuto round8 maxWide", styles.picture)} src={image.url} alt={titleOf(image)} />
    );
  if (isWaiting(image)) return <p role="status">{t("status.queued")}</p>;
  return <ErrorState message={`${t(`reason.${image.reason ?? "unavailable"}`)} ${image.detail}`.trim()} />;
}

function Actions({ image, onClose, onChange, onOverlay }: Omit<ImagePanelProps, "recordID"> & { image: ImageRow }) {
  const { t } = useTranslation("aiImages");
  const can = useCan();
  const { done, failed, undoable } = useFeedback();
  const { generate, remove, restore } = useImageWrites();
  const intend = useIntents<RecordId>();
  const [busy, setBusy] = useState(false);
  const [removing, setRemoving] = useState(false);
  const again = async () => {
    setBusy(true);
    await intend(image.recordID, (taskID) => generate(formLike(image, taskID))).then(() => {
      done(t("ordered", { count: 1 }));
      onClose();
    }, failed);
    setBusy(false);
  };
  const handleRemove = async () => {
    const bringBack = () => void restore([image.recordID]).catch(failed);
    setRemoving(true);
    await remove([image.recordID]).then(() => {
      undoable(t("removed", { name: titleOf(image) }), bringBack);
      onClose();
    }, failed);
    setRemoving(false);
  };
  const isDone = image.status === "done";
  return (
    <div className={layout.buttons}>
      {isDone && can("ad:aimedia:generate") && (
        <Button icon={<EditOutlined />} onClick={onChange}>
          {t("change.open")}
        </Button>
      )}
      {isDone && can("ad:aimedia:upload") && (
        <Button icon={<FontSizeOutlined />} onClick={onOverlay}>
          {t("overlay.open")}
        </Button>
      )}
      {isDone && can("ad:aimedia:download") && (
        <Button icon={<DownloadOutlined />} onClick={() => void downloadImage(image.recordID).catch(failed)}>
          {t("download")}
        </Button>
      )}
      {image.type === "generated" && !isWaiting(image) && can("ad:aimedia:generate") && (
        <Button icon={<RedoOutlined />} loading={busy} onClick={() => void again()}>
          {t("again")}
        </Button>
      )}
      {!isWaiting(image) && can("ad:aimedia:delete") && (
        <Button type="text" danger loading={removing} onClick={() => void handleRemove()}>
          {t("remove")}
        </Button>
      )}
    </div>
  );
}

function Facts({ image }: { image: ImageRow }) {
  const { t } = useTranslation("aiImages");
  const { prompt, ratio, model, resolution, width, height, size, creator, createTime } = image;
  return (
    <FactList
      facts={[
        { label: t("fields.prompt"), value: prompt },
        { label: t("fields.model"), value: model && `${t(`model.${model}`)} · ${resolution ?? ""} · ${ratio ?? ""}` },
        { label: t("fields.size"), value: width > 0 && `${width} × ${height} · ${bytesText(size)}` },
        { label: t("fields.creator"), value: creator },
        { label: t("fields.createTime"), value: <RelativeTime value={createTime} /> },
      ]}
    />
  );
}

function Naming({ image }: { image: ImageRow }) {
  const { t } = useTranslation("aiImages");
  const can = useCan();
  const { done } = useFeedback();
  const { edit } = useImageWrites();
  const tags = useImageTags();
  const { standsOn, markSaved, markChanged } = useOwnVersion(image.version);
  if (!can("ad:aimedia:generate", "ad:aimedia:upload")) return null;
  return (
    <InlineForm
      key={standsOn}
      schema={aiImages.edit.request}
      initialValues={namingOf(image)}
      reload={async () => namingOf(await imageNow(image.recordID))}
      submitLabel={t("save")}
      onSubmit={edit}
      onChange={markChanged}
      onDone={() => {
        done(t("saved"));
        markSaved();
      }}
    >
      <FormField name="name" label={t("fields.name")}>
        <Input maxLength={imageLimits.name} autoComplete="off" />
      </FormField>
      <FormField name="tag" label={t("fields.tag")}>
        <Select
          mode="tags"
          maxCount={imageLimits.tags}
          tokenSeparators={[",", "、", "，"]}
          options={(tags ?? []).map(({ value, label }) => ({ value, label }))}
        />
      </FormField>
    </InlineForm>
  );
}

const namingOf = ({ recordID, version, name, tag }: ImageRow) => ({ recordID, version, name, tag });

/** The address that opens a use, or the list that contains it if it has no address of its own. */
const addressesOfUses: Record<ImageUse["place"], (recordID: string) => string> = {
  product: (recordID) => `/system/fee?product=${recordID}`,
  quickReply: () => "/organization/quickreply",
  template: () => "/admessage/template",
  emailTemplate: () => "/admessage/template?kind=email",
  landingPage: (recordID) => `/advert/landingpage/edit/${recordID}`,
  notice: (recordID) => `/system/notice?open=${recordID}`,
};

function Uses({ uses }: { uses: readonly ImageUse[] }) {
  const { t } = useTranslation("aiImages");
  return (
    <DetailSection title={t("usedIn.title")}>
      {uses.length === 0 ? (
        <p className={layout.quiet}>{t("usedIn.none")}</p>
      ) : (
        <ul className={laid("bareList closeGrid")}>
          {uses.map(({ place, recordID, name }) => (
            <li key={recordID}>
              <span className={laid("quiet noMargin")}>{t(`usedIn.${place}`)}</span>{" "}
              <a href={addressesOfUses[place](recordID)}>{name}</a>
            </li>
          ))}
        </ul>
      )}
    </DetailSection>
  );
}
