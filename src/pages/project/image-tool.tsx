import type { ImageState } from '../../contract/pages/project-tools.ts';
import { ExternalLink } from '../../ui/external-link.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PostButton } from '../../ui/forms/post-button.tsx';
import { Section } from '../../ui/section.tsx';

/** The path of a picture of ours, because our other host names would be other sites to the browser. */
const localOf = (url: string): string => new URL(url).pathname;

const Address = ({ url }: { url: string }) => (
  <p class="image-address">
    <ExternalLink href={url} />
  </p>
);

const Failed = ({ image }: { image: ImageState }) => (
  <Notice kind="fault">
    <p>
      {image.wrong} {image.todo}
    </p>
  </Notice>
);

const Waiting = ({ image }: { image: ImageState }) => (
  <p>
    {image.wrong === undefined
      ? 'It is being fetched; look again in a minute.'
      : `${image.wrong} We go on trying for some hours.`}
  </p>
);

export const imageStates: Record<ImageState['state'], string> = {
  uploaded: 'Uploaded',
  planned: 'Fetched with the publication',
  waiting: 'Being fetched',
  shown: 'Shown',
  failed: 'Could not be fetched',
};

type Props = { image: ImageState | undefined; path: string; published: boolean };

/** For the owner: how the image that the project names fares; where it cannot be shown: why not, and what to do. */
export function ImageTool({ image, path, published }: Props) {
  return (
    <>
      {image === undefined ? (
        <p>
          None is named. <a href={`${path}/edit`}>Upload one</a>, or name the address of one as{' '}
          <code>image</code>: PNG, JPEG, WebP, GIF or AVIF, at most 10 MB. When your project is published we
          fetch it once, and show our own copy.
        </p>
      ) : (
        <>
          <Address url={image.url} />
          {image.state === 'uploaded' && (
            <p>
              {published
                ? 'You uploaded it.'
                : 'You uploaded it. Everyone sees it when your project is published.'}
            </p>
          )}
          {image.state === 'planned' && (
            <p>
              We fetch it when your project is published: the picture comes with the publication. Keep it at
              this address until then.
            </p>
          )}
          {image.state === 'shown' && (
            <p>
              {published
                ? 'It was fetched and is shown.'
                : 'It was fetched for our editors. Everyone sees it when your project is published.'}
            </p>
          )}
          {image.state === 'waiting' && <Waiting image={image} />}
          {image.state === 'failed' && (
            <>
              <Failed image={image} />
              {published ? (
                <PostButton action={`${path}/fetch-image`}>Try again</PostButton>
              ) : (
                <p>We try it again when your project is published.</p>
              )}
            </>
          )}
        </>
      )}
    </>
  );
}

/** For editors, before they publish a project: nothing is fetched until one of them asks. */
export function ImagePreview({ image, path }: { image: ImageState; path: string }) {
  return (
    <Section id="image-preview" title="Image, for editors" class="card">
      <Address url={image.url} />
      {image.state === 'uploaded' && (
        <p>
          The owner uploaded it: <img class="upload" src={localOf(image.url)} alt="" />
        </p>
      )}
      {image.state === 'planned' && (
        <p>
          It is fetched with the publication. Fetch it now to see it before; only editors and managers do.
        </p>
      )}
      {image.state === 'shown' && <p>It was fetched. Only editors and managers see it here until then.</p>}
      {image.state === 'waiting' && <Waiting image={image} />}
      {image.state === 'failed' && <Failed image={image} />}
      {image.state !== 'waiting' && image.state !== 'uploaded' && (
        <PostButton action={`${path}/preview-image`}>
          {image.state === 'planned' ? 'Preview the image' : 'Fetch it again'}
        </PostButton>
      )}
    </Section>
  );
}
