/**
 * The document in the builder's frame: the file that owners embed, with the snippet's settings, on a page like theirs. A
 * script before it answers for the service, so that nothing is recorded, mailed or granted from a preview; only the
 * finder asks the directory, which everybody may read.
 */
import { createHash } from 'node:crypto';
import { ownEntry } from '../../src/contract/fields/own-entry.ts';
import { type Built, chosenValues, faultsIn } from '../../src/embed-code/built.ts';
import { type Service, styleOf } from '../../src/embed-code/snippets.ts';
import { scriptTag } from '../../src/embed-code/script-tag.ts';
import { documentLang, isRightToLeft } from '../../src/ui/words/language.ts';
import { previewScript } from './preview-script.ts';

const digest = createHash('sha256').update(previewScript).digest('base64');

/** A page that hides, shrinks and colours everything. */
const hostile = `* { color: #fff !important; font-size: 1px !important; opacity: 0.01 !important; transform: scale(0.1) !important; }
div, p, ul, form, button, manyhands-confirmation, manyhands-finder { display: none !important; }
html, body, main { opacity: 1 !important; transform: none !important; }`;

const pageStyles: Partial<Record<Built['preset'], string>> = {
  dark: 'html { color-scheme: dark; background: #10161a; color: #e7efea; }',
  narrow: 'main { inline-size: 220px; }',
  hostile,
};

/** The page's own control or field, which the owner's selector would find. */
const ofThePage: Partial<Record<string, { html: string; values: Record<string, string> }>> = {
  headless: {
    html: '<p><button id="preview-control" type="button">Your own button</button></p>',
    values: { trigger: '#preview-control' },
  },
  helper: {
    html: '<form action="#"><p><label>A field of your form <input name="seen"></label></p><input type="hidden" id="preview-field"></form>',
    values: { profile: '#preview-field' },
  },
};

/** Settings that need more of the owner's page than the preview has. */
const without = new Set(['target', 'consent', 'profile-token', 'widget']);

/** `lang`: of the page around it, which an embed without a language of its own follows. */
export function previewOf(built: Built, service: Service, lang: string) {
  const { embed, preset, shows } = built;
  const faults = faultsIn(built);
  const page = ownEntry(ofThePage, embed.name);
  const present = Object.entries(chosenValues(built)).filter(([name]) => !without.has(name) && !faults[name]);
  const values = { ...Object.fromEntries(present), ...page?.values };
  // Every number does: the script answers for the project.
  const needsProject = embed.name !== 'finder' && embed.name !== 'helper' && values['mode'] === undefined;
  const projectId = values['project_id'] ?? '1';
  const attributes = {
    ...values,
    ...((needsProject || values['project_id'] !== undefined) && { project_id: projectId }),
  };
  const data = Object.fromEntries(Object.entries(attributes).map(([name, value]) => [`data-${name}`, value]));
  const file = `${service.baseUrl}/static/api/${embed.file}`;
  const sound = Object.keys(faults).length > 0 ? { ...built, look: {} } : built;
  const pageLang = preset === 'rtl' && !isRightToLeft(lang) ? 'ar' : lang;
  return {
    document: `<!doctype html>
<html lang="${documentLang(pageLang)}" dir="${isRightToLeft(pageLang) ? 'rtl' : 'ltr'}" data-shows="${shows}" data-project="${projectId.replace(/\D/g, '')}"${preset === 'still' ? ' data-still' : ''}>
<meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>Preview</title>
<style>html { color-scheme: light; background: #fff; color: #14231d; }
body { margin: 0; padding: 12px; font: 16px/1.5 system-ui, sans-serif; }
${pageStyles[preset] ?? ''}</style>
${styleOf(sound)}<script>${previewScript}</script>
<body><main>${page?.html ?? ''}
${scriptTag(file, data)}</main>
`,
    headers: {
      // Otherwise Chrome warns that the frame shares an address, and not an origin, with its page.
      'Origin-Agent-Cluster': '?0',
      'Content-Security-Policy': [
        "default-src 'none'",
        `script-src ${service.baseUrl} 'sha256-${digest}'`,
        `connect-src ${service.baseUrl}`,
        "style-src 'unsafe-inline'",
        `img-src ${service.baseUrl} data:`,
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'self'",
        // Also where somebody opens the address itself: a preview has neither our cookies nor our storage.
        // Forms can be tried: `form-action` keeps them from leading anywhere.
        'sandbox allow-scripts allow-forms',
      ].join('; '),
    },
  };
}
