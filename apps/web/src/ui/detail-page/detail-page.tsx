import { ArrowLeftOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { ErrorState } from "#ui/states/error-state.tsx";
import { Skeleton } from "#ui/states/skeleton.tsx";
import { useDelayed } from "#ui/time/use-delayed.ts";
import styles from "./detail-page.module.css";

interface DetailPageProps {
  title: ReactNode;
  /** Status, tags and other small facts beside the title. */
  facts?: ReactNode;
  lead?: ReactNode;
  actions?: ReactNode;
  onBack?: () => void;
  /** Nothing to show yet. */
  loading?: boolean;
  error?: string | null;
  onRetry?: () => void;
  /** The narrower column: history, related records. */
  aside?: ReactNode;
  children: ReactNode;
}

/** One record: its header with the actions, its sections, and a second column if there is room. */
export function DetailPage(props: DetailPageProps) {
  const { title, facts, lead, actions, onBack, loading = false, error = null, onRetry, aside, children } = props;
  const { t } = useTranslation("ui");
  const late = useDelayed(loading);
  if (error !== null) return <ErrorState message={error} {...(onRetry ? { onRetry } : {})} />;

  return (
    <article className={styles.page} aria-busy={loading}>
      <header className={laid("middleWrap gap12 below16")}>
        {onBack && <Button type="text" icon={<ArrowLeftOutlined />} aria-label={t("back")} onClick={onBack} />}
        {lead}
        <div className={laid("middleWrap narrowable gap4x12 basis200")}>
          <h1 className={laid("strong narrowable text20 ellipsis clip leading28")}>
            {loading ? late && <Skeleton width={160} height={20} /> : title}
          </h1>
          {!loading && facts && <div className={laid("quiet flexBox wrap narrowable gap4x12")}>{facts}</div>}
        </div>
        {!loading && actions && <div className={layout.buttons}>{actions}</div>}
      </header>
      <div className={laid("grid", styles.columns)} data-aside={aside ? true : undefined}>
        <div className={laid("stack narrowable")}>{loading ? late && <SkeletonSections /> : children}</div>
        {!loading && aside && <aside className={laid("stack narrowable")}>{aside}</aside>}
      </div>
    </article>
  );
}

interface DetailSectionProps {
  title: string;
  actions?: ReactNode;
  children: ReactNode;
}

/** A card for one subject. */
export function DetailSection({ title, actions, children }: DetailSectionProps) {
  return (
    <section className={layout.card}>
      <header className={laid("rowWrap justifyBetween below12", styles.sectionHead)}>
        <h2 className={layout.title}>{title}</h2>
        {actions}
      </header>
      {children}
    </section>
  );
}

interface FactListProps {
  /** Facts without a value show a blank, so that people see what is missing. */
  facts: readonly { label: string; value: ReactNode }[];
}

/** Labelled facts in as many columns as fit. */
export function FactList({ facts }: FactListProps) {
  return (
    <dl className={laid("gridBox", styles.factList)}>
      {facts.map(({ label, value }) => (
        <div key={label} className={layout.narrowable}>
          <dt className={layout.hint}>{label}</dt>
          <dd className={laid("breaking minHeight22")}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A fact, and whether it has a value. */
export interface FactRow {
  label: string;
  value: ReactNode;
  isKnown: boolean;
}

/** The known facts. A button shows the empty ones, to be filled in. */
export function FoldedFacts({ facts }: { facts: readonly FactRow[] }) {
  const { t } = useTranslation("ui");
  const [isOpen, setOpen] = useState(false);
  const count = facts.filter(({ isKnown }) => !isKnown).length;
  return (
    <>
      <FactList facts={isOpen ? facts : facts.filter(({ isKnown }) => isKnown)} />
      {count > 0 && (
        <Button
          type="text"
          size="small"
          className={laid("quiet", styles.fold)}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? t("facts.fewer") : t("facts.more", { count })}
        </Button>
      )}
    </>
  );
}

function SkeletonSections() {
  return [1, 2].map((section) => (
    <section key={section} className={layout.card} aria-hidden>
      <Skeleton width={120} />
      <div className={laid("gridBox noMargin", styles.factList)} style={{ marginTop: 16 }}>
        {[1, 2, 3, 4].map((fact) => (
          <Skeleton key={fact} width="70%" height={34} />
        ))}
      </div>
    </section>
  ));
}
