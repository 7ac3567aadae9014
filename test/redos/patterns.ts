/** Every regular expression in the project's own code, found in the syntax tree. */
import { readFileSync } from 'node:fs';
import { globSync } from 'node:fs';
import ts from 'typescript';

export type Pattern = { place: string; regex: RegExp };

/** All literals. ESLint refuses `new RegExp`, whose pattern is not in the source. */
export function ownPatterns(): Pattern[] {
  const files = globSync('{server,src,widgets,scripts}/**/*.{ts,tsx,js,jsx}').sort();
  return files.flatMap((file) => patternsOf(file, readFileSync(file, 'utf8')));
}

function patternsOf(file: string, source: string): Pattern[] {
  const found: Pattern[] = [];
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const line = tree.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      const [, pattern = '', flags] = /^\/(.*)\/([a-z]*)$/s.exec(node.text) ?? [];
      found.push({ place: `${file}:${line} ${node.text}`, regex: new RegExp(pattern, flags) });
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}
