/** `manyhands-client/vue`: `<manyhands-confirmation>` in templates and in the JSX of Vue 3. */
import type { DefineComponent } from 'vue';
import type { JSX as VueJsx } from 'vue/jsx-runtime';
import type { ConfirmationAttributes, ConfirmationEventMap } from './element.ts';

/** `onCredited` and so on; in a template `@credited`. */
export type ConfirmationProps = ConfirmationAttributes & {
  [Name in keyof ConfirmationEventMap as `on${Capitalize<Name>}`]?: (
    event: ConfirmationEventMap[Name],
  ) => void;
};

/** The runtime's own attributes, such as `class` and `ref`; the import also loads the module that is extended. */
type OfEveryElement = VueJsx.IntrinsicElements['div'];

declare module 'vue' {
  interface GlobalComponents {
    'manyhands-confirmation': DefineComponent<ConfirmationProps>;
  }
}

declare module 'vue/jsx-runtime' {
  namespace JSX {
    interface IntrinsicElements {
      'manyhands-confirmation': OfEveryElement & ConfirmationProps;
    }
  }
}
