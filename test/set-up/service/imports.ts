/**
 * Lists the imports of a source file with TypeScript's own parser, so that text in comments and strings does not count.
 */
import { isBuiltin } from 'node:module';
import { posix } from 'node:path';
import ts from 'typescript';

export type Import = {
  /** As written. */
  text: string;
  /** For a file of ours, its path from the root of the repository (`src/contract/index.ts`), otherwise undefined. */
  file: string | undefined;
  /** The package's name (`zod`, `@noble/hashes`), undefined for our files and node's modules. */
  pack: string | undefined;
  isNode: boolean;
  /** Removed by compilation: `import type`, `export type … from`, `import('…').Name` as a type. */
  isType: boolean;
  /** The names that are imported, as the other file calls them. */
  names: string[];
  line: number;
};

const aliases: Record<string, string> = { '#pages': 'src/pages/render.tsx' };

const packageOf = (text: string) =>
  text
    .split('/')
    .slice(0, text.startsWith('@') ? 2 : 1)
    .join('/');

const resolved = (from: string, text: string): Pick<Import, 'file' | 'pack' | 'isNode'> => {
  const path = text.split('?', 1)[0] ?? '';
  const file = path.startsWith('.') ? posix.join(posix.dirname(from), path) : aliases[path];
  const isNode = file === undefined && isBuiltin(path);
  return { file, isNode, pack: file === undefined && !isNode ? packageOf(path) : undefined };
};

const namesIn = ({ importClause }: ts.ImportDeclaration): string[] => {
  const bindings = importClause?.namedBindings;
  if (!bindings || !ts.isNamedImports(bindings)) return [];
  return bindings.elements.map(({ name, propertyName }) => (propertyName ?? name).text);
};

/** The node with the module's name, and whether only types are imported. */
const moduleOf = (
  node: ts.Node,
): { name: ts.Node | undefined; isType: boolean; names?: string[] } | undefined => {
  if (ts.isImportDeclaration(node)) {
    return {
      name: node.moduleSpecifier,
      isType: node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword,
      names: namesIn(node),
    };
  }
  if (ts.isExportDeclaration(node)) return { name: node.moduleSpecifier, isType: node.isTypeOnly };
  if (ts.isImportTypeNode(node)) {
    return { name: ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined, isType: true };
  }
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
    return { name: node.arguments[0], isType: false };
  }
  return undefined;
};

/** All static, dynamic and type imports of a file; a dynamic import of a computed name is listed as written. */
export const importsOf = (path: string, source: string): Import[] => {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, kind);
  const found: Import[] = [];
  const visit = (node: ts.Node) => {
    const { name, isType, names = [] } = moduleOf(node) ?? {};
    if (name) {
      const text = ts.isStringLiteralLike(name) ? name.text : name.getText();
      const line = file.getLineAndCharacterOfPosition(name.getStart()).line + 1;
      found.push({ text, ...resolved(path, text), isType: isType ?? false, names, line });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
};
