import { useState } from 'preact/hooks';
import { type FoundPlace, mapPlacesPath } from '../../contract/pages/map-box.ts';

/** The field above the map: shows the likeliest place of a name there, and offers the others. */
export function FindPlace({ onFound }: { onFound: (place: FoundPlace) => void }) {
  const [name, setName] = useState('');
  const [others, setOthers] = useState<FoundPlace[]>([]);
  const [fault, setFault] = useState('');
  const show = async () => {
    const typed = name.trim();
    if (typed === '') return;
    setFault('');
    setOthers([]);
    try {
      const reply = await fetch(`${mapPlacesPath}?${new URLSearchParams({ name: typed })}`);
      const [likeliest, ...further] = (await reply.json()) as FoundPlace[];
      if (!likeliest) return setFault(`We know no place called “${typed}”.`);
      onFound(likeliest);
      setOthers(further);
    } catch {
      setFault('The search did not work. Try again.');
    }
  };
  return (
    <div class="field">
      <label for="map-place">Find a place on the map</label>
      <div class="answers">
        <input
          id="map-place"
          type="search"
          maxLength={200}
          autocomplete="off"
          value={name}
          aria-describedby="map-place-fault"
          onInput={(event) => setName(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            // It is no field of the form around.
            event.preventDefault();
            void show();
          }}
        />
        <button type="button" class="button plain" onClick={() => void show()}>
          Show
        </button>
      </div>
      <p class="field-fault" id="map-place-fault" role="alert">
        {fault}
      </p>
      {others.length > 0 && (
        <p class="answers">
          Others:
          {others.map((place) => (
            <button type="button" class="button link" onClick={() => onFound(place)}>
              {place.name}
            </button>
          ))}
        </p>
      )}
    </div>
  );
}
