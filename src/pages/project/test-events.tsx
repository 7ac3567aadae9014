import { counted } from '../../ui/format.ts';
import { PostButton } from '../../ui/forms/post-button.tsx';

/** Deletes the test events, as publication does. */
export const DropTests = ({
  path,
  tests,
  from,
}: {
  path: string;
  tests: number;
  from: 'tools' | 'stats';
}) => (
  <PostButton action={`${path}/drop-tests`} fields={{ from }} look="danger">
    Delete {counted(tests, 'test event')} permanently
  </PostButton>
);

/** The events from before the publication. */
export const TestEvents = ({ path, tests }: { path: string; tests: number }) =>
  tests === 0 ? (
    <p>
      Until your project is published, what you record is a test: it counts nowhere, and is deleted at the
      publication.
    </p>
  ) : (
    <>
      <p>
        Your project has {counted(tests, 'test event')}, which count nowhere, and end with the publication.
        Deleted ones cannot be brought back, but recording the same again makes new ones.
      </p>
      <DropTests path={path} tests={tests} from="tools" />
    </>
  );
