import type { PageData } from '../../contract/pages.ts';
import { Follow } from './follow.tsx';
import { StartNotice } from './start-notice.tsx';

/** The requests that a visitor can make; a preview shows it, but has no project that could be followed. */
export function Asking({ data: { path, follow, startNotice, isPreview } }: { data: PageData['project'] }) {
  const forms = (
    <>
      {follow && <Follow path={path} state={follow} />}
      {startNotice && <StartNotice path={path} state={startNotice.state} />}
    </>
  );
  return isPreview ? <div inert>{forms}</div> : forms;
}
