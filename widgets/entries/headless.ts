import { telemetry } from '../telemetry/main.ts';

document.querySelectorAll<HTMLScriptElement>('script[src*=recordevent_headless]').forEach(telemetry);
