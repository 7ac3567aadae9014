import { useEffect, useRef } from 'react';

const src = 'https://citizenscience.example.org/static/api/recordevent_with_service_inline_signup.js';

/** The confirmation message for one submission. */
export function Credit({ submission, onCredited }) {
  const message = useRef(null);
  useEffect(() => {
    const element = message.current;
    element.addEventListener('credited', onCredited);
    return () => element.removeEventListener('credited', onCredited);
  }, [onCredited]);
  return (
    <>
      <script src={src} async />
      <manyhands-confirmation
        ref={message}
        data-project_id="505"
        data-event_id={submission.id}
        data-magnitude={submission.count}
        suppressHydrationWarning
      />
    </>
  );
}
