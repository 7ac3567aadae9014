/**
 * The script of a draft: keeps it, and draws its card and its page again, while people type. It sends the form as the button does
 * and takes the card from the page in the reply, so that nothing is drawn in two ways.
 */

import { drawAgain, isTyped, pause, preview } from './draw-again.ts';

/** Bytes that the service takes of one file. */
const maxFileBytes = 10 * 1024 * 1024;

export function keepWhileTyping(form: HTMLFormElement): void {
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
  const sayUnsent = (why: string, withFile: boolean) => {
    isChanged = true;
    say(
      withFile
        ? `The picture was not sent: ${why}. Choose it again, or press a button below.`
        : `Not saved yet: ${why}. It is tried again when you type on.`,
    );
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
        return sayUnsent(`the service cannot take it just now (${response.status})`, withFile);
      // Another draft, if the session has ended meanwhile.
      form.action = new URL(response.url).pathname;
      const page = new DOMParser().parseFromString(await response.text(), 'text/html');
      for (const part of ['#preview', preview, '#progress']) drawAgain(page, part);
      if (withFile) drawAgain(page, '[data-picture]');
      say(response.ok ? 'Saved.' : 'Saved, without the picture.');
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return;
      sayUnsent('there is no connection', withFile);
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
      say('Sending the picture…');
      void keep(true);
    } else {
      target.value = '';
      say('The picture has more than 10 MB; choose a smaller one.');
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
