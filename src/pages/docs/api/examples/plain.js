const src = 'https://citizenscience.example.org/static/api/recordevent_with_service_inline_signup.js';

/** The confirmation message for one submission: put it where your app says thanks. */
export function credit(submission, onCredited) {
  const message = document.createElement('manyhands-confirmation');
  message.setAttribute('data-project_id', '505');
  message.setAttribute('data-event_id', submission.id);
  message.setAttribute('data-magnitude', submission.count);
  message.addEventListener('credited', onCredited);
  if (!document.querySelector(`script[src="${src}"]`)) {
    const script = document.createElement('script');
    script.src = src;
    document.head.append(script);
  }
  return message;
}
