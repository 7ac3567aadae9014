/** `manyhands-client/vue`: our elements in templates and in the JSX of Vue 3. */
import type { DefineComponent } from 'vue';
import type { JSX as VueJsx } from 'vue/jsx-runtime';
import type {
  ConfirmationAttributes,
  ConfirmationEventMap,
  FinderAttributes,
  FinderEventMap,
} from './element.ts';

/** `onCredited` and so on; in a template `@credited`. */
type Listeners<Events> = {
  [Name in keyof Events & string as `on${Capitalize<Name>}`]?: (event: Events[Name]) => void;
};
export type ConfirmationProps = ConfirmationAttributes & Listeners<ConfirmationEventMap>;
export type FinderProps = FinderAttributes & Listeners<FinderEventMap>;

/** The runtime's own attributes, such as `class` and `ref`; the import also loads the module that is extended. */
type OfEveryElement = VueJsx.IntrinsicElements['div'];

declare module 'vue' {
  interface GlobalComponents {
    'manyhands-confirmation': DefineComponent<ConfirmationProps>;
    'manyhands-finder': DefineComponent<FinderProps>;
  }
}

declare module 'vue/jsx-runtime' {
  namespace JSX {
    interface IntrinsicElements {
      'manyhands-confirmation': OfEveryElement & ConfirmationProps;
      'manyhands-finder': OfEveryElement & FinderProps;
    }
  }
}
