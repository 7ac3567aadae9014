/**
 * "Near me" on the finder: asks the browser where it is, puts that into the form's two fields, and searches. About
 * a hundred metres is as exact as it is sent. Without a script the fields are there to be filled in.
 */
export function offerNearMe(button: HTMLButtonElement): void {
  const { form } = button;
  if (!form || !('geolocation' in navigator)) return;
  // The form has the words, in the language of its page.
  const status = form.querySelector<HTMLElement>('[role=status]');
  const say = (text = '') => {
    if (status) status.textContent = text;
  };
  const fill = (name: string, value: string) => {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLInputElement) field.value = value;
  };
  button.hidden = false;
  button.addEventListener('click', () => {
    button.disabled = true;
    say(status?.dataset['asking']);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        fill('lat', coords.latitude.toFixed(3));
        fill('lng', coords.longitude.toFixed(3));
        fill('near', '');
        form.requestSubmit();
      },
      () => {
        button.disabled = false;
        say(status?.dataset['refused']);
      },
      { maximumAge: 600_000, timeout: 15_000 },
    );
  });
  // A page that comes back from the browser's memory is as it was left.
  addEventListener('pageshow', () => {
    button.disabled = false;
    say();
  });
}
