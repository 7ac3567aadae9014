/** Puts the map into the form of a project, and what is set on it into the form's fields. */
// First: some views are made while their files are loaded.
import '../../ui/untranslated.ts';
import { render } from 'preact';
import type { Place } from './map-geometry.ts';
import type { DrawnShape } from './drawing.ts';
import { SpokenLanguage } from '../../ui/words/use-words.tsx';
import { createLanguage, type LanguagePart, type PageWords } from '../../ui/words/language.ts';
import { RegionMap } from './region-map.tsx';

/** More corners than a hand sets: such an outline was pasted, and is not changed here. */
const maxRead = 100;

export function offerRegionMap(place: HTMLElement, form: HTMLFormElement): void {
  const field = (name: string) =>
    form.querySelector<HTMLInputElement | HTMLTextAreaElement>(`[name=${name}]`);
  const set = (name: string, value: string) => {
    const input = field(name);
    if (input) input.value = value;
  };
  const choose = (way: string) => {
    const radio = form.querySelector<HTMLInputElement>(`[name=where][value=${way}]`);
    if (radio) radio.checked = true;
  };
  const onShape = (shape: DrawnShape) => {
    if (shape.kind === 'circle') {
      set('circle_at', `${shape.middle.lat}, ${shape.middle.lng}`);
      set('circle_km', shape.km === undefined ? '' : String(shape.km));
      choose('circle');
    } else {
      set('regions', shape.corners.length < 3 ? '' : asGeoJson(shape.corners));
      choose('drawn');
    }
    // The draft is kept as if it had been typed.
    form.dispatchEvent(new Event('input', { bubbles: true }));
  };
  const { tag, words } = JSON.parse(place.dataset['regionMap'] ?? '') as LanguagePart;
  const language = createLanguage(tag, words as PageWords);
  const draw = () => {
    const text = field('regions')?.value ?? '';
    render(
      <SpokenLanguage.Provider value={language}>
        <RegionMap key={text} corners={cornersIn(text)} onShape={onShape} />
      </SpokenLanguage.Provider>,
      place,
    );
  };
  draw();
  field('regions')?.addEventListener('change', draw);
  place.hidden = false;
}

const asGeoJson = (corners: Place[]): string => {
  const ring = corners.map(({ lng, lat }) => [lng, lat]);
  return JSON.stringify({ type: 'Polygon', coordinates: [[...ring, ring[0]]] });
};

/** The corners of an outline that was set here before; none of any other. */
function cornersIn(text: string): Place[] {
  let area: unknown;
  try {
    area = JSON.parse(text);
  } catch {
    return [];
  }
  const { type, coordinates } = (area ?? {}) as { type?: unknown; coordinates?: unknown };
  if (type !== 'Polygon' || !Array.isArray(coordinates) || coordinates.length !== 1) return [];
  const [ring] = coordinates as unknown[];
  if (!Array.isArray(ring) || ring.length > maxRead + 1) return [];
  const corners = ring.slice(0, -1).map((position): Place => {
    const [lng, lat] = Array.isArray(position) ? (position as unknown[]) : [];
    return { lng: Number(lng), lat: Number(lat) };
  });
  return corners.every(({ lng, lat }) => Math.abs(lng) <= 180 && Math.abs(lat) <= 90) ? corners : [];
}
