import { useEffect, useReducer, useRef } from 'preact/hooks';
import { boxText, type MapBox } from '../../contract/pages/maps.ts';
import { ownEntry } from '../../contract/fields/own-entry.ts';
import { useWords } from '../../ui/words/use-words.tsx';
import { afterAct, begin, type DrawnShape, type MapAct, saidOf, type Tool } from './drawing.ts';
import { FindPlace } from './find-place.tsx';
import { type Dot, dotAt, type Place, radiiOf, size, world } from './map-geometry.ts';

const tools: Tool[] = ['move', 'corners', 'circle'];

/** The act of a key on the map; with Shift, the cross moves a little. */
function actOfKey({ key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent): MapAct | undefined {
  if (ctrlKey || metaKey || altKey) return undefined;
  const step = shiftKey ? 2 : 12;
  const acts: Record<string, MapAct> = {
    ArrowLeft: { act: 'step', x: -step, y: 0 },
    ArrowRight: { act: 'step', x: step, y: 0 },
    ArrowUp: { act: 'step', x: 0, y: -step },
    ArrowDown: { act: 'step', x: 0, y: step },
    Enter: { act: 'click' },
    ' ': { act: 'click' },
    Backspace: { act: 'undo' },
    Delete: { act: 'undo' },
    '+': { act: 'zoom', by: 0.5 },
    '=': { act: 'zoom', by: 0.5 },
    '-': { act: 'zoom', by: 2 },
  };
  return ownEntry(acts, key);
}

function dotOf(event: MouseEvent & { currentTarget: SVGSVGElement }): Dot {
  const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
  return {
    x: ((event.clientX - left) / width) * size.width,
    y: ((event.clientY - top) / height) * size.height,
  };
}

type Props = { corners: Place[]; onShape: (shape: DrawnShape) => void };

/** A map on which the area of a project is set: by pointer, by touch, or by the keys of a cross. */
export function RegionMap({ corners, onShape }: Props) {
  const language = useWords();
  const w = language.words.areaMap;
  const [drawing, act] = useReducer(afterAct, corners, begin);
  const { tool, box, cross, shape, earlier } = drawing;
  const reported = useRef(shape);
  useEffect(() => {
    if (reported.current === shape) return;
    reported.current = shape;
    onShape(shape);
  }, [shape]);
  const said = saidOf(drawing, language);
  const isEmpty = shape.kind === 'corners' && shape.corners.length === 0;
  return (
    <div class="region-map">
      <p>
        <strong>{w.title}</strong> {w.says}
      </p>
      <FindPlace onFound={(place) => act({ act: 'show', place })} />
      <div class="map-tools" role="group" aria-label={w.click}>
        {tools.map((one) => (
          <Button act={() => act({ act: 'choose', tool: one })} pressed={one === tool}>
            {w.tools[one]}
          </Button>
        ))}
      </div>
      <svg
        viewBox={`0 0 ${size.width} ${size.height}`}
        role="application"
        tabindex={0}
        aria-label={w.label}
        aria-describedby="region-map-help"
        onClick={(event) => act({ act: 'click', at: dotOf(event) })}
        onKeyDown={(event) => {
          const key = actOfKey(event);
          if (!key) return;
          event.preventDefault();
          act(key);
        }}
      >
        <image
          href={`/map-ground.svg?frame=${boxText(box)}`}
          width={size.width}
          height={size.height}
          preserveAspectRatio="none"
        />
        <Shape shape={shape} box={box} />
        <Cross at={dotAt(box, cross)} />
      </svg>
      <div class="map-tools">
        <Button act={() => act({ act: 'zoom', by: 0.5 })}>{w.in}</Button>
        <Button act={() => act({ act: 'zoom', by: 2 })} disabled={box === world}>
          {w.out}
        </Button>
        <Button act={() => act({ act: 'undo' })} disabled={earlier.length === 0}>
          {w.undo}
        </Button>
        <Button act={() => act({ act: 'clear' })} disabled={isEmpty}>
          {w.clear}
        </Button>
      </div>
      <p class="field-help" role="status">
        <span key={said}>{said}</span>
      </p>
      <p class="field-help" id="region-map-help">
        {w.keys}
      </p>
    </div>
  );
}

type ButtonProps = { act: () => void; children: string; pressed?: boolean; disabled?: boolean };

const Button = ({ act, children, pressed, disabled }: ButtonProps) => (
  <button type="button" class="button plain" aria-pressed={pressed} disabled={disabled} onClick={act}>
    {children}
  </button>
);

const Cross = ({ at: { x, y } }: { at: Dot }) => (
  <path class="cross" d={`M${x - 8} ${y}H${x + 8}M${x} ${y - 8}V${y + 8}`} />
);

function Shape({ shape, box }: { shape: DrawnShape; box: MapBox }) {
  if (shape.kind === 'circle') {
    const at = dotAt(box, shape.middle);
    const radii = radiiOf(box, shape.middle, shape.km ?? 0);
    return (
      <>
        {shape.km !== undefined && <ellipse class="area" cx={at.x} cy={at.y} rx={radii.x} ry={radii.y} />}
        <circle class="corner" cx={at.x} cy={at.y} r="3" />
      </>
    );
  }
  const dots = shape.corners.map((corner) => dotAt(box, corner));
  return (
    <>
      {dots.length > 1 && <path class="area" d={`M${dots.map(({ x, y }) => `${x} ${y}`).join('L')}Z`} />}
      {dots.map(({ x, y }) => (
        <circle class="corner" cx={x} cy={y} r="3" />
      ))}
    </>
  );
}
