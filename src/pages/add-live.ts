/**
 * The script of a draft: keeps it, and draws its card and its page again, while people type. It sends the form as the button does
 * and takes the card from the page in the reply, so that nothing is drawn in two ways.
 */

import { fillIn, type PageWords } from '../ui/words/language.ts';
import { drawAgain, isTyped, pause, preview } from './draw-again.ts';

/** Bytes that the service takes of one file. */
const maxFileBytes = 10 * 1024 * 1024;

export function keepWhileTyping(form: HTMLFormElement): void {
  const words = JSON.parse(form.dataset['draft'] ?? '') as PageWords['draftStatus'];
  const status = form.querySelector('[data-draft-status]');
  const say = (text: string) => {
    if (status && status.textContent !== text) status.textContent = text;
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: AbortController | undefined;
  let isChanged = false;
  let isUploading = false;
  /** The file is sent once, when it is chosen, and not with each pause. */
  const fieldsWith = (act: string, withFile = false) => {
    const fields = new FormData(form);
    if (!withFile) fields.delete('picture');
    fields.set('act', act);
    return fields;
  };
  const sayUnsent = (text: string) => {
    isChanged = true;
    say(text);
  };
  const keep = async (withFile = false) => {
    // Text that is typed during an upload is kept after it.
    if (isUploading) return keepSoon();
    running?.abort();
    running = new AbortController();
    isChanged = false;
    isUploading = withFile;
    try {
      const { signal } = running;
      const body = fieldsWith('preview', withFile);
      const response = await fetch(form.action, { method: 'POST', body, signal });
      // 400: everything is kept but the picture, which the page says.
      if (!response.ok && response.status !== 400)
        return sayUnsent(
          fillIn(withFile ? words.pictureRefused : words.refused, { status: response.status }),
        );
      // Another draft, if the session has ended meanwhile.
      form.action = new URL(response.url).pathname;
      const page = new DOMParser().parseFromString(await response.text(), 'text/html');
      for (const part of ['#preview', preview, '#progress']) drawAgain(page, part);
      if (withFile) drawAgain(page, '[data-picture]');
      say(response.ok ? words.saved : words.savedWithout);
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return;
      sayUnsent(withFile ? words.pictureOffline : words.offline);
    } finally {
      if (withFile) isUploading = false;
    }
  };
  const keepSoon = () => {
    isChanged = true;
    clearTimeout(timer);
    timer = setTimeout(() => void keep(), pause);
  };
  form.addEventListener('input', ({ target }) => {
    if (!(target instanceof HTMLInputElement && target.type === 'file')) return keepSoon();
    const size = target.files?.[0]?.size ?? 0;
    if (size === 0) return;
    clearTimeout(timer);
    if (size <= maxFileBytes) {
      say(words.sending);
      void keep(true);
    } else {
      target.value = '';
      say(words.tooLarge);
    }
  });
  // Typed before this script was there, or put back by the browser.
  if (isTyped(form)) keepSoon();
  form.addEventListener('submit', () => {
    clearTimeout(timer);
    running?.abort();
    isChanged = false;
  });
  // A tab that is closed within the pause.
  addEventListener('pagehide', () => {
    clearTimeout(timer);
    if (isChanged) navigator.sendBeacon(form.action, fieldsWith('keep'));
  });
}
