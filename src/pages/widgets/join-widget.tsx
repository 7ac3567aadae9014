import { widgetsPath } from '../../contract/widget-pages.ts';
import { PostButton } from '../../ui/post-button.tsx';
import type { PageProps } from '../page.ts';

/** An invitation to manage somebody's widget. */
export function JoinWidgetPage({ data: { token, name } }: PageProps<'join-widget'>) {
  return (
    <div class="narrow">
      {name === undefined ? (
        <>
          <h1>This invitation has ended</h1>
          <p>It works once, and for a week. Ask the owner of the widget for a new one.</p>
        </>
      ) : (
        <>
          <h1>Manage a widget together?</h1>
          <p>
            You are invited to manage the finder widget <strong>{name}</strong>: to edit it for all pages that
            show it, and to see its counts. Its managers will see your name.
          </p>
          <PostButton action={`${widgetsPath}/join/${token}`} look="primary">
            Manage it
          </PostButton>
        </>
      )}
    </div>
  );
}
