/**
 * The script in the builder's frame, as text: it answers the embeds' requests, and leads the message to the state that
 * the owner wants to see, by the clicks of a participant.
 */
export const previewScript = `{
  const { shows, project, still } = document.documentElement.dataset;
  const answer = (reply, status = 200) => Response.json({ result: status < 400 ? 'success' : 'error', ...reply }, { status });
  const granted = { grant: 'a-grant-of-the-preview', expires: new Date(Date.now() + 1e9).toISOString() };
  const ask = fetch;
  const answers = {
    '/embed/project': async (query, address, settings) => {
      // The directory tells the title and the words of the language, and counts nothing.
      const told = new URL('/embed/finder', address);
      for (const name of ['lang', 'words']) if (query.has(name)) told.searchParams.set(name, query.get(name));
      told.searchParams.set('projects', project || '1');
      const { results = [], words } = await (await ask(told, { credentials: 'omit' })).json();
      return answer({
        project_id: Number(project || 1),
        title: results[0]?.title ?? 'Your project',
        page: new URL('/', address).href,
        may_grant: shows !== 'elsewhere',
        retention_days: 30,
        words,
      });
    },
    '/embed/join': () => answer({ flow: 'a-flow-of-the-preview' }),
    '/embed/join/code': () => answer({ ...granted, sign_in_by: new Date(Date.now() + 7776e6).toISOString() }),
    '/embed/record': () => {
      if (shows === 'offline') throw new TypeError('offline');
      return shows === 'failed' ? answer({ error: 'This is a preview.', code: 'internal' }, 500) : answer({ ...granted, credited: true, event_id: 1 });
    },
    '/embed/undo': () => answer({ ...granted, credited: false }),
    '/embed/decline': () => answer({ credited: false }),
    '/embed/forget': () => answer({}),
  };
  window.fetch = async (address, settings) => {
    const { pathname, searchParams } = new URL(address);
    if (pathname === '/embed/finder') return ask(address, settings);
    return answers[pathname]?.(searchParams, address, settings) ?? answer({ code: 'not_found', error: 'This is a preview: nothing is sent.' }, 404);
  };
  if (shows === 'offline') Object.defineProperty(navigator, 'onLine', { value: false });
  // An owner wants to see the same whatever their own browser is set to.
  Object.defineProperty(navigator, 'globalPrivacyControl', { value: false });
  if (['credited', 'undone', 'offline', 'failed'].includes(shows))
    document[Symbol.for('manyhands:memory')] = { ['manyhands:' + (project || 1) + ':grant']: granted.grant };
  if (still !== undefined) {
    const { replaceSync } = CSSStyleSheet.prototype;
    CSSStyleSheet.prototype.replaceSync = function (css) {
      return replaceSync.call(this, css.replaceAll(/prefers-reduced-motion: ?reduce/g, 'min-width:0'));
    };
  }

  const rootOf = (message) => message?.shadowRoot ?? message;
  const find = (selector) => {
    const root = rootOf(document.querySelector('manyhands-confirmation'));
    return [...(root?.querySelectorAll(selector) ?? [])];
  };
  const soon = (look) => new Promise((resolve) => {
    const timer = setInterval(() => {
      const found = look();
      if (!found) return;
      clearInterval(timer);
      resolve(found);
    }, 50);
    setTimeout(() => clearInterval(timer), 20000);
  });
  const card = (state) => find('[data-state="' + state + '"]:not(.loading):not(.manyhands-loading)')[0];
  const asking = () => card('ask') ?? card('link') ?? card('again') ?? card('named');
  const press = (row, nth) => find('.acts, .manyhands-acts')[row]?.querySelectorAll('button')[nth]?.click();
  const fillIn = async () => {
    await soon(() => card('email'));
    const [address] = find('[name=address]');
    const [age] = find('[name=of_age]');
    address.value = 'ada@example.org';
    age.checked = true;
    address.form.requestSubmit();
  };
  const leads = {
    email: () => soon(asking).then(() => press(0, 1)),
    code: () => soon(asking).then(() => press(0, 1)).then(fillIn),
    blocked: () => soon(asking).then(() => press(0, 0)),
    declined: () => soon(asking).then(() => press(1, 0)),
    undone: () => soon(() => card('credited')).then(() => press(1, 0)),
  };
  addEventListener('DOMContentLoaded', () => void leads[shows]?.());
  const tellHeight = () => document.body && parent.postMessage({ height: document.body.offsetHeight }, '*');
  addEventListener('DOMContentLoaded', () => new ResizeObserver(tellHeight).observe(document.body));
  addEventListener('message', tellHeight);
}`;
