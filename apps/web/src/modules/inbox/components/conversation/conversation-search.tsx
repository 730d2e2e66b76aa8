import { CloseOutlined, DownOutlined, UpOutlined } from "@ant-design/icons";
import type { ConversationId, MessageId } from "@homeroom/contract/ids";
import { Input, type InputRef } from "antd";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { SmallIconButton } from "#ui/icon/small-icon-button.tsx";
import { isComposing } from "#ui/keyboard/shortcut.ts";
import { laid } from "#ui/laid.ts";
import { useMessageSearch } from "../../api/message-search.ts";
import styles from "./conversation-search.module.css";

interface ConversationSearchProps {
  conversationId: ConversationId;
  onShow: (messageId: MessageId) => void;
  onClose: () => void;
}

const pauseMilliseconds = 300;

/** Searches in one conversation: Enter goes to the next older hit, with Shift to the newer one before. */
export function ConversationSearch({ conversationId, onShow, onClose }: ConversationSearchProps) {
  const { t } = useTranslation("inbox");
  const [words, setWords] = useState("");
  const [composing, setComposing] = useState(false);
  const [keywords, setKeywords] = useState("");
  const [at, setAt] = useState<{ keywords: string; index: number } | null>(null);
  const input = useRef<InputRef>(null);
  const { hits, loading, error, hasMore, loadMore } = useMessageSearch(keywords, conversationId);
  useEffect(() => input.current?.focus(), []);
  useEffect(() => {
    if (composing) return;
    const timer = setTimeout(() => setKeywords(words.trim()), pauseMilliseconds);
    return () => clearTimeout(timer);
  }, [words, composing]);

  // The first hit of a new search is shown at once, the others on request.
  const index = at?.keywords === keywords ? at.index : 0;
  const first = hits[0]?.messageId ?? null;
  const show = useRef(onShow);
  useEffect(() => {
    show.current = onShow;
  });
  useEffect(() => {
    if (first) show.current(first);
  }, [first]);
  const goTo = (next: number) => {
    // At the end too, so that a failed page is retried.
    if (hasMore && next >= hits.length - 2) loadMore();
    const hit = hits[next];
    if (!hit) return;
    setAt({ keywords, index: next });
    onShow(hit.messageId);
  };
  const handleKeys = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === "Escape") {
      event.preventDefault();
      onClose();
    }
    if (event.key !== "Enter") return;
    event.preventDefault();
    goTo(index + (event.shiftKey ? -1 : 1));
  };
  const found = hits.length > 0 ? `${index + 1} / ${hits.length}${hasMore ? "+" : ""}` : t("find.none");
  const said = keywords === "" || loading ? "" : typeof error === "string" ? error : found;

  return (
    <div className={laid("middle fixed lineBelow gap4 surface", styles.bar)} role="search">
      <Input
        ref={input}
        size="small"
        value={words}
        maxLength={100}
        placeholder={t("find.inConversation")}
        aria-label={t("find.inConversation")}
        onChange={({ target }) => setWords(target.value)}
        onCompositionStart={() => setComposing(true)}
        onCompositionEnd={() => setComposing(false)}
        onKeyDown={handleKeys}
      />
      <span className={laid("small figures fixed textCentre", styles.count)} role="status">
        {said}
      </span>
      <SmallIconButton
        icon={<UpOutlined />}
        disabled={index + 1 >= hits.length && !hasMore}
        label={t("find.older")}
        title={t("find.older")}
        onClick={() => goTo(index + 1)}
      />
      <SmallIconButton
        icon={<DownOutlined />}
        disabled={index === 0}
        label={t("find.newer")}
        title={t("find.newer")}
        onClick={() => goTo(index - 1)}
      />
      <SmallIconButton icon={<CloseOutlined />} label={t("find.close")} title={t("find.close")} onClick={onClose} />
    </div>
  );
}
