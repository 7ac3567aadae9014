import type { PageData } from '../../contract/pages.ts';
import { ExternalLink } from '../../ui/external-link.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PostButton } from '../../ui/post-button.tsx';

type Props = { image: NonNullable<PageData['project']['tools']>['image']; path: string };

/** How the image that the project names fares; where it cannot be shown: why not, and what to do. */
export function ImageTool({ image, path }: Props) {
  return (
    <section aria-labelledby="image">
      <h2 id="image">Image</h2>
      {image === undefined ? (
        <p>
          None is named. Name the address of one as <code>image</code>: PNG, JPEG, WebP, GIF or AVIF, at most
          10 MB. We fetch it once and show our own copy.
        </p>
      ) : (
        <>
          <p class="image-address">
            <ExternalLink href={image.url} />
          </p>
          {image.state === 'shown' && <p>It was fetched and is shown.</p>}
          {image.state === 'waiting' && (
            <p>
              {image.wrong === undefined
                ? 'It is being fetched; look again in a minute.'
                : `${image.wrong} We go on trying for some hours.`}
            </p>
          )}
          {image.state === 'failed' && (
            <>
              <Notice kind="fault">
                <p>
                  {image.wrong} {image.todo}
                </p>
              </Notice>
              <PostButton action={`${path}/fetch-image`}>Try again</PostButton>
            </>
          )}
        </>
      )}
    </section>
  );
}
