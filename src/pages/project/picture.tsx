import type { PageData } from '../../contract/pages.ts';
import { Said, useWords } from '../../ui/words/use-words.tsx';

/** The owner's description of the picture is not known; a screen reader says its project's name. */
export function Picture({
  title,
  image,
}: {
  title: string;
  image: NonNullable<PageData['project']['image']>;
}) {
  const { words, say } = useWords();
  const w = words.project;
  const { src, width, height, credit } = image;
  return (
    <figure class="picture">
      <img src={src} width={width} height={height} alt={say(w.imageOf, { project: title })} />
      {credit !== undefined && (
        <figcaption>
          <Said text={w.image} of={{ credit: <bdi>{credit}</bdi> }} />
        </figcaption>
      )}
    </figure>
  );
}
