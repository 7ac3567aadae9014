import type { ParticipantsShare } from '../../contract/me-page.ts';
import { counted } from '../../ui/format.ts';
import { Time } from '../../ui/time.tsx';

/** How much a person did in one project. */
export const Share = ({ events, hours, last }: Omit<ParticipantsShare, 'project'>) => (
  <>
    {counted(events, 'contribution')}
    {hours > 0 && <> · {counted(hours, 'hour')}</>}
    {last !== '' && (
      <>
        {' '}
        · last <Time value={last} />
      </>
    )}
  </>
);
