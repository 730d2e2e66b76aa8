import { RecordId } from "@homeroom/contract/ids";
import { AddPageForm, EditPageForm, type PageInfo } from "@homeroom/contract/landing-pages";
import { Form } from "antd";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { v7 } from "uuid";
import { useBranches } from "#platform/branches.ts";
import { usePreference } from "#platform/preferences.ts";
import { DrawerForm } from "#ui/drawer-form/drawer-form.tsx";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { UnreadDrawer } from "#ui/states/unread-drawer.tsx";
import { fetchPage, usePage, usePageWrites } from "../api/pages.ts";
import { copyOf, emptyPage, formOf } from "../rules/page-form.ts";
import { PageFields } from "./page-fields.tsx";
import type { Faults } from "./use-page-actions.ts";

const width = 640;

interface AddPageProps {
  /** The page that the new one copies. */
  likeID: RecordId | null;
  onAdded: (recordID: RecordId) => void;
  onClose: () => void;
}

/** The form of a new page, from a template or as a copy. */
export function AddPage({ likeID, onAdded, onClose }: AddPageProps) {
  const { t } = useTranslation("landingPages");
  const branches = useBranches();
  const [first] = branches.data ?? [];
  if (!branches.data) return <UnreadDrawer title={t("add")} query={branches} onClose={onClose} width={width} />;
  if (!first) return null;
  if (likeID) return <CopiedPage likeID={likeID} onAdded={onAdded} onClose={onClose} />;
  return <NewPage branchID={first.value} onAdded={onAdded} onClose={onClose} />;
}

type NewPageProps = Omit<AddPageProps, "likeID"> & { branchID: string };

function NewPage({ branchID, onAdded, onClose }: NewPageProps) {
  const { t } = useTranslation("landingPages");
  const [language] = usePreference("language");
  const [initialValues] = useState(() => emptyPage({ recordID: RecordId.parse(v7()), branchID, language }));
  return <AddForm title={t("add")} initialValues={initialValues} withTemplate onAdded={onAdded} onClose={onClose} />;
}

function CopiedPage({ likeID, onAdded, onClose }: AddPageProps & { likeID: RecordId }) {
  const { t } = useTranslation("landingPages");
  const like = usePage(likeID);
  if (!like.data) return <UnreadDrawer title={t("add")} query={like} onClose={onClose} width={width} />;
  return <CopyForm like={like.data} onAdded={onAdded} onClose={onClose} />;
}

function CopyForm({ like, onAdded, onClose }: Omit<AddPageProps, "likeID"> & { like: PageInfo }) {
  const { t } = useTranslation("landingPages");
  const [initialValues] = useState(() =>
    copyOf(like, { recordID: RecordId.parse(v7()), name: t("copyName", { name: like.name }) }),
  );
  return (
    <AddForm
      title={t("copyTitle", { name: like.name })}
      initialValues={initialValues}
      like={like}
      onAdded={onAdded}
      onClose={onClose}
    />
  );
}

interface AddFormProps extends Omit<AddPageProps, "likeID"> {
  title: string;
  initialValues: object;
  withTemplate?: boolean;
  like?: PageInfo;
}

function AddForm({ title, initialValues, withTemplate = false, like, onAdded, onClose }: AddFormProps) {
  const { add } = usePageWrites();
  return (
    <DrawerForm
      open
      title={title}
      schema={AddPageForm}
      initialValues={initialValues}
      onSubmit={(form, report) => add(form, report)}
      onDone={onAdded}
      onClose={onClose}
      width={width}
    >
      <PageFields page={like} withTemplate={withTemplate} />
    </DrawerForm>
  );
}

interface PageSettingsProps {
  recordID: RecordId;
  /** What prevented publishing: it is shown at its fields, and the first of them gets the focus. */
  faults?: Faults | undefined;
  onClose: () => void;
  onSaved?: () => void;
}

/** The settings of a page: everything but its sections. */
export function PageSettings({ recordID, faults, onClose, onSaved }: PageSettingsProps) {
  const { t } = useTranslation("landingPages");
  const page = usePage(recordID);
  if (!page.data) return <UnreadDrawer title={t("settings")} query={page} onClose={onClose} width={width} />;
  return <SettingsForm page={page.data} faults={faults} onClose={onClose} {...(onSaved && { onSaved })} />;
}

function SettingsForm({ page, faults, onClose, onSaved }: Omit<PageSettingsProps, "recordID"> & { page: PageInfo }) {
  const { t } = useTranslation("landingPages");
  const { done } = useFeedback();
  const { edit } = usePageWrites();
  const [initialValues] = useState(() => formOf(page));
  return (
    <DrawerForm
      open
      title={t("settingsOf", { name: page.name })}
      schema={EditPageForm}
      initialValues={initialValues}
      reload={async () => formOf(await fetchPage(page.recordID))}
      onSubmit={async (form, report) => {
        await edit(form, report);
        return form.name ?? page.name;
      }}
      onDone={(name) => {
        done(t("saved", { name }));
        onSaved?.();
        onClose();
      }}
      onClose={onClose}
      width={width}
    >
      <PageFields page={page} isSettings />
      {faults && <FieldFaults faults={faults} />}
    </DrawerForm>
  );
}

/** Shows at their fields the faults from before the form was opened. */
function FieldFaults({ faults }: { faults: Faults }) {
  const form = Form.useFormInstance();
  useEffect(() => {
    form.setFields(faults.map(({ field, message }) => ({ name: field, errors: [message] })));
    const [first] = faults;
    if (!first) return;
    form.scrollToField(first.field, { block: "center" });
    form.focusField(first.field);
  }, [form, faults]);
  return null;
}
