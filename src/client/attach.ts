/** The parts of the component that all frameworks share: it loads the script once, and passes the element's events on. */
import type { ConfirmationElement, ConfirmationEventMap, ConfirmationListeners } from './element.ts';

export type ConfirmationEventName = keyof ConfirmationEventMap;

const eventNames: ConfirmationEventName[] = ['credited', 'declined', 'undone', 'failed'];

/** Loads the script at `src`, listens to the element, and returns what ends the listening. */
export function attach(
  element: ConfirmationElement,
  src: string,
  onEvent: (name: ConfirmationEventName, event: ConfirmationEventMap[ConfirmationEventName]) => void,
): () => void {
  if (![...document.scripts].some((script) => script.src === src)) {
    const script = document.createElement('script');
    script.src = src;
    document.head.append(script);
  }
  const ends = eventNames.map((name) => {
    const listener = (event: ConfirmationEventMap[typeof name]) => {
      onEvent(name, event);
    };
    element.addEventListener(name, listener);
    return () => {
      element.removeEventListener(name, listener);
    };
  });
  return () => {
    for (const end of ends) end();
  };
}

/** The hooks that React and Preact have in common. */
type Hooks = {
  useRef: <T>(initial: T) => { current: T };
  useEffect: (effect: () => (() => void) | undefined, dependencies?: unknown[]) => void;
};

/** For components of React and Preact: attaches the newest listeners to the element of the reference that it returns. */
export function useMessage({ useRef, useEffect }: Hooks, src: string, listeners: ConfirmationListeners) {
  const element = useRef<ConfirmationElement | null>(null);
  const newest = useRef(listeners);
  useEffect(() => {
    newest.current = listeners;
    return undefined;
  });
  useEffect(() => {
    if (!element.current) return undefined;
    return attach(element.current, src, (name, event) => newest.current[`on${name}`]?.(event as never));
  }, [src]);
  return element;
}
