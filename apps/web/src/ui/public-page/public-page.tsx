import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { productName, productVersion } from "#platform/product.ts";
import { PagePreferences } from "./page-preferences.tsx";
import styles from "./public-page.module.css";

interface PublicPageProps {
  /** The accessible name of the card. */
  label: string;
  /** One quiet line above the form: why the person is here. */
  note?: string | null;
  /** Below the card: links to other pages. */
  links?: ReactNode;
  /** Called on the first interaction with the page. */
  onInput?: () => void;
  /** For a form with fields side by side. */
  wide?: boolean;
  children: ReactNode;
}

/**
 * The frame of pages that need no session: language and appearance, the product's name, a card. It does not use the
 * component kit.
 */
export function PublicPage({ label, note, links, onInput, wide = false, children }: PublicPageProps) {
  const { t } = useTranslation("plain");
  return (
    <div className={styles.page} onInput={onInput}>
      <header className={styles.bar}>
        <PagePreferences />
      </header>
      <main className={styles.main}>
        <div className={styles.brand}>
          <img src="/homeroom.svg" width={44} height={44} alt="" />
          <h1 className={styles.name}>{productName}</h1>
          <p className={styles.tagline}>{t("tagline")}</p>
        </div>
        <section className={styles.card} data-wide={wide || undefined} aria-label={label}>
          {note && (
            <p className={styles.note} role="status">
              {note}
            </p>
          )}
          {children}
        </section>
        {links && (
          <nav className={styles.links} data-wide={wide || undefined}>
            {links}
          </nav>
        )}
      </main>
      <footer className={styles.footer}>
        {productName} {productVersion}
      </footer>
    </div>
  );
}
