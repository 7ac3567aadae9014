import type {} from 'manyhands-client/element';

const message = document.createElement('manyhands-confirmation');
message.addEventListener('credited', ({ detail }) => {
  const id: number | undefined = detail?.event_id;
  document.title = String(id);
});
message.addEventListener('click', ({ clientX }) => clientX);
void message.start().then(() => document.querySelector('manyhands-confirmation')?.start());
// @ts-expect-error an event that is none
message.addEventListener('credit', () => undefined);

const finder = document.createElement('manyhands-finder');
finder.addEventListener('searched', ({ detail }) => detail.q.length + detail.total);
// @ts-expect-error an event of the message
finder.addEventListener('credited', () => undefined);
