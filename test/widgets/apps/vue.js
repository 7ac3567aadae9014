/** The same app in Vue. */
import { createApp, h, shallowRef } from 'vue';
import Credit from 'example';

const heard = [];
const submission = shallowRef();

createApp({
  setup: () => () =>
    submission.value
      ? h(Credit, { submission: submission.value, onCredited: () => heard.push(submission.value.id) })
      : 'Another screen',
}).mount('main');

let last;
const show = (next) => (submission.value = last = next);
window.app = {
  heard,
  show,
  change: show,
  leave: () => (submission.value = undefined),
  putBack: () => (submission.value = last),
};
