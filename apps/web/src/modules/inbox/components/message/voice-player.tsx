import { CaretRightFilled, PauseOutlined } from "@ant-design/icons";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { laid } from "#ui/laid.ts";
import styles from "./file-body.module.css";

interface VoicePlayerProps {
  url: string;
  label: string;
  onError?: () => void;
}

const speeds = [1, 1.5, 2];

/** Plays a voice message, with its position, length and speed. */
export function VoicePlayer({ url, label, onError }: VoicePlayerProps) {
  const { t } = useTranslation("composer");
  const sound = useRef<HTMLAudioElement>(null);
  const [playing, setPlaying] = useState(false);
  const [at, setAt] = useState(0);
  const [length, setLength] = useState(0);
  const [speed, setSpeed] = useState(1);
  useEffect(() => {
    if (sound.current) sound.current.playbackRate = speed;
  }, [speed]);
  const toggle = () => {
    const { current } = sound;
    if (!current) return;
    if (current.paused) void current.play().catch(() => setPlaying(false));
    else current.pause();
  };
  return (
    <div className={laid("row", styles.voice)} role="group" aria-label={label}>
      <audio
        ref={sound}
        src={url}
        preload="metadata"
        onError={onError}
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onTimeUpdate={({ currentTarget }) => setAt(currentTarget.currentTime)}
        onLoadedMetadata={({ currentTarget }) => setLength(known(currentTarget.duration))}
        onDurationChange={({ currentTarget }) => setLength(known(currentTarget.duration))}
      />
      <button
        type="button"
        className={laid("centre fixed noBorder circle filled text16 white pointer", styles.voicePlay)}
        aria-label={t(playing ? "voice.pause" : "voice.play")}
        onClick={toggle}
      >
        {playing ? <PauseOutlined aria-hidden /> : <CaretRightFilled aria-hidden />}
      </button>
      <input
        type="range"
        className={laid("flex1", styles.voiceTrack)}
        min={0}
        max={length || 1}
        step={0.1}
        value={Math.min(at, length || 1)}
        aria-label={t("voice.position")}
        aria-valuetext={clockText(at)}
        onChange={({ target }) => {
          if (sound.current) sound.current.currentTime = Number(target.value);
        }}
      />
      <span className={laid("small figures fixed")}>{clockText(at > 0 || length === 0 ? at : length)}</span>
      <button
        type="button"
        className={laid(
          "figures fixed pad0x6 edged round12 height24 noBackground textColour pointer text12",
          styles.voiceSpeed,
        )}
        aria-label={t("voice.speed", { speed })}
        onClick={() => setSpeed(speeds[(speeds.indexOf(speed) + 1) % speeds.length] ?? 1)}
      >
        {speed}×
      </button>
    </div>
  );
}

/** A new recording has no known length until it has been played. */
function known(duration: number): number {
  return Number.isFinite(duration) ? duration : 0;
}

function clockText(seconds: number): string {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
