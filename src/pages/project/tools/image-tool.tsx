import type { ImageState } from '../../../contract/pages/project-tools.ts';
import { ExternalLink } from '../../../ui/external-link.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PostButton } from '../../../ui/forms/post-button.tsx';
import { Section } from '../../../ui/section.tsx';
import { ownEntry } from '../../../contract/fields/own-entry.ts';
import { SaidParagraph, useWords } from '../../../ui/words/use-words.tsx';

/** The path of a picture of ours, because our other host names would be other sites to the browser. */
const localOf = (url: string): string => new URL(url).pathname;

const Address = ({ url }: { url: string }) => (
  <p class="image-address">
    <ExternalLink href={url} />
  </p>
);

/** The two sentences of a fault. A code of an earlier release gets a general one. */
function useFault({ why = '' }: ImageState): string {
  const { faults } = useWords().words.image;
  return ownEntry<string>(faults, why) ?? faults.broken;
}

const Failed = ({ image }: { image: ImageState }) => <Notice kind="fault" says={useFault(image)} />;

function Waiting({ image }: { image: ImageState }) {
  const w = useWords().words.image;
  const fault = useFault(image);
  return <p>{image.why === undefined ? w.waiting : `${fault} ${w.tryingOn}`}</p>;
}

type Props = { image: ImageState | undefined; path: string; published: boolean };

/** For the owner: how the image that the project names fares; where it cannot be shown: why not, and what to do. */
export function ImageTool({ image, path, published }: Props) {
  const w = useWords().words.image;
  if (image === undefined)
    return (
      <SaidParagraph
        text={w.none}
        of={{ upload: <a href={`${path}/edit`}>{w.upload}</a>, field: <code>image</code> }}
      />
    );
  return (
    <>
      <Address url={image.url} />
      {image.state === 'uploaded' && <p>{published ? w.uploaded : w.uploadedFirst}</p>}
      {image.state === 'planned' && <p>{w.planned}</p>}
      {image.state === 'shown' && <p>{published ? w.shown : w.shownFirst}</p>}
      {image.state === 'waiting' && <Waiting image={image} />}
      {image.state === 'failed' && (
        <>
          <Failed image={image} />
          {published ? (
            <PostButton action={`${path}/fetch-image`}>{w.again}</PostButton>
          ) : (
            <p>{w.againLater}</p>
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
