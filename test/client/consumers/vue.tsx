import { defineComponent, type GlobalComponents } from 'vue';
import { Confirmation } from 'manyhands-client/vue';

export const Thanks = defineComponent((props: { id: number; count: number }) => () => [
  <manyhands-confirmation
    class="thanks"
    data-project_id="505"
    data-event_id={props.id}
    data-magnitude={props.count}
    onCredited={({ detail }) => console.log(detail?.event_id.toFixed())}
  />,
  // @ts-expect-error a type that is none
  <manyhands-confirmation data-type="walk" />,
  // @ts-expect-error a project that is not a number
  <manyhands-confirmation data-project_id="birds" />,
  // @ts-expect-error a listener that takes something else
  <manyhands-confirmation onCredited={(id: number) => id} />,
  <manyhands-finder data-widget={42} onOpened={({ detail }) => console.log(detail.project_id.toFixed())} />,
  <manyhands-finder data-projects="505,506" data-layout="cards" data-limit="3" />,
  // @ts-expect-error a layout that is none
  <manyhands-finder data-layout="grid" />,
]);

// The type that an editor uses to check templates.
type InTemplate = InstanceType<GlobalComponents['manyhands-confirmation']>['$props'];
export const right: InTemplate = { 'data-type': 'signup' };
// @ts-expect-error a type that is none
export const wrong: InTemplate = { 'data-type': 'walk' };

/** The component takes the attributes and listeners of the element, and the address of the script. */
export const message = (id: number) => (
  <Confirmation
    src="https://citizenscience.example.org/static/api/recordevent_with_service_inline_signup.js"
    data-project_id="505"
    data-event_id={id}
    onCredited={({ detail }) => console.log(detail?.event_id.toFixed())}
  />
);
// @ts-expect-error the script is missing
export const without = () => <Confirmation data-project_id="505" />;
// @ts-expect-error a type that is none
export const wrongType = () => <Confirmation src="" data-type="walk" />;
