/** The embeds that the builder knows, with the file and the settings of each. */
import { apihelperSettings } from '../attributes/apihelper.ts';
import { confirmationSettings } from '../attributes/confirmation-message.ts';
import { finderSettings } from '../attributes/finder.ts';
import type { Rows } from '../attributes/kinds.ts';
import { headlessSettings } from '../attributes/headless.ts';

export type AttributeValues = Record<string, string>;

type EmbedName = 'message' | 'local-styles' | 'headless' | 'helper' | 'finder';
type MissingSetting = 'project_id' | 'trigger' | 'profile';

/** Its title, and what it is for, are in `builder` of src/ui/words. */
export type Embed = {
  name: EmbedName;
  /** The public file; `service` in it may be the slug. */
  file: string;
  /** The file under every name that it ever had. */
  files: RegExp;
  /** The custom element, for single-page apps. */
  element?: string;
  rows: Rows;
  /** It can be styled with CSS custom properties. */
  isStylable?: true;
  /** Returns the settings that are missing. */
  missing?: (values: AttributeValues) => MissingSetting[];
};

const messageNeeds = ({ mode, project_id }: AttributeValues): MissingSetting[] =>
  mode || project_id ? [] : ['project_id'];

export const embeds: readonly Embed[] = [
  {
    name: 'message',
    file: 'recordevent_with_service_inline_signup.js',
    files: /^recordevent_with_\w{1,60}_inline_signup$/,
    element: 'manyhands-confirmation',
    rows: confirmationSettings,
    isStylable: true,
    missing: messageNeeds,
  },
  {
    name: 'local-styles',
    file: 'recordevent_local_styles.js',
    files: /^recordevent_local_styles$/,
    element: 'manyhands-confirmation',
    rows: confirmationSettings,
    missing: messageNeeds,
  },
  {
    name: 'headless',
    file: 'recordevent_headless.js',
    files: /^recordevent_headless$/,
    rows: headlessSettings,
    missing: ({ project_id, trigger }) => [
      ...(project_id ? [] : (['project_id'] as const)),
      ...(trigger ? [] : (['trigger'] as const)),
    ],
  },
  {
    name: 'helper',
    file: 'apihelper.js',
    files: /^apihelper$/,
    rows: apihelperSettings,
    missing: ({ profile }) => (profile ? [] : ['profile']),
  },
  {
    name: 'finder',
    file: 'finder.js',
    files: /^finder$/,
    element: 'manyhands-finder',
    rows: finderSettings,
    isStylable: true,
  },
];

export const embedNamed = (name: string | undefined): Embed =>
  embeds.find((embed) => embed.name === name) ?? (embeds[0] as Embed);
