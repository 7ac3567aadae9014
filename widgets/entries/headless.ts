import { telemetry } from '../telemetry/main.ts';

const scripts = document.querySelectorAll<HTMLScriptElement>('script[src*=recordevent_headless]');
// The last of those for one control handles its clicks; of a page that includes the script twice it is the first.
[...scripts].reverse().map(telemetry);
