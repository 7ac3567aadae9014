import type { Tools } from '../../contract/pages/project-tools.ts';
import { Time } from '../../ui/time.tsx';

/** The permission to send hashed addresses in the record step, which editors give case by case. */
export const Hashed = ({ tools: { hashed, projectId }, path }: { tools: Tools; path: string }) => (
  <>
    {hashed.isAllowed ? (
      <p>
        An editor allowed them:{' '}
        <a href="/docs/api/participation-hashed">
          <code>POST /api/participation/hashed/{projectId}</code>
        </a>
        .
      </p>
    ) : hashed.asked !== undefined ? (
      <p>
        You asked for them on <Time value={hashed.asked} />. An editor will decide; the History tab says what.
      </p>
    ) : (
      <>
        <p>
          Usually your server looks a profile id up once, and records with it. Where that is not possible,
          editors allow look-up and record in one step, case by case.
        </p>
        <form method="post" action={`${path}/hashed`} class="stack">
          <div class="field">
            <label for="hashed-why">Why a look-up beforehand is not possible</label>
            <textarea id="hashed-why" name="why" rows={3} required maxLength={2000} />
          </div>
          <button class="button plain">Ask our editors</button>
        </form>
      </>
    )}
  </>
);
