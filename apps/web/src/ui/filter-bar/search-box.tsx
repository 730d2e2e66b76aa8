import { SearchOutlined } from "@ant-design/icons";
import type { InputRef } from "antd";
import Input from "antd/es/input/Input";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { isComposing } from "#ui/keyboard/shortcut.ts";
import { useShortcut } from "#ui/keyboard/use-shortcut.ts";

interface SearchBoxProps {
  value: string;
  placeholder: string;
  onSearch: (words: string) => void;
  /** The maximum of the endpoint, in characters. */
  maxLength?: number;
  /** `/` moves the cursor here. One box a screen. */
  shortcut?: boolean;
  /** Focuses the box when it appears. */
  focusAtOnce?: boolean;
  /** Escape leaves the box for good. */
  onEscape?: () => void;
}

const pauseMilliseconds = 300;

/** Searches while typing, after a short pause, and never with an unfinished word of an input method. */
export function SearchBox(props: SearchBoxProps) {
  const { value, placeholder, onSearch, maxLength = 100, shortcut = true, focusAtOnce, onEscape } = props;
  const [words, setWords] = useState(value);
  const [composing, setComposing] = useState(false);
  const input = useRef<InputRef>(null);
  const sent = useRef(value);
  // Searched for, but not in the address yet.
  const underWay = useRef<string[]>([]);
  const search = useRef(onSearch);
  useEffect(() => {
    search.current = onSearch;
  });

  // Other things change the address too: a saved view, Back, "clear all". Our own search words also come back through it, on
  // a slow machine after more has been typed: that is not a change.
  useEffect(() => {
    const own = underWay.current.indexOf(value);
    if (own >= 0) underWay.current.splice(0, own + 1);
    else if (value !== sent.current) {
      underWay.current = [];
      sent.current = value;
      setWords(value);
    }
  }, [value]);

  useEffect(() => {
    if (composing || words.trim() === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = words.trim();
      underWay.current.push(sent.current);
      search.current(sent.current);
    }, pauseMilliseconds);
    return () => clearTimeout(timer);
  }, [words, composing]);

  // Before the next key, which belongs to the words.
  useLayoutEffect(() => {
    if (focusAtOnce) input.current?.focus();
  }, [focusAtOnce]);
  useShortcut("/", () => input.current?.focus({ cursor: "all" }), { enabled: shortcut });

  return (
    <Input
      ref={input}
      type="search"
      value={words}
      maxLength={maxLength}
      placeholder={placeholder}
      aria-label={placeholder}
      prefix={<SearchOutlined aria-hidden />}
      allowClear
      onChange={({ target }) => setWords(target.value)}
      onCompositionStart={() => setComposing(true)}
      onCompositionEnd={() => setComposing(false)}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || isComposing(event.nativeEvent) || !onEscape) return;
        event.preventDefault();
        onEscape();
      }}
    />
  );
}
