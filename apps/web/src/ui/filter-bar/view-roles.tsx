import { Select } from "antd";
import { useTranslation } from "react-i18next";
import { useClearing } from "#ui/choice/use-clearing.tsx";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { tabLeaves } from "#ui/keyboard/tab-leaves.ts";
import type { KeptView, ScreenViews } from "./saved-view-store.ts";

interface ViewRolesProps {
  view: KeptView;
  defaults: NonNullable<ScreenViews["defaults"]>;
}

/** Chooses the roles that start the screen with a view. */
export function ViewRoles({ view, defaults }: ViewRolesProps) {
  const clearing = useClearing();
  const { t } = useTranslation("ui");
  const { failed } = useFeedback();
  return (
    <Select
      mode="multiple"
      onInputKeyDown={tabLeaves}
      size="small"
      allowClear={clearing}
      value={[...view.roleIds]}
      options={defaults.roles.map(({ id, name }) => ({ value: id, label: name }))}
      showSearch={{ optionFilterProp: "label" }}
      placeholder={t("views.defaultFor")}
      aria-label={t("views.defaultFor")}
      maxTagCount="responsive"
      onChange={(roleIds) => void defaults.set(view.id, roleIds).catch(failed)}
    />
  );
}
