/**
 * Every line that the embeds write to the console, with its cause and its remedy. An ellipsis marks the parts that
 * vary. A test compares the list with the embeds' source, and provokes each line.
 */
export type ConsoleLine = { line: string; from: string; cause: string; remedy: string };

const message = 'message';
const every = 'message, own button';

export const consoleLines: ConsoleLine[] = [
  {
    line: 'Add data-project_id="…" or data-mode="passive".',
    from: message,
    cause:
      'The script tag names neither a project nor the passive mode. Or a tag manager or content system dropped the attributes.',
    remedy:
      'Write `data-project_id` (the Tools tab has it), and in silver and gold `data-mode="passive"`. If attributes are dropped, write them into the script’s address.',
  },
  {
    line: 'data-…="…" must be ….',
    from: 'message, form helper, finder',
    cause: 'The attribute has an invalid value. It counts as left out.',
    remedy: 'Write one of the values that the line names.',
  },
  {
    line: 'data-target="…" finds nothing: drawn at the script.',
    from: 'message, finder',
    cause: 'The CSS selector matches no element when the script runs, or it is not a valid selector.',
    remedy:
      'Compare the selector with the page. In a script’s address, `#` must be written as `%23`. The element must be in the page before the script runs.',
  },
  {
    line: 'In the head: drawn at the end of the page. Move the script, add data-target or, in React, write <…>.',
    from: 'message, finder',
    cause:
      'The script, with its settings, is in the head of the page, where nothing can be drawn. React 19 moves every `<script async>` there, and leaves it when your component goes.',
    remedy:
      'Put the script where the message shall appear, or name the place in `data-target`. In React and other frameworks, use the component or the element.',
  },
  {
    line: 'Hidden: nothing is asked or credited yet.',
    from: 'message, form helper',
    cause:
      'The message, or the form of the helper, has been on the page for ten seconds, but nobody can see it: an element around it is hidden or transparent. That is as it should be while a thank-you box waits for its form.',
    remedy: 'Show the element. The message begins as soon as it can be seen.',
  },
  {
    line: 'data-manyhands-words is not JSON.',
    from: message,
    cause: 'The content of your `<script type="application/json" data-manyhands-words>` cannot be read.',
    remedy: 'Look for single quotes, a trailing comma, or comments: JSON allows none of them.',
  },
  {
    line: 'Add data-project_id, data-trigger and https.',
    from: 'own button',
    cause: 'One of the two required settings is missing, or the page is not served over https.',
    remedy:
      'Write both; `data-trigger` is a CSS selector of your control. Serve the page over https: without it, anybody on the network could read the permission.',
  },
  {
    line: 'Add data-profile="…", a CSS selector of the field to fill.',
    from: 'form helper',
    cause: 'The script tag does not say which field to fill.',
    remedy: 'Write `data-profile`, for example `data-profile="#profile"`.',
  },
  {
    line: '"…" finds no form field on this page.',
    from: 'form helper',
    cause:
      'The selector in `data-profile` or `data-profile-token` matches nothing, or an element that is not a form field.',
    remedy: 'Make it match an `input`, a `textarea` or a `select`. The field may be hidden.',
  },
];

/** The sentence that the message adds to the service's when its request for the project is refused. */
export const hint = "Check data-project_id and the project's registered sites.";

/** The service's own replies to embeds; the message adds a hint to some of them. */
export const serviceLines: ConsoleLine[] = [
  {
    line: 'There is no published project with this project_id; compare it with the Tools tab.',
    from: 'message, own button, form helper',
    cause: 'The number is wrong, or the project is not published yet. The message shows nothing.',
    remedy: 'Copy the Project ID again; wait for the publication.',
  },
  {
    line: 'The field project_id is required: no project has registered the origin of this page.',
    from: 'message, form helper',
    cause:
      'In passive mode without `data-project_id`, the project is found by the page’s origin, but no project has registered it.',
    remedy: 'Write `data-project_id`, and have the origin registered.',
  },
  {
    line: 'The field project_id is required: several projects have registered the origin of this page.',
    from: 'message, form helper',
    cause: 'The same, but the origin is registered for more than one project.',
    remedy: 'Write `data-project_id`.',
  },
  {
    line: "This page's origin is not registered for this project.",
    from: every,
    cause:
      'Only pages of registered origins may credit. `https://www.example.org` and `https://example.org` are two origins; so are two ports. If the message knows this beforehand, it links to our site instead of writing this line.',
    remedy: 'Compare the address of your page with the Tools tab; ask the operator to register its origin.',
  },
  {
    line: 'The field … ….',
    from: `${every}, finder`,
    cause:
      'An attribute has a value that the service cannot record, such as a `data-where` that is not a point.',
    remedy: 'The line names the field, which is the attribute without `data-`, and what it must be.',
  },
  {
    line: 'These fields are not right: ….',
    from: `${every}, finder`,
    cause: 'The same, for several attributes at once.',
    remedy: 'Compare each with the settings.',
  },
  {
    line: 'This idempotency key was used for another contribution; use a new one.',
    from: every,
    cause:
      'The same `data-event_id` was sent with a different type, place, duration, magnitude or extra. The first one stays.',
    remedy: 'Give every submission its own number, and do not change its details afterwards.',
  },
];
