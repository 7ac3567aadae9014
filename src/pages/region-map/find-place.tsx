import { useState } from 'preact/hooks';
import { useWords } from '../../ui/words/use-words.tsx';
import { type FoundPlace, mapPlacesPath } from '../../contract/pages/maps.ts';

/** The field above the map: shows the likeliest place of a name there, and offers the others. */
export function FindPlace({ onFound }: { onFound: (place: FoundPlace) => void }) {
  const { words, say } = useWords();
  const w = words.areaMap;
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
      if (!likeliest) return setFault(say(w.unknown, { name: typed }));
      onFound(likeliest);
      setOthers(further);
    } catch {
      setFault(w.failed);
    }
  };
  return (
    <div class="field">
      <label for="map-place">{w.find}</label>
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
          {w.show}
        </button>
      </div>
      <p class="field-fault" id="map-place-fault" role="alert">
        {fault}
      </p>
      {others.length > 0 && (
        <p class="answers">
          {w.others}
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
