import { CheckCircleFilled, RightOutlined } from "@ant-design/icons";
import type { SetUpStep } from "@homeroom/contract/dashboard";
import { Button, Progress } from "antd";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { useSetUp, useUpdateSetUp } from "../api/dashboard.ts";
import styles from "./set-up-list.module.css";

/** Where each step is done. */
const addresses: Readonly<Record<SetUpStep, string>> = {
  organization: "/system/branch?tab=organization",
  branch: "/system/branch",
  staff: "/staff/list?new=1",
  roles: "/system/role",
  whatsapp: "/organization/whatsapp?new=1",
  lead: "/lead/list?import=new",
  rules: "/lead/rules?new=1",
  line: "/organization/line",
  assistant: "/system/sys?tab=gpt",
  twoStep: "/system/setting?tab=security",
};

/**
 * The next things to set up, for people with the permissions. Finished ones fold away; the whole list can be dismissed
 * for good.
 */
export function SetUpList() {
  const { t } = useTranslation("dashboard");
  const setUp = useSetUp();
  const update = useUpdateSetUp();
  const { failed, undoable } = useFeedback();
  if (!setUp || setUp.dismissed || setUp.steps.length === 0) return null;
  const open = setUp.steps.filter(({ done }) => !done);
  const doneCount = setUp.steps.length - open.length;
  const dismiss = () =>
    update.mutate(
      { dismissed: true },
      {
        onSuccess: () => undoable(t("setUp.dismissed"), () => update.mutate({ dismissed: false }, { onError: failed })),
        onError: failed,
      },
    );

  return (
    <section className={laid("card notOnPaper", styles.list)} aria-labelledby="set-up">
      <header className={laid("flexBox alignStart gap16")}>
        <div className={laid("column grow")}>
          <h2 id="set-up" className={layout.title}>
            {open.length === 0 ? t("setUp.allDone") : t("setUp.title")}
          </h2>
          <p className={layout.quiet}>
            {open.length === 0
              ? t("setUp.allDoneDetail")
              : t("setUp.progress", { done: doneCount, all: setUp.steps.length })}
          </p>
        </div>
        <Button type="text" size="small" loading={update.isPending} onClick={dismiss}>
          {t("setUp.dismiss")}
        </Button>
      </header>
      <Progress
        percent={(doneCount / setUp.steps.length) * 100}
        showInfo={false}
        size="small"
        strokeColor="var(--color-primary)"
        railColor="var(--sunken)"
        aria-labelledby="set-up"
      />
      <ul className={laid("noPadding unmarked above8", styles.steps)}>
        {open.map(({ key }) => (
          <li key={key} className={laid("middle gap16 pad12x0 lineAbove", styles.step)}>
            <div className={laid("column grow")}>
              <span className={layout.medium}>{t(`setUp.step.${key}.title`)}</span>
              <span className={layout.quiet}>{t(`setUp.step.${key}.detail`)}</span>
            </div>
            <Link
              to={addresses[key]}
              className={laid("inlineMiddle fixed gap6 ink", styles.action)}
              data-first={key === open[0]?.key || undefined}
              onClick={() => key === "roles" && update.mutate({ done: "roles" })}
            >
              {t(`setUp.step.${key}.action`)}
              <RightOutlined aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
      {doneCount > 0 && (
        <details className={laid("quiet above4 lineAbove", styles.done)}>
          <summary className={layout.pointer}>{t("setUp.done", { count: doneCount })}</summary>
          <ul className={laid("noPadding unmarked above8", styles.steps)}>
            {setUp.steps
              .filter(({ done }) => done)
              .map(({ key }) => (
                <li key={key} className={laid("middle gap16 pad12x0 lineAbove", styles.step)} data-done>
                  <CheckCircleFilled className={styles.check} aria-hidden />
                  <Link to={addresses[key]} className={laid("column grow")}>
                    {t(`setUp.step.${key}.title`)}
                  </Link>
                </li>
              ))}
          </ul>
        </details>
      )}
    </section>
  );
}
