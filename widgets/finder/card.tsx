/** One project in the results. The title is its link; the whole card can be clicked. */
import { h } from 'preact';
import { dots } from '../lib/dots.ts';
import type { Card } from './session.ts';
import type { FinderSettings } from '../../src/attributes/finder.ts';
import { say, type FinderMessageKey } from './words.ts';

/** Tenths only where somebody may walk. */
const distance = (lang: string, km: number) =>
  new Intl.NumberFormat(lang, {
    style: 'unit',
    unit: 'kilometer',
    maximumFractionDigits: km < 10 ? 1 : 0,
  }).format(km);

/** Most projects are active: only another status is shown. */
const statuses: Record<string, FinderMessageKey> = {
  starting: 'starting',
  hiatus: 'paused',
  complete: 'ended',
};

function factsOf({ distance_km: km, from_home, place, status }: Card, lang: string): string {
  const label = statuses[status];
  return [
    label && say(label),
    km === 0 ? say('here') : km && say('away', { distance: distance(lang, km) }),
    from_home ? say('fromHome') : place,
  ]
    .filter(Boolean)
    .join(' · ');
}

/** Where the page's policy or the network stops a picture, the mark behind it stays. */
const hide = ({ currentTarget }: { currentTarget: HTMLImageElement }) => (currentTarget.hidden = true);

const Picture = ({ image, image_credit }: Card) => (
  <div part="picture">
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-linecap="round"
      stroke-width="4.4"
      aria-hidden="true"
    >
      <path d={dots} />
    </svg>
    {image && <img src={image} alt="" title={image_credit} loading="lazy" decoding="async" onError={hide} />}
  </div>
);

type Props = { card: Card; lang: string; settings: FinderSettings; onOpen: () => void };

export function CardOf({ card, lang, settings: { layout, pictures }, onOpen }: Props) {
  const { title, url, organisation, description } = card;
  const facts = factsOf(card, lang);
  return (
    <li part="project">
      {pictures === 'show' && layout !== 'compact' && <Picture {...card} />}
      <div class="about">
        <a
          part="title"
          href={url}
          target="_blank"
          rel="noopener"
          title={title}
          onClick={onOpen}
          lang={card.lang}
          dir="auto"
          translate={false}
        >
          {title}
        </a>
        <p part="organisation" dir="auto" translate={false}>
          {layout === 'compact' && facts ? `${organisation} · ${facts}` : organisation}
        </p>
        {layout !== 'compact' && [
          <p part="description" lang={card.lang} dir="auto">
            {description}
          </p>,
          <p part="facts" key={facts}>
            {facts}
          </p>,
        ]}
      </div>
    </li>
  );
}

/**
 * As high as the first page of results. The placeholders stay behind the results, so that nothing on the page moves.
 */
export const Placeholders = ({ count }: { count: number }) => (
  <ul class="room" aria-hidden="true">
    {Array.from({ length: count }, () => (
      <li part="project" class="coming">
        <div part="picture" />
        <div class="about">
          <span />
          <span />
          <span />
        </div>
      </li>
    ))}
  </ul>
);
