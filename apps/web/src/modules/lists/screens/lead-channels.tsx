import { PlusOutlined } from "@ant-design/icons";
import { maxChannels } from "@homeroom/contract/media";
import type { Permission } from "@homeroom/contract/permissions";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { SearchBox } from "#ui/filter-bar/search-box.tsx";
import { laid } from "#ui/laid.ts";
import { HeadAction } from "#ui/page/head-action.tsx";
import { Page } from "#ui/page/page.tsx";
import { PageHeader } from "#ui/page/page-header.tsx";
import { useAddress } from "#ui/page/use-address.ts";
import { EmptyState } from "#ui/states/empty-state.tsx";
import { Unread } from "#ui/states/unread.tsx";
import { useCountedChannels } from "../api.ts";
import { ChannelForm } from "../components/channel-form.tsx";
import { ChannelTree } from "../components/channel-tree.tsx";
import { channelsWith } from "../rules/channels.ts";

/** The lead channels: primary ones with their secondary ones. */
export function LeadChannels() {
  const { t } = useTranslation("channelSettings");
  const can = useCan();
  const channels = useCountedChannels();
  const { search, change } = useAddress();
  const words = search.get("keywords") ?? "";
  const form = search.get("form");
  const primary = channels.data?.length ?? 0;
  const secondary = channels.data?.reduce((sum, { children }) => sum + children.length, 0) ?? 0;
  const count = {
    primary: `${primary} / ${maxChannels.primary}`,
    secondary: `${secondary} / ${maxChannels.secondary}`,
  };
  const full = { primary: primary >= maxChannels.primary, secondary: secondary >= maxChannels.secondary };

  return (
    <Page>
      <PageHeader
        title={t("title")}
        detail={channels.data && t("count", count)}
        actions={
          can("org:channel:add") && (
            <>
              <HeadAction
                label={t("addSecondary")}
                disabled={full.secondary}
                title={full.secondary ? t("full") : undefined}
                onClick={() => change({ form: "secondary" })}
              />
              <Button
                type="primary"
                icon={<PlusOutlined />}
                disabled={full.primary}
                title={full.primary ? t("full") : undefined}
                onClick={() => change({ form: "primary" })}
              >
                {t("addPrimary")}
              </Button>
            </>
          )
        }
      />
      <div className={laid("below12 maxWidth320")}>
        <SearchBox
          value={words}
          placeholder={t("search")}
          onSearch={(next) => change({ keywords: next === "" ? null : next })}
        />
      </div>
      <Body
        query={channels}
        words={words}
        onClear={() => change({ keywords: null })}
        onForm={(next) => change({ form: next })}
      />
      {form && channels.data && can(...rightsTo(form)) && (
        <ChannelForm key={form} form={form} channels={channels.data} onClose={() => change({ form: null })} />
      )}
    </Page>
  );
}

/** The texts of the form for a new or an existing channel. */
function rightsTo(form: string): Permission[] {
  const isNew = form === "primary" || form === "secondary" || form.startsWith("below:");
  return [isNew ? "org:channel:add" : "org:channel:edit"];
}

interface BodyProps {
  query: ReturnType<typeof useCountedChannels>;
  words: string;
  onClear: () => void;
  onForm: (form: string) => void;
}

function Body({ query, words, onClear, onForm }: BodyProps) {
  const { t } = useTranslation("channelSettings");
  if (!query.data) return <Unread query={query} height={320} />;
  const found = channelsWith(query.data, words);
  if (found.length > 0) return <ChannelTree channels={found} all={query.data} onForm={onForm} />;
  const clear = <Button onClick={onClear}>{t("noMatch.clear")}</Button>;
  return <EmptyState title={t("noMatch.title")} detail={t("noMatch.detail")} action={clear} />;
}
