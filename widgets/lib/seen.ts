/**
 * Whether somebody can see an element. Many sites have their thank-you box on the page all the time, hidden until the
 * form was sent: nothing is credited, and nothing counted as shown, before that.
 */
import { consoleLine } from './console-line.ts';

const isRendered = (element: Element) =>
  !document.hidden &&
  // Safari knows it from 17.4 on.
  (element.checkVisibility as undefined | Element['checkVisibility'])?.call(element, {
    opacityProperty: true,
    visibilityProperty: true,
  }) !== false;

/** In milliseconds. How often an element is looked at again that is in view but transparent, as when it fades in. */
const lookAgain = 250;
const hiddenFor = 10_000;

/** Resolves when the page is looked at and the element is rendered within the view. */
export async function whenSeen(element: Element): Promise<void> {
  const hint = setTimeout(() => {
    if (element.isConnected && !document.hidden && !isRendered(element))
      consoleLine('Hidden: nothing is asked or credited yet.');
  }, hiddenFor);
  await new Promise<void>((resolve) => {
    let isInView = false;
    let timer: ReturnType<typeof setTimeout>;
    const look = () => {
      clearTimeout(timer);
      if (!isInView) return;
      if (!isRendered(element)) return void (timer = setTimeout(look, lookAgain));
      observer.disconnect();
      resolve();
    };
    const observer = new IntersectionObserver((entries) => {
      isInView = !!entries.at(-1)?.isIntersecting;
      look();
    });
    observer.observe(element);
  });
  clearTimeout(hint);
}
