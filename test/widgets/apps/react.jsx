/** The same app in React, in strict mode. */
import { StrictMode, useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { Credit } from 'example';

const heard = [];
let set;

function App() {
  const [submission, setSubmission] = useState();
  set = (next) => flushSync(() => setSubmission(next));
  if (!submission) return 'Another screen';
  return <Credit submission={submission} onCredited={({ target }) => heard.push(target.dataset.event_id)} />;
}

createRoot(document.querySelector('main')).render(
  <StrictMode>
    <App />
  </StrictMode>,
);

let last;
const show = (submission) => set((last = submission));
window.app = { heard, show, change: show, leave: () => set(undefined), putBack: () => set(last) };
