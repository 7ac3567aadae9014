/** The operator's command line, read by commander: unknown commands and options and surplus arguments are refused. */
import { Command as Parser, CommanderError } from 'commander';
import { type Command, flags, type Given } from './command.ts';
import { commands } from './table.ts';

export type CommandLine = { name: string; command: Command; words: string[]; given: Given };

/** A mistake in the command line: one sentence, and where to read more. */
export class UsageFault extends Error {}

/** Thrown after the help was requested and printed. */
export class HelpPrinted extends Error {}

const invocation = 'npm run operator --';

/**
 * Parses the words after the program's name. Throws `UsageFault` if they are not a command with its own arguments and
 * options, and `HelpPrinted` after `--help` and `help`.
 */
export function readCommandLine(args: string[]): CommandLine {
  const lines: CommandLine[] = [];
  const parser = newParser((line) => lines.push(line));
  try {
    parser.parse(args, { from: 'user' });
  } catch (error) {
    throw error instanceof CommanderError ? faultOf(error, args) : error;
  }
  const [line] = lines;
  if (!line) throw new UsageFault(`Which command? ${more()}`);
  return line;
}

function newParser(onCommand: (line: CommandLine) => void): Parser {
  const parser = new Parser(invocation)
    .usage('<command> [options]')
    .helpCommand('help [command]', 'shows what a command takes')
    .helpOption('-h, --help', 'shows what a command takes')
    .option('--json', 'prints JSON, for programs')
    .configureHelp({ showGlobalOptions: true })
    // The caller prints one sentence instead.
    .configureOutput({ outputError: () => undefined })
    .exitOverride();
  for (const [name, command] of Object.entries(commands)) {
    const sub = parser.command(name).description(command.says);
    if (command.words !== '') sub.arguments(command.words);
    for (const [option, says] of Object.entries(command.options ?? {}))
      sub.option(flags[option as keyof Given], says);
    sub.action(() => onCommand({ name, command, words: sub.args, given: sub.opts<Given>() }));
  }
  return parser;
}

function faultOf(error: CommanderError, args: string[]): Error {
  if (error.exitCode === 0) return new HelpPrinted();
  // Without a command, commander prints the help and has no message of its own.
  if (error.code === 'commander.help') return new UsageFault(`Which command? ${more()}`);
  // Commander's message quotes the surplus words, which may be addresses.
  const message =
    error.code === 'commander.excessArguments' ? error.message.split(':', 2).join(':') : error.message;
  const [first = '', ...rest] = message.replace(/^error: /, '').split('\n');
  const sentence = [first.replace(/\.$/, ''), ...rest].join(' ');
  const name = args.find((word) => Object.hasOwn(commands, word));
  return new UsageFault(`${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}. ${more(name)}`);
}

const more = (name?: string) => `See: ${invocation} help${name === undefined ? '' : ` ${name}`}`;
