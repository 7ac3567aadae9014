import { scriptAttribute } from '../lib/host-script.ts';
import { telemetry } from '../telemetry/main.ts';

for (const script of document.querySelectorAll<HTMLScriptElement>('script[src*=recordevent_headless]'))
  void telemetry((name) => scriptAttribute(script, `data-${name}`) ?? undefined);
