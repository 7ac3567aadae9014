/**
 * The script of the Edit tab: draws the preview again while people type, as the button does. Nothing is saved before
 * somebody presses Save.
 */
import type { PageWords } from '../ui/words/language.ts';
import { drawAgain, isTyped, pause, preview } from './draw-again.ts';

export function previewWhileTyping(form: HTMLFormElement): void {
  const status = form.querySelector('[data-draft-status]');
  const words = JSON.parse(form.dataset['says'] ?? '') as PageWords['editStatus'];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: AbortController | undefined;
  const show = async () => {
    running?.abort();
    running = new AbortController();
    const body = new FormData(form);
    // A file is sent once, by a button.
    body.delete('picture');
    body.set('act', 'preview');
    let spoken = '';
    try {
      const response = await fetch(form.action, { method: 'POST', body, signal: running.signal });
      if (response.ok)
        drawAgain(new DOMParser().parseFromString(await response.text(), 'text/html'), preview);
      else spoken = response.status === 403 ? words.signedOut : words.refused;
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return;
      spoken = words.offline;
    }
    if (status && status.textContent !== spoken) status.textContent = spoken;
  };
  const showSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void show(), pause);
  };
  form.addEventListener('input', showSoon);
  // Typed before this script was there, or put back by the browser.
  if (isTyped(form)) showSoon();
  let isLeaving = false;
  form.addEventListener('submit', ({ submitter }) => {
    clearTimeout(timer);
    running?.abort();
    // The preview as a page of its own opens in a new tab, and this one stays.
    isLeaving = !(submitter instanceof HTMLButtonElement && submitter.formTarget === '_blank');
  });
  // Unlike a draft, nothing of this form is kept before somebody presses Save.
  addEventListener('beforeunload', (event) => {
    if (!isLeaving && (form.dataset['edited'] === 'unsaved' || isTyped(form))) event.preventDefault();
  });
}
