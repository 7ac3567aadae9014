const src = 'https://citizenscience.example.org/static/api/recordevent_with_service_inline_signup.js';

/** The confirmation message for one submission. */
export function Credit({ submission, onCredited }) {
  return (
    <>
      <script src={src} async />
      <manyhands-confirmation
        data-project_id="505"
        data-event_id={submission.id}
        data-magnitude={submission.count}
        oncredited={onCredited}
      />
    </>
  );
}
