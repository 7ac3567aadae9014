/** An app of two screens in plain JavaScript; `window.app` is how the tests lead it. */
import { credit } from 'example';

const main = document.querySelector('main');
const heard = [];
let shown;

window.app = {
  heard,
  show(submission) {
    shown = credit(submission, ({ target }) => heard.push(target.dataset.event_id));
    main.replaceChildren(shown);
  },
  change(submission) {
    shown.setAttribute('data-event_id', submission.id);
    shown.setAttribute('data-magnitude', submission.count);
  },
  leave: () => main.replaceChildren('Another screen'),
  putBack: () => main.replaceChildren(shown),
};
