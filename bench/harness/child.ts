import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** A child process of a bench. */
export interface Child extends AsyncDisposable {
  readonly process: ChildProcess;
  /** Resolves with the next message that the child sent (`process.send`); rejects when it ends first. */
  answer(): Promise<unknown>;
  send(message: object): void;
  /** Resolves with its exit status once it has ended; `null` after a signal. */
  readonly ended: Promise<number | null>;
}

/**
 * Starts a module of this repository with this process's Node and an IPC channel. Its standard output and error go to our
 * standard error. Disposing of it ends it.
 *
 * @param options `nodeOptions`: for example `--expose-gc`; `env`: by default this process's environment
 */
export function startChild(
  module: URL,
  args: readonly string[] = [],
  options: { readonly nodeOptions?: readonly string[]; readonly env?: NodeJS.ProcessEnv } = {},
): Child {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', ...(options.nodeOptions ?? []), module.pathname, ...args],
    { stdio: ['ignore', 2, 2, 'ipc'], env: options.env ?? process.env },
  );
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  const messages: unknown[] = [];
  const waiting: ((message: unknown) => void)[] = [];
  child.on('message', (message: unknown) => {
    const next = waiting.shift();
    if (next === undefined) messages.push(message);
    else next(message);
  });
  return {
    process: child,
    ended,
    send: (message) => void child.send(message),
    async answer() {
      if (messages.length > 0) return messages.shift();
      const message = new Promise<unknown>((resolve) => waiting.push(resolve));
      const early = ended.then((code) => {
        throw new Error(`${module.pathname} ended with ${code} before it answered.`);
      });
      return await Promise.race([message, early]);
    },
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exit = once(child, 'exit');
      child.kill('SIGKILL');
      await exit;
    },
  };
}
