/**
 * The lint rule `house/foreign-names`: a table that is written as an object is never read under any text, because a name
 * from outside such as `constructor` or `__proto__` finds what every object inherits. `ownEntry` reads it; a key whose
 * type is a list of names is fine.
 */
import type { ParserServicesWithTypeInformation } from '@typescript-eslint/utils';
import type { Rule } from 'eslint';
import ts from 'typescript';

const isAnyText = (type: ts.Type): boolean =>
  type.isUnion() ? type.types.some(isAnyText) : (type.flags & ts.TypeFlags.String) !== 0;

function bare(node: ts.Expression): ts.Expression {
  const isWrapped =
    ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isParenthesizedExpression(node) ||
    ts.isNonNullExpression(node);
  return isWrapped ? bare(node.expression) : node;
}

export const foreignNames: Rule.RuleModule = {
  meta: {
    type: 'problem',
    messages: { inherited: 'Any text may be the name here, such as "constructor": use ownEntry.' },
    schema: [],
  },
  create({ sourceCode, report }) {
    const { program, esTreeNodeToTSNodeMap: nodes } =
      sourceCode.parserServices as ParserServicesWithTypeInformation;
    const checker = program.getTypeChecker();

    /** Whether a name is that of a constant, here or in another file, whose value is an object with entries. */
    const isTable = (written: ts.Expression): boolean => {
      const name = bare(written);
      let symbol = ts.isIdentifier(name) ? checker.getSymbolAtLocation(name) : undefined;
      if (symbol && symbol.flags & ts.SymbolFlags.Alias) symbol = checker.getAliasedSymbol(symbol);
      const declared = symbol?.valueDeclaration;
      if (!declared || !ts.isVariableDeclaration(declared) || !declared.initializer) return false;
      const value = bare(declared.initializer);
      return ts.isObjectLiteralExpression(value) && !value.properties.every(ts.isSpreadAssignment);
    };
    const check = (node: Rule.Node, table: unknown, name: unknown) => {
      const tsNodeOf = (part: unknown) => nodes.get(part as never) as ts.Expression;
      if (isAnyText(checker.getTypeAtLocation(tsNodeOf(name))) && isTable(tsNodeOf(table)))
        report({ node, messageId: 'inherited' });
    };
    return {
      MemberExpression(node) {
        const isWritten = node.parent.type === 'AssignmentExpression' && node.parent.left === node;
        if (node.computed && !isWritten) check(node, node.object, node.property);
      },
      BinaryExpression(node) {
        if (node.operator === 'in') check(node, node.right, node.left);
      },
    };
  },
};
