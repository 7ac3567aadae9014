/**
 * A process that runs operator commands one after another, each as if it were alone: with its own arguments,
 * environment, output and exit code, and with `operator.js` evaluated again. Starting Node and loading what the command
 * imports takes ten times as long as most commands.
 */
import { pathToFileURL } from 'node:url';

export type Command = { program: string; args: string[]; env: Record<string, string> };
export type Outcome = { code: number | null; stdout: string; stderr: string };

/** Thrown by `process.exit` to end the command, and not the process. */
class Exit extends Error {}

let runs = 0;

/** Redirects the stream into a text until the returned function is called, which returns the text. */
const collect = (stream: NodeJS.WriteStream) => {
  const write = stream.write;
  let text = '';
  stream.write = (part: Uint8Array | string) => {
    text += typeof part === 'string' ? part : Buffer.from(part).toString();
    return true;
  };
  return () => {
    stream.write = write;
    return text;
  };
};

const runCommand = async ({ program, args, env }: Command): Promise<Outcome> => {
  process.argv = [process.execPath, program, ...args];
  process.env = env;
  const [stdout, stderr] = [collect(process.stdout), collect(process.stderr)];
  const code = await new Promise<number | null>((resolve, reject) => {
    process.exit = (status) => {
      resolve(Number(status ?? 0));
      throw new Exit();
    };
    import(`${pathToFileURL(program).href}?run=${++runs}`).catch(reject);
  });
  return { code, stdout: stdout(), stderr: stderr() };
};

process.on('unhandledRejection', (reason) => {
  if (!(reason instanceof Exit)) throw reason;
});
process.on('message', (command: Command) => {
  void runCommand(command).then((outcome) => process.send?.(outcome));
});
