import { stripVTControlCharacters } from 'node:util';
import { runDemo } from '../../demo/run.ts';

/** The demo as `npm run demo` starts it, including the bot. Disposing it ends it. */
interface Demo extends AsyncDisposable {
  readonly url: string;
}

/** Starts the demo on any free port, and resolves once its page is served. */
export async function startDemo(
  seed: number,
  { speed = 1, replay = [] }: { readonly speed?: number; readonly replay?: readonly string[] } = {},
): Promise<Demo> {
  const stop = new AbortController();
  const opened = Promise.withResolvers<string>();
  const write = (line: string) => {
    const url = /Open (http:\S+)/.exec(stripVTControlCharacters(line))?.[1];
    if (url !== undefined) opened.resolve(url);
  };
  const options = {
    port: 0,
    headless: false,
    forSeconds: null,
    seed,
    speed,
    salesPerMinute: 10,
    nodes: 1,
    database: 'sqlite' as const,
    interactions: 'gateway' as const,
    record: null,
    replay,
  };
  const over = runDemo(options, write, { stop: stop.signal, endNow: stop.signal });
  over.catch(opened.reject);
  const url = await opened.promise;
  return {
    url,
    async [Symbol.asyncDispose]() {
      stop.abort();
      await over;
    },
  };
}
