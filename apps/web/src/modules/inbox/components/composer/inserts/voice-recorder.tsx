import { AudioOutlined, CheckOutlined, CloseOutlined, RedoOutlined } from "@ant-design/icons";
import type { ChannelKind } from "@homeroom/contract/chat";
import { Button } from "antd";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { VoicePlayer } from "../../message/voice-player.tsx";
import styles from "./voice-recorder.module.css";

interface VoiceRecorderProps {
  /** The audio formats that the customer can play. */
  channelKind: ChannelKind;
  onUse: (file: File) => void;
  onClose: () => void;
}

const maxMinutes = 10;

/** Records a voice message: shows its length while recording, then plays, uses, repeats or discards it. */
export function VoiceRecorder({ channelKind, onUse, onClose }: VoiceRecorderProps) {
  const { t } = useTranslation("composer");
  const { recorded, seconds, stop, again } = useRecording(channelKind, onClose);
  if (!recorded) {
    return (
      <div className={laid("row pad8x12")} role="group" aria-label={t("voice.record")}>
        <span className={laid("fixed circle", styles.dot)} aria-hidden />
        <span className={layout.flex1} role="status">
          {t("voice.recording")}
        </span>
        <span className={layout.figures} title={t("voice.longest", { minutes: maxMinutes })}>
          {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, "0")}
        </span>
        <Button type="text" icon={<CloseOutlined />} aria-label={t("voice.cancel")} onClick={onClose} />
        <Button type="primary" onClick={stop}>
          {t("voice.stop")}
        </Button>
      </div>
    );
  }
  return (
    <div className={laid("row pad8x12")} role="group" aria-label={t("voice.preview")}>
      <VoicePlayer url={recorded.url} label={t("voice.preview")} />
      <Button
        type="text"
        icon={<RedoOutlined />}
        aria-label={t("voice.again")}
        title={t("voice.again")}
        onClick={again}
      />
      <Button type="text" icon={<CloseOutlined />} aria-label={t("voice.cancel")} onClick={onClose} />
      <Button
        type="primary"
        icon={<CheckOutlined />}
        onClick={() => {
          onUse(recorded.file);
          onClose();
        }}
      >
        {t("voice.use")}
      </Button>
    </div>
  );
}

/** The microphone, opened at once; it is released when the recording ends or the component unmounts. */
function useRecording(channelKind: ChannelKind, onClose: () => void) {
  const { t } = useTranslation("composer");
  const { failed } = useFeedback();
  const [recorded, setRecorded] = useState<{ file: File; url: string } | null>(null);
  const [seconds, setSeconds] = useState(0);
  const [round, setRound] = useState(0);
  const recorder = useRef<MediaRecorder | null>(null);
  const latest = useRef({ onClose, failed, t });
  useEffect(() => {
    latest.current = { onClose, failed, t };
  });

  useEffect(() => {
    let left = false;
    let timer: ReturnType<typeof setInterval> | undefined;
    const begin = async () => {
      const format = voiceFormat((type) => MediaRecorder.isTypeSupported(type), channelKind);
      const stream = format ? await navigator.mediaDevices.getUserMedia({ audio: true }) : null;
      if (!format || !stream) return;
      if (left) return letGo(stream);
      const parts: Blob[] = [];
      const running = new MediaRecorder(stream, { mimeType: format, audioBitsPerSecond: 32_000 });
      running.ondataavailable = ({ data }) => parts.push(data);
      running.onstop = () => {
        letGo(stream);
        clearInterval(timer);
        if (left) return;
        const file = voiceFile(parts, format, latest.current.t("voice.fileName"));
        setRecorded({ file, url: URL.createObjectURL(file) });
      };
      recorder.current = running;
      running.start();
      timer = setInterval(() => setSeconds((now) => now + 1), 1000);
    };
    begin().catch(() => {
      latest.current.failed(latest.current.t("voice.denied"));
      latest.current.onClose();
    });
    return () => {
      left = true;
      clearInterval(timer);
      if (recorder.current?.state === "recording") recorder.current.stop();
    };
  }, [round, channelKind]);
  useEffect(() => {
    if (seconds >= maxMinutes * 60 && recorder.current?.state === "recording") recorder.current.stop();
  }, [seconds]);
  useEffect(() => () => URL.revokeObjectURL(recorded?.url ?? ""), [recorded]);

  return {
    recorded,
    seconds,
    stop: () => {
      if (recorder.current?.state === "recording") recorder.current.stop();
    },
    again: () => {
      setRecorded(null);
      setSeconds(0);
      setRound(round + 1);
    },
  };
}

function letGo(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

/** Starts a recording, or says why this browser cannot. */
export function VoiceButton({ onStart }: { onStart: () => void }) {
  const { t } = useTranslation("composer");
  const { failed } = useFeedback();
  const handleStart = () => {
    const canRecord = typeof MediaRecorder !== "undefined" && "mediaDevices" in navigator;
    const format = canRecord && voiceFormat((type) => MediaRecorder.isTypeSupported(type));
    if (format) onStart();
    else failed(t("voice.unsupported"));
  };
  return (
    <Button
      type="text"
      icon={<AudioOutlined />}
      aria-label={t("voice.record")}
      title={t("voice.record")}
      onClick={handleStart}
    />
  );
}

/**
 * Formats that browsers record and WhatsApp accepts, the better first: Opus in Ogg (Firefox), AAC in MP4 (Safari, newer
 * Chrome). WhatsApp refuses Opus in WebM, the only format of other browsers, so it is not offered.
 */
const wanted = ["audio/ogg;codecs=opus", "audio/mp4;codecs=mp4a.40.2", "audio/aac"];

/** Of these LINE plays only M4A; the others reach its customers as a link. */
const wantedOnLine = ["audio/mp4;codecs=mp4a.40.2", "audio/ogg;codecs=opus", "audio/aac"];

/** The format to record in; null if this browser has none that can be sent. */
export function voiceFormat(isSupported: (type: string) => boolean, channel: ChannelKind = "whatsapp"): string | null {
  return (channel === "line" ? wantedOnLine : wanted).find(isSupported) ?? null;
}

/** The file that a recording becomes. */
export function voiceFile(parts: readonly Blob[], format: string, name: string): File {
  const type = format.split(";")[0] ?? format;
  const ending = { "audio/ogg": "ogg", "audio/mp4": "m4a", "audio/aac": "aac" }[type] ?? "m4a";
  return new File([...parts], `${name}.${ending}`, { type });
}
