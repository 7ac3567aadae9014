import { widgetsPath } from '../../contract/pages/widgets.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { counted } from '../../ui/format.ts';
import { PostButton } from '../../ui/forms/post-button.tsx';
import type { PageProps } from '../page.ts';

const maxSitesShown = 10;

/** Asks before a widget is deleted, and says where it disappears. */
export function EndWidgetPage({ data: { id, name, views, sites, days } }: PageProps<'end-widget'>) {
  return (
    <div class="narrow">
      <h1>Delete “{name}”?</h1>
      <ul class="remove-says">
        <li>Within a minute, pages that show it say that the list was removed, and link to the directory.</li>
        {views > 0 ? (
          <li>
            In the last {days} days it was seen {counted(views, 'time')}
            {sites.length > 0 && `, on ${sites.slice(0, maxSitesShown).join(', ')}`}
            {sites.length > maxSitesShown && ` and ${counted(sites.length - maxSitesShown, 'further site')}`}.
          </li>
        ) : (
          <li>In the last {days} days no one saw it.</li>
        )}
        <li>For {days} days you can put it back, with its counts and its managers.</li>
      </ul>
      <div class="answers">
        <PostButton action={`${widgetsPath}/${id}/delete`} look="danger">
          Delete it
        </PostButton>
        <ButtonLink href={`${widgetsPath}/${id}`} text="Keep it" />
      </div>
    </div>
  );
}
