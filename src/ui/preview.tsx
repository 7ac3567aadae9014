import { useEffect, useRef } from 'preact/hooks';

/** The maximum height of the frame, in CSS pixels. */
const highest = 900;

type Props = {
  address: string;
  caption?: string;
  /** The name of a width in the style sheet. */
  width?: string;
  /** For screen readers, in the language of the page. */
  title?: string;
};

/** An embed itself, in a frame without an origin: its buttons can be tried, and nothing is recorded. */
export function Preview({ address, caption, width = '', title = 'Preview' }: Props) {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const onMessage = ({ source, data }: MessageEvent<{ height?: unknown } | null>) => {
      const height = data?.height;
      if (frame.current && source === frame.current.contentWindow && typeof height === 'number')
        frame.current.style.height = `${Math.min(Math.max(height, 100), highest)}px`;
    };
    addEventListener('message', onMessage);
    // Its earlier messages came before this listener. It answers every message with its height.
    frame.current?.contentWindow?.postMessage('height', '*');
    return () => removeEventListener('message', onMessage);
  }, [address]);
  return (
    <figure class={`preview ${width}`}>
      {caption !== undefined && <figcaption>{caption}</figcaption>}
      <iframe ref={frame} src={address} sandbox="allow-scripts allow-forms" title={title} />
    </figure>
  );
}
