/** The embeds that the builder knows, with the file and the settings of each. */
import { apihelperSettings } from '../attributes/apihelper.ts';
import { confirmationSettings } from '../attributes/confirmation-message.ts';
import { finderSettings } from '../attributes/finder.ts';
import type { Rows } from '../attributes/kinds.ts';
import { headlessSettings } from '../attributes/headless.ts';

export type AttributeValues = Record<string, string>;

export type Embed = {
  name: string;
  title: string;
  says: string;
  /** The public file; `service` in it may be the slug. */
  file: string;
  /** The file under every name that it ever had. */
  files: RegExp;
  /** The custom element, for single-page apps. */
  element?: string;
  rows: Rows;
  /** It can be styled with CSS custom properties. */
  isStylable?: true;
  /** Returns what is missing, in words. */
  missing?: (values: AttributeValues) => string[];
};

const projectId = 'Project ID: the number on the Tools tab of your project.';

const messageNeeds = ({ mode, project_id }: AttributeValues) => (mode || project_id ? [] : [projectId]);

export const embeds: readonly Embed[] = [
  {
    name: 'message',
    title: 'Confirmation message',
    says: 'For the page after a contribution: participants have it credited, or refuse.',
    file: 'recordevent_with_service_inline_signup.js',
    files: /^recordevent_with_\w{1,60}_inline_signup$/,
    element: 'manyhands-confirmation',
    rows: confirmationSettings,
    isStylable: true,
    missing: messageNeeds,
  },
  {
    name: 'local-styles',
    title: 'Message in your styles',
    says: 'The same message without styles of its own: your style sheet draws it.',
    file: 'recordevent_local_styles.js',
    files: /^recordevent_local_styles$/,
    element: 'manyhands-confirmation',
    rows: confirmationSettings,
    missing: messageNeeds,
  },
  {
    name: 'headless',
    title: 'Your own button',
    says: 'Draws nothing: a click on your own control credits the contribution.',
    file: 'recordevent_headless.js',
    files: /^recordevent_headless$/,
    rows: headlessSettings,
    missing: ({ project_id, trigger }) => [
      ...(project_id ? [] : [projectId]),
      ...(trigger ? [] : ['Trigger: a CSS selector of your own control.']),
    ],
  },
  {
    name: 'helper',
    title: 'Form helper',
    says: 'Fills a field of your form with the visitor’s profile id.',
    file: 'apihelper.js',
    files: /^apihelper$/,
    rows: apihelperSettings,
    missing: ({ profile }) => (profile ? [] : ['Profile: a CSS selector of the field to fill.']),
  },
  {
    name: 'finder',
    title: 'Project finder',
    says: 'Projects of the directory on any page: one, chosen ones, or a search.',
    file: 'finder.js',
    files: /^finder$/,
    element: 'manyhands-finder',
    rows: finderSettings,
    isStylable: true,
  },
];

export const embedNamed = (name: string | undefined): Embed =>
  embeds.find((embed) => embed.name === name) ?? (embeds[0] as Embed);
