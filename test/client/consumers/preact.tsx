import { useRef } from 'preact/hooks';
import { Confirmation } from 'manyhands-client/preact';

export function Thanks({ submission }: { submission: { id: number; count: number } }) {
  const message = useRef<HTMLElementTagNameMap['manyhands-confirmation']>(null);
  return (
    <>
      <manyhands-confirmation
        ref={message}
        class="thanks"
        data-project_id="505"
        data-type="collection"
        data-event_id={submission.id}
        data-magnitude={submission.count}
        data-theme="dark"
        oncredited={({ detail }) => console.log(detail?.event_id.toFixed())}
        onfailed={() => message.current?.start()}
      />
      {/* @ts-expect-error a type that is none */}
      <manyhands-confirmation data-type="walk" />
      {/* @ts-expect-error a project that is not a number */}
      <manyhands-confirmation data-project_id="birds" />
      {/* @ts-expect-error a listener that takes something else */}
      <manyhands-confirmation oncredited={(id: number) => id} />
      <manyhands-finder
        data-widget={42}
        onopened={({ detail }) => console.log(detail.project_id.toFixed())}
      />
      <manyhands-finder data-projects="505,506" data-layout="cards" data-limit="3" />
      {/* @ts-expect-error a layout that is none */}
      <manyhands-finder data-layout="grid" />
    </>
  );
}

/** The component takes the attributes and listeners of the element, and the address of the script. */
export const message = (id: number) => (
  <Confirmation
    src="https://citizenscience.example.org/static/api/recordevent_with_service_inline_signup.js"
    data-project_id="505"
    data-event_id={id}
    oncredited={({ detail }) => console.log(detail?.event_id.toFixed())}
  />
);
// @ts-expect-error the script is missing
export const without = () => <Confirmation data-project_id="505" />;
// @ts-expect-error a type that is none
export const wrong = () => <Confirmation src="" data-type="walk" />;
