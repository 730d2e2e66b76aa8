import { type MetaPage, MetaPageForm } from "@homeroom/contract/meta-settings";
import { Select } from "antd";
import { useTranslation } from "react-i18next";
import { useBranches } from "#platform/branches.ts";
import { DrawerForm } from "#ui/drawer-form/drawer-form.tsx";
import { FormField } from "#ui/drawer-form/form-field.tsx";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { UnreadDrawer } from "#ui/states/unread-drawer.tsx";
import { metaPageNow, useMetaWrites } from "../api/meta.ts";
import { ChannelFields } from "./channel-fields.tsx";
import { StatusField } from "./status-field.tsx";

/** Where the leads of a page go. */
export function MetaPageEditor({ page, onClose }: { page: MetaPage; onClose: () => void }) {
  const { t } = useTranslation("advertising");
  const { done } = useFeedback();
  const { save } = useMetaWrites();
  const query = useBranches();
  const branches = query.data;
  const [first] = branches ?? [];
  if (!first) return <UnreadDrawer title={t("meta.pageTitle", { name: page.name })} query={query} onClose={onClose} />;
  const valuesOf = ({ pageID, branch, channelID, secondaryChannelID, status, version }: MetaPage) => ({
    pageID,
    branchID: branch?.branchID ?? first.value,
    channelID,
    secondaryChannelID,
    status: branch ? status : 1,
    version,
  });
  return (
    <DrawerForm
      open
      title={t("meta.pageTitle", { name: page.name })}
      schema={MetaPageForm}
      initialValues={valuesOf(page)}
      reload={async () => valuesOf((await metaPageNow(page.pageID)) ?? page)}
      onSubmit={save}
      onDone={() => {
        done(t("meta.saved", { name: page.name }));
        onClose();
      }}
      onClose={onClose}
    >
      <FormField name="branchID" label={t("fields.branch")} hint={t("hints.branch")}>
        <Select options={branches ?? []} />
      </FormField>
      <ChannelFields />
      <StatusField />
    </DrawerForm>
  );
}
