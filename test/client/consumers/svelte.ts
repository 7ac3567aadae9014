import { type Component, mount } from 'svelte';
import type { SvelteHTMLElements } from 'svelte/elements';
import Confirmation, { type MessageProps } from 'manyhands-client/svelte';

const src = 'https://citizenscience.example.org/static/api/recordevent_with_service_inline_signup.js';
const component: Component<MessageProps> = Confirmation;
mount(component, {
  target: document.body,
  props: { src, 'data-project_id': '505', oncredited: ({ detail }) => detail?.event_id.toFixed() },
});
// @ts-expect-error a type that is none
mount(component, { target: document.body, props: { src, 'data-type': 'walk' } });

export const right: SvelteHTMLElements['manyhands-confirmation'] = { 'data-type': 'signup' };
// @ts-expect-error a project that is not a number
export const wrong: SvelteHTMLElements['manyhands-confirmation'] = { 'data-project_id': 'birds' };
