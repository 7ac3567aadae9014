import { telemetry } from '../telemetry/main.ts';

const scripts = document.querySelectorAll<HTMLScriptElement>('script[src*=recordevent_headless]');
// The last of those for one control handles its clicks; if a page includes the script twice, that is the first.
[...scripts].reverse().map(telemetry);
