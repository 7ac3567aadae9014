/** `manyhands-client/vue`: the confirmation message as a component, and our elements in Vue 3. */
import { defineComponent, h, onBeforeUnmount, onMounted, ref, type DefineComponent } from 'vue';
import type { JSX as VueJsx } from 'vue/jsx-runtime';
import { attach } from './attach.ts';
import type {
  ConfirmationAttributes,
  ConfirmationElement,
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

export type MessageProps = ConfirmationProps & {
  /** The address of the message's script. */
  src: string;
};

const component = defineComponent({
  props: { src: { type: String, required: true } },
  emits: ['credited', 'declined', 'undone', 'failed'],
  setup({ src }, { emit }) {
    const element = ref<ConfirmationElement>();
    let end: (() => void) | undefined;
    onMounted(() => {
      if (element.value)
        end = attach(element.value, src, (name, event) => {
          emit(name, event);
        });
    });
    onBeforeUnmount(() => end?.());
    return () => h('manyhands-confirmation', { ref: element });
  },
});

/** The message for one contribution, with its script; the attributes are passed on to the element. */
export const Confirmation = component as unknown as DefineComponent<MessageProps>;

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
