import { PlusOutlined } from "@ant-design/icons";
import { RecordId } from "@homeroom/contract/ids";
import type { PageInfo } from "@homeroom/contract/landing-pages";
import { lacksForm, maxSections, type SectionType, sectionTypes } from "@homeroom/contract/page-design/sections";
import { Alert, Button, Dropdown, Segmented } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { useCan } from "#platform/access.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { Page } from "#ui/page/page.tsx";
import { useNarrow } from "#ui/page/use-narrow.ts";
import { ErrorState } from "#ui/states/error-state.tsx";
import { usePage } from "../api/pages.ts";
import { EditorBar } from "../components/editor/editor-bar.tsx";
import { type Device, PageCanvas } from "../components/editor/page-canvas.tsx";
import { SectionInspector } from "../components/editor/section-inspector.tsx";
import { SectionList } from "../components/editor/section-list.tsx";
import { SplitBar } from "../components/editor/split-bar.tsx";
import { type PageDocument, usePageDocument } from "../components/editor/use-page-document.ts";
import { PageSettings } from "../components/page-form.tsx";
import type { Faults } from "../components/use-page-actions.ts";
import { fitting, withField, withSection } from "../rules/document.ts";
import { newSectionId } from "../rules/section-id.ts";
import styles from "./page-editor.module.css";

/** The editor of one landing page. */
export function PageEditor() {
  const { recordID } = useParams();
  const id = RecordId.safeParse(recordID);
  const { t } = useTranslation("landingPages");
  if (!id.success) return <ErrorState message={t("missing")} />;
  return <LoadedPage key={id.data} recordID={id.data} />;
}

function LoadedPage({ recordID }: { recordID: RecordId }) {
  const page = usePage(recordID);
  const { t } = useTranslation("landingPages");
  // The editor keeps its initial page, so that must not be a stale one from the cache.
  const [isBegun, setBegun] = useState(false);
  if (!isBegun && page.isFetchedAfterMount && page.isSuccess) setBegun(true);
  if (page.data && isBegun) return <Editor page={page.data} />;
  if (page.isError) return <ErrorState message={t("missing")} onRetry={() => void page.refetch()} />;
  return null;
}

function Editor({ page }: { page: PageInfo }) {
  const { t } = useTranslation("landingPages");
  const mayEdit = useCan()("ad:landing:edit");
  const narrow = useNarrow(992);
  const document = usePageDocument(page);
  const [device, setDevice] = useState<Device>("desktop");
  const [chosen, setChosen] = useState<string | null>(null);
  const [settings, setSettings] = useState<{ faults?: Faults | undefined } | null>(null);
  const [part, setPart] = useState<"edit" | "preview">("edit");
  const showsPanel = mayEdit && (!narrow || part === "edit");
  return (
    <Page fill bare>
      <div className={laid("column shrinkable tall")}>
        <EditorBar
          page={page}
          document={document}
          device={device}
          onDevice={setDevice}
          // Pending changes are saved first, since the settings start with their version.
          onSettings={(faults) => void document.saveNow().finally(() => setSettings({ faults }))}
        />
        <SplitBar page={page} />
        {document.saveState === "conflict" && <Conflict document={document} />}
        {narrow && mayEdit && (
          <Segmented
            block
            value={part}
            onChange={setPart}
            options={(["edit", "preview"] as const).map((value) => ({ value, label: t(`editor.${value}`) }))}
          />
        )}
        <div className={laid("fill gridBox", styles.parts)}>
          {showsPanel && <Panel page={page} document={document} chosen={chosen} onChoose={setChosen} />}
          {(!narrow || !showsPanel) && (
            <PageCanvas
              page={page}
              sections={document.sections}
              pictures={document.pictures}
              device={device}
              chosen={chosen}
              onChoose={setChosen}
              onType={mayEdit ? (change) => type(document, change) : null}
            />
          )}
        </div>
      </div>
      {settings && (
        <PageSettings
          recordID={page.recordID}
          faults={settings.faults}
          onClose={() => setSettings(null)}
          onSaved={() => void document.takeVersion()}
        />
      )}
    </Page>
  );
}

/** Keeps what was typed into the preview. */
function type(document: PageDocument, { id, path, value }: { id: string; path: string; value: string }): void {
  const section = document.sections.find((one) => one.id === id);
  if (!section) return;
  document.change((list) => withField(list, { id, path, value: fitting(section, path, value) }));
}

interface PanelProps {
  page: PageInfo;
  document: PageDocument;
  chosen: string | null;
  onChoose: (id: string | null) => void;
}

/** The list of sections, or the fields of the chosen one. */
function Panel({ page, document, chosen, onChoose }: PanelProps) {
  const { t } = useTranslation("landingPages");
  const section = document.sections.find(({ id }) => id === chosen);
  return (
    <aside className={laid("gridBox contentStart gap12 pad12 shrinkable scrollY", styles.panel)}>
      {section ? (
        <SectionInspector key={section.id} section={section} document={document} onBack={() => onChoose(null)} />
      ) : (
        <>
          {lacksForm({ ...page, sections: document.sections }) && (
            <Alert type="warning" showIcon title={t("editor.lacksForm")} />
          )}
          <SectionList document={document} chosen={chosen} onChoose={onChoose} />
          <AddSection document={document} afterId={chosen} onAdded={onChoose} />
        </>
      )}
    </aside>
  );
}

/** Somebody else has saved: the person decides whose sections to keep. */
function Conflict({ document }: { document: PageDocument }) {
  const { t } = useTranslation("landingPages");
  const { failed } = useFeedback();
  return (
    <Alert
      type="warning"
      showIcon
      banner
      title={t("conflict.title")}
      description={t("conflict.detail")}
      action={
        <span className={layout.buttons}>
          <Button size="small" onClick={() => void document.takeSaved().catch(failed)}>
            {t("conflict.takeSaved")}
          </Button>
          <Button size="small" danger onClick={() => void document.keepOwn().catch(failed)}>
            {t("conflict.keepOwn")}
          </Button>
        </span>
      }
    />
  );
}

interface AddSectionProps {
  document: PageDocument;
  /** The new section is inserted after this one. */
  afterId: string | null;
  onAdded: (id: string) => void;
}

/** Adds a section of a kind. */
function AddSection({ document: { sections, change }, afterId, onAdded }: AddSectionProps) {
  const { t } = useTranslation("landingPages");
  const handleClick = ({ key }: { key: string }) => {
    const id = newSectionId();
    change((list) => withSection(list, { type: key as SectionType, id, afterId }));
    onAdded(id);
  };
  const items = sectionTypes.map((key) => ({ key, label: t(`sections.${key}`) }));
  return (
    <Dropdown menu={{ items, onClick: handleClick }} trigger={["click"]} disabled={sections.length >= maxSections}>
      <Button block icon={<PlusOutlined />}>
        {t("editor.add")}
      </Button>
    </Dropdown>
  );
}
