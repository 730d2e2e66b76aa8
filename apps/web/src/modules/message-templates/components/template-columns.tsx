import { CopyOutlined, DeleteOutlined, SendOutlined } from "@ant-design/icons";
import { type TemplateRow, templateLanguages } from "@homeroom/contract/message-templates";
import type { MenuProps } from "antd";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { SavingSwitch } from "#ui/choice/saving-switch.tsx";
import { type Column, columnMaker } from "#ui/data-table/column.ts";
import { RowMenu } from "#ui/data-table/row-menu.tsx";
import { nameColumn, personColumn, timeColumn } from "#ui/data-table/usual-columns.tsx";
import layout from "#ui/layout.module.css";
import { StatusDot } from "#ui/status/status-dot.tsx";
import { TintTag } from "#ui/status/tint-tag.tsx";
import type { RowCard } from "../../../ui/data-table/data-table-props.ts";
import { ReviewState } from "./review-state.tsx";
import type { TemplateActions } from "./use-template-actions.ts";

/** The columns of the templates. */
export function useTemplateColumns(actions: TemplateActions): Column<TemplateRow>[] {
  const { t } = useTranslation("messageTemplates");
  const column = columnMaker<TemplateRow>((key) => t(`fields.${key}`));
  return [
    nameColumn(t("fields.name")),
    column("language", 150, ({ language }) => t(`language.${language}`)),
    column("category", 100, ({ category }) => (
      <TintTag color={category === "marketing" ? "blue" : "neutral"}>{t(`category.${category}`)}</TintTag>
    )),
    column("reviewStatus", 190, (row) => <ReviewState template={row} />),
    column("body", 160, ({ content }) => <span title={content.body}>{content.body.replace(/\s+/g, " ")}</span>, {
      grow: true,
    }),
    column("usage", 168, ({ usage }) => t(`usage.${usage}`), { hiddenAtFirst: true }),
    column("openStatus", 124, (row) => <Open template={row} {...actions} />),
    personColumn("updater", t("fields.updater"), { hiddenAtFirst: true }),
    column("channels", 160, ({ channels }) => channels.map(({ name }) => name).join(t("comma")), {
      title: t("fields.channel"),
      hiddenAtFirst: true,
    }),
    timeColumn("updateTime", t("fields.updateTime")),
    column("actions", 72, (row) => <TemplateMenu template={row} {...actions} />),
  ];
}

/** The columns of a template shown on a phone. */
export function useTemplateCard(actions: TemplateActions): (template: TemplateRow) => RowCard {
  const { t } = useTranslation("messageTemplates");
  return (template) => ({
    title: template.name,
    facts: [
      <ReviewState key="review" template={template} />,
      `${t(`language.${template.language}`)} · ${t(`category.${template.category}`)}`,
      template.content.body.replace(/\s+/g, " ").slice(0, 80),
    ],
    actions: (
      <>
        <Open template={template} {...actions} />
        <span className={layout.push}>
          <TemplateMenu template={template} {...actions} />
        </span>
      </>
    ),
  });
}

interface OfTemplate extends TemplateActions {
  template: TemplateRow;
}

function Open({ template, setStatus }: OfTemplate) {
  const { t } = useTranslation("messageTemplates");
  const can = useCan();
  const isOpen = template.openStatus === 1;
  if (!can("bulk:template:status"))
    return <StatusDot tone={isOpen ? "success" : "quiet"} label={t(isOpen ? "open" : "closed")} />;
  return (
    <span data-own-click>
      <SavingSwitch
        checked={isOpen}
        label={t("openOne", { name: template.name })}
        save={(open) => setStatus(template, open)}
      />
    </span>
  );
}

function TemplateMenu({ template, submit, copy, remove }: OfTemplate) {
  const { t } = useTranslation("messageTemplates");
  const can = useCan();
  const { reviewStatus, language } = template;
  const maySubmit = can("bulk:template:submit") && (reviewStatus === "draft" || reviewStatus === "rejected");
  const items: NonNullable<MenuProps["items"]> = [
    ...(maySubmit ? [{ key: "submit", icon: <SendOutlined />, label: t("submit") }] : []),
    ...(can("bulk:template:add")
      ? [
          {
            key: "copy",
            icon: <CopyOutlined />,
            label: t("copyTo"),
            children: templateLanguages
              .filter((one) => one !== language)
              .map((one) => ({ key: `copy.${one}`, label: t(`language.${one}`) })),
          },
        ]
      : []),
    ...(can("bulk:template:delete") && reviewStatus !== "pending"
      ? [{ key: "remove", icon: <DeleteOutlined />, label: t("remove"), danger: true }]
      : []),
  ];
  if (items.length === 0) return null;
  const work = (key: string): Promise<void> | undefined => {
    const target = templateLanguages.find((one) => key === `copy.${one}`);
    if (target) return copy(template, target);
    if (key === "submit") return submit(template);
    return key === "remove" ? remove(template) : undefined;
  };
  return <RowMenu label={t("actionsOf", { name: template.name })} items={items} onChoose={work} />;
}
