import { accountPath } from '../../contract/account-page.ts';
import { widgetsPath } from '../../contract/widget-pages.ts';
import { PostButton } from '../../ui/post-button.tsx';
import type { PageProps } from '../page.ts';

/** An invitation to manage somebody's widget. */
export function JoinWidgetPage({ data: { token, name, invited, account } }: PageProps<'join-widget'>) {
  if (invited !== undefined)
    return (
      <div class="narrow">
        <h1>This invitation is for another address</h1>
        <p>
          It is for{' '}
          <strong>
            <bdi>{invited}</bdi>
          </strong>
          . You are signed in as <strong>{account}</strong>, and your account does not have that address.
        </p>
        <p>
          Is it yours? <a href={`${accountPath}#addresses`}>Add it to your account</a>, and open the link
          again.
        </p>
      </div>
    );
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
