import { render } from 'preact';
import { useState } from 'preact/hooks';
function View() { const [n, set] = useState(0); return <button onClick={() => set(n + 1)}>{n}</button>; }
render(<View />, document.body);
