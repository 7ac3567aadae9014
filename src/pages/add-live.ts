/**
 * The script of a draft: keeps it, and draws its card again, while people type. It sends the form as the button does
 * and takes the card from the page in the reply, so that nothing is drawn in two ways.
 */

/** Milliseconds without a key press until the draft is kept. */
const pause = 900;

export function keepWhileTyping(form: HTMLFormElement): void {
  const status = form.querySelector('[data-draft-status]');
  const say = (text: string) => {
    if (status && status.textContent !== text) status.textContent = text;
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: AbortController | undefined;
  let isChanged = false;
  const fieldsWith = (act: string) => {
    const fields = new FormData(form);
    fields.set('act', act);
    return fields;
  };
  const keep = async () => {
    running?.abort();
    running = new AbortController();
    isChanged = false;
    try {
      const { signal } = running;
      const response = await fetch(form.action, { method: 'POST', body: fieldsWith('preview'), signal });
      if (!response.ok) throw new Error(String(response.status));
      // Another draft, if the session has ended meanwhile.
      form.action = new URL(response.url).pathname;
      draw(new DOMParser().parseFromString(await response.text(), 'text/html'));
      say('Saved.');
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return;
      isChanged = true;
      say('Not saved yet: there is no connection. It is tried again when you type on.');
    }
  };
  const keepSoon = () => {
    isChanged = true;
    clearTimeout(timer);
    timer = setTimeout(() => void keep(), pause);
  };
  form.addEventListener('input', keepSoon);
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

/** Whether a field differs from what the server sent. */
const isTyped = (form: HTMLFormElement): boolean =>
  [...form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')].some((field) =>
    field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type)
      ? field.checked !== field.defaultChecked
      : field.value !== field.defaultValue,
  );

function draw(page: Document): void {
  const drawn = page.getElementById('preview');
  const shown = document.getElementById('preview');
  if (drawn && shown) shown.replaceChildren(...drawn.childNodes);
}
