/** The entry of the operator's commands; like main.ts, for an old Node.js. */
import '../scripts/check-node.js';

void import('./process/run-operator.ts').then(({ runOperator }) => runOperator(process.argv.slice(2)));
