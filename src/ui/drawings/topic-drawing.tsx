import { ownEntry } from '../../contract/fields/own-entry.ts';
import { hueOf } from './topic-dot.tsx';

/** One drawing per topic, on a ground of 32 by 32: lines of one width, so that they read as one family. */
const drawings: Record<string, string> = {
  Animals: 'M9 20a4 4 0 0 1 14 0c2 5-3 6-7 5-4 1-9 0-7-5zM6 14v.1M12 9v.1M20 9v.1M26 14v.1',
  'Archaeology and cultural': 'M6 12 16 6l10 6zM8 12v12M13 12v12M19 12v12M24 12v12M5 26h22',
  'Astronomy and space': 'M16 10a6 6 0 1 1 0 12 6 6 0 0 1 0-12zM5 20c-3 4 6 2 14-3s11-9 7-9M26 22v4M24 24h4',
  Biology: 'M11 5c0 11 10 11 10 22M21 5c0 11-10 11-10 22M12 9h8M12 23h8M14 14h4M14 18h4',
  Birds: 'M5 13c5 0 7 2 8 5 3-6 7-8 14-8-2 2-2 4-3 6-1 5-5 8-10 8-5 0-8-4-9-11zM22 13v.1M13 24v4M17 24v4',
  Chemistry: 'M13 5h6M14 5v8L7 25c-1 2 0 3 2 3h14c2 0 3-1 2-3l-7-12V5M10 20h12',
  'Climate and weather': 'M11 25h11a5 5 0 0 0 1-10 7 7 0 0 0-13-1 5.5 5.5 0 0 0 1 11zM8 5v3M3 11h3M5 7l2 2',
  'Computers and technology': 'M5 7h22v14H5zM12 26h8M16 21v5M10 14l3-3M10 14l3 3M22 14l-3-3M22 14l-3 3',
  'Disaster response': 'M16 5 28 26H4zM16 13v6M16 22v.1',
  'Ecology and environment': 'M16 28V16M16 18c-7 0-10-4-10-11 7 0 10 4 10 11zM16 22c6 0 9-3 9-9-6 0-9 3-9 9z',
  Education: 'M3 12 16 6l13 6-13 6zM9 15v7c4 4 10 4 14 0v-7M27 13v8',
  Food: 'M16 11c-3-3-10-1-10 6 0 6 4 10 7 10 1 0 2-1 3-1s2 1 3 1c3 0 7-4 7-10 0-7-7-9-10-6zM16 11c0-4 2-6 5-6',
  Geography: 'M16 28s9-9 9-15a9 9 0 0 0-18 0c0 6 9 15 9 15zM16 10a3 3 0 1 1 0 6 3 3 0 0 1 0-6z',
  'Geology and earth science': 'M3 26 12 9l5 8 3-4 9 13zM9 15l3 2 3-2',
  'Health and medicine': 'M16 27C6 20 4 15 6 10s8-4 10 0c2-4 8-5 10 0s0 10-10 17zM9 17h4l2-4 2 6 2-2h4',
  'Nature and outdoors': 'M16 4 8 15h4L6 23h20l-6-8h4zM16 23v5',
  'Ocean/water and marine':
    'M3 12c4-4 6 3 10 0s6 3 10 0 5 1 6 1M3 18c4-4 6 3 10 0s6 3 10 0 5 1 6 1M3 24c4-4 6 3 10 0s6 3 10 0 5 1 6 1',
  Physics:
    'M16 14a2 2 0 1 1 0 4 2 2 0 0 1 0-4zM16 10c8 0 13 3 13 6s-5 6-13 6-13-3-13-6 5-6 13-6zM13 11c4-7 9-9 11-8s1 8-3 14-9 10-11 9-1-8 3-15z',
  'Pollinators/insects':
    'M16 11c3 0 4 3 4 8s-2 8-4 8-4-3-4-8 1-8 4-8zM12 17h8M12 21h8M13 12C7 6 3 9 5 13s5 4 7 4M19 12c6-6 10-3 8 1s-5 4-7 4M14 8l-2-4M18 8l2-4',
  Psychology:
    'M11 27v-5c-5-3-6-9-3-13s11-5 15 0c2 2 2 5 2 6l2 4h-3v4c0 1-1 2-2 2h-3v2M12 14c0-5 8-5 8 0 0 3-4 3-4 5',
  'Science policy': 'M16 5v21M10 26h12M7 9h18M7 9 3 18h8zM25 9l-4 9h8z',
  'Social science':
    'M10 7a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7zM22 7a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7zM4 25c0-9 12-9 12 0M16 25c0-9 12-9 12 0',
  Transportation:
    'M6 18l3-8c0-1 1-2 2-2h10c1 0 2 1 2 2l3 8v7H6zM6 18h20M10 21.5v.1M22 21.5v.1M9 25v3M23 25v3',
};

/** Topics that most projects have in addition to a more specific one, which is drawn instead. */
const broad = new Set(['Animals', 'Biology', 'Ecology and environment', 'Education', 'Nature and outdoors']);

export const tellingTopic = (topics: string[]): string | undefined =>
  topics.find((name) => !broad.has(name)) ?? topics[0];

/** The drawing of a project without a topic. */
const usual = 'M16 6a10 10 0 1 1 0 20 10 10 0 0 1 0-20zM16 11v10M11 16h10';

/** A drawing of a project's topic where it has no picture; the text next to it says the same. */
export const TopicDrawing = ({ name }: { name: string | undefined }) => (
  <svg
    class={`project-image drawing hue-${hueOf(name ?? '')}`}
    viewBox="0 0 32 32"
    aria-hidden="true"
    focusable="false"
  >
    <path d={ownEntry(drawings, name) ?? usual} />
  </svg>
);
