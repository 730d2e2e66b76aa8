import type { SocketPayload } from "@homeroom/contract/sockets";
import { useQueryClient } from "@tanstack/react-query";
import i18next from "i18next";
import { useCallback, useEffect } from "react";
import { noticePermission, showNotice } from "#platform/alerts.ts";
import { loadTexts } from "#platform/i18n/i18n.ts";
import { onConnect, useRealtime } from "#platform/realtime.ts";
import { noticeKeys } from "./api/queries.ts";
import { isQuietNow, ringFor } from "./api/ring.ts";

/** Keeps the bell up to date on every screen, and plays its sounds. */
export function useLiveBell(): void {
  const client = useQueryClient();
  const renewAll = useCallback(() => {
    for (const key of [noticeKeys.counts, noticeKeys.mine, noticeKeys.told])
      void client.invalidateQueries({ queryKey: key });
  }, [client]);
  useEffect(() => onConnect(renewAll), [renewAll]);

  useRealtime(
    "notice.changed",
    useCallback(
      ({ noticeId, published }: SocketPayload<"notice.changed">) => {
        for (const key of [noticeKeys.counts, noticeKeys.mine, noticeKeys.detail(noticeId)])
          void client.invalidateQueries({ queryKey: key });
        void client.invalidateQueries({ queryKey: noticeKeys.lists });
        if (published) announce("notice.published");
      },
      [client],
    ),
  );
  useRealtime(
    "notification.changed",
    useCallback(
      ({ kind, arrived }: SocketPayload<"notification.changed">) => {
        for (const key of [noticeKeys.counts, noticeKeys.told]) void client.invalidateQueries({ queryKey: key });
        // The inbox itself plays sounds for messages, at once and for every visible conversation.
        if (arrived && kind && kind !== "message.received") announce(kind);
      },
      [client],
    ),
  );
}

function announce(kind: NonNullable<SocketPayload<"notification.changed">["kind"]>): void {
  ringFor(kind);
  if (noticePermission() !== "granted" || document.hasFocus()) return;
  // A failed desktop notice does no harm: the notification is in the list.
  showDesktopNotice(kind).catch(() => undefined);
}

async function showDesktopNotice(kind: string): Promise<void> {
  if (await isQuietNow()) return;
  await loadTexts(["notices"]);
  const t = i18next.getFixedT(null, "notices");
  showNotice({ title: t("bell.title"), body: t(`desktop.${kind}`), tag: kind, onOpen: () => undefined });
}
