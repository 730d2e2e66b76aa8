import { aiImages, type ImageRow, imageLimits, imageRatios, imageResolutions } from "@homeroom/contract/ai-images";
import { RecordId } from "@homeroom/contract/ids";
import { Alert, Button, Form, Input, Radio, Segmented, Select } from "antd";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { v7 } from "uuid";
import { DrawerForm } from "#ui/drawer-form/drawer-form.tsx";
import { FormField } from "#ui/drawer-form/form-field.tsx";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { useImageQuota, useImageTags, useImageWrites } from "../api.ts";
import { starterPrompts, titleOf } from "../rules/image-form.ts";
import styles from "./generate-image.module.css";

interface GenerateImageProps {
  /** The image to change; new images without it. */
  source?: ImageRow | undefined;
  /** Called when the form is closed without making any. */
  onClose: () => void;
  onOrdered: () => void;
}

/** The form that makes images from a prompt, or changes an image with one. */
export function GenerateImage({ source, onClose, onOrdered }: GenerateImageProps) {
  const { t } = useTranslation("aiImages");
  const { done } = useFeedback();
  const { generate } = useImageWrites();
  const [initialValues] = useState(() => ({
    taskID: RecordId.parse(v7()),
    prompt: "",
    ratio: source?.ratio ?? "1:1",
    resolution: source?.resolution ?? "2K",
    model: source?.model ?? "v1",
    tag: source?.tag ?? [],
    count: source ? 1 : 2,
    ...(source && { sourceID: source.recordID }),
  }));
  return (
    <DrawerForm
      open
      title={source ? t("change.title", { name: titleOf(source) }) : t("generate")}
      schema={aiImages.generate.request}
      initialValues={initialValues}
      submitLabel={t("generateNow")}
      onSubmit={async (form, report) => {
        await generate(form, report);
        return form.count;
      }}
      onDone={(count) => {
        done(t("ordered", { count }));
        onOrdered();
      }}
      onClose={onClose}
    >
      <NoneLeft />
      {source?.url && (
        <img className={laid("block round8 maxWide", styles.source)} src={source.url} alt={titleOf(source)} />
      )}
      <PromptField isChange={source !== undefined} />
      <ShapeFields />
    </DrawerForm>
  );
}

/** Says that nothing can be made this month, before a person has typed anything. */
function NoneLeft() {
  const { t } = useTranslation("aiImages");
  if (leftOf(useImageQuota()) !== 0) return null;
  return <Alert className={layout.below16 ?? ""} type="warning" showIcon title={t("noneLeft")} />;
}

function leftOf(quota: ReturnType<typeof useImageQuota>): number | undefined {
  return quota && Math.max(0, quota.limit - quota.used);
}

function PromptField({ isChange }: { isChange: boolean }) {
  const { t } = useTranslation("aiImages");
  const form = Form.useFormInstance();
  return (
    <>
      <FormField name="prompt" label={t(isChange ? "change.prompt" : "fields.prompt")} required hint={t("promptHint")}>
        <Input.TextArea maxLength={imageLimits.prompt} autoSize={{ minRows: 4, maxRows: 12 }} />
      </FormField>
      {!isChange && (
        <div className={laid("buttons below16")} role="group" aria-label={t("startersTitle")}>
          {starterPrompts.map((key) => (
            <Button key={key} size="small" onClick={() => form.setFieldValue("prompt", t(`starters.${key}.prompt`))}>
              {t(`starters.${key}.title`)}
            </Button>
          ))}
        </div>
      )}
    </>
  );
}

function ShapeFields() {
  const { t } = useTranslation("aiImages");
  const quota = useImageQuota();
  const tags = useImageTags();
  const model = Form.useWatch<string | undefined>("model");
  const resolutions = quota?.models.find((one) => one.model === model)?.resolutions;
  const left = leftOf(quota);
  const form = Form.useFormInstance();
  const count = Form.useWatch<number | undefined>("count", form);
  useEffect(() => {
    if (left && count && count > left) form.setFieldValue("count", left);
  }, [form, left, count]);
  return (
    <>
      <FormField name="ratio" label={t("fields.ratio")}>
        <Segmented options={imageRatios.map((value) => ({ value, label: value }))} />
      </FormField>
      <FormField name="model" label={t("fields.model")}>
        <Radio.Group
          optionType="button"
          options={(quota?.models ?? []).map(({ model: value }) => ({ value, label: t(`model.${value}`) }))}
        />
      </FormField>
      <FormField name="resolution" label={t("fields.resolution")}>
        <Radio.Group
          optionType="button"
          options={imageResolutions.map((value) => ({
            value,
            label: t(`resolution.${value}`),
            disabled: resolutions !== undefined && !resolutions.includes(value),
          }))}
        />
      </FormField>
      <FormField name="count" label={t("fields.count")} hint={left === undefined ? null : t("left", { number: left })}>
        <Radio.Group
          optionType="button"
          options={Array.from({ length: imageLimits.atOnce }, (_, index) => ({
            value: index + 1,
            label: String(index + 1),
            disabled: left !== undefined && index >= left,
          }))}
        />
      </FormField>
      <FormField name="tag" label={t("fields.tag")} hint={t("tagHint")}>
        <Select
          mode="tags"
          maxCount={imageLimits.tags}
          tokenSeparators={[",", "、", "，"]}
          options={(tags ?? []).map(({ value, label }) => ({ value, label }))}
        />
      </FormField>
      {quota && !quota.isSetUp && <Alert type="info" showIcon title={t("notSetUp")} />}
    </>
  );
}
