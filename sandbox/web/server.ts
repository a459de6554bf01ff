import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { onlyOwnPage } from '../loopback/guard.ts';
import { accountRoutes } from './account-routes.ts';
import type { ControlPanel } from './control/panel.ts';
import { eventStream } from './events.ts';
import { pageFiles } from './files.ts';
import { personRoutes } from './person-routes.ts';
import { controlAction, RequestError, readBody, readId } from './requests.ts';
import { type PageSetting, personOf, streamChanges } from './visible-world.ts';

/** Options of the page's server. */
export interface PageOptions extends PageSetting {
  /** The port, or 0 for any. */
  readonly port: number;
  /** Takes another port when that one is taken, instead of throwing. */
  readonly orAnyPort: boolean;
  /** The marketplace's origin, whose pictures the page may load. */
  readonly marketplaceUrl: string;
  /** The panel; `null` where the page has none. */
  readonly panel: ControlPanel | null;
  /** Called for every page that subscribes to events. */
  readonly onVisit: () => void;
}

/** The served page. Disposing it closes every connection and stream. */
export interface ServedPage extends AsyncDisposable {
  /** Without a trailing slash. */
  readonly url: string;
  /** Number of pages that are subscribed to events. */
  readonly listening: () => number;
}

const KEEP_ALIVE_MS = 65_000;
/** Time for streams to end and for answers to be sent when the server closes. */
const CLOSE_TIMEOUT_MS = 100;

function createApp(options: PageOptions, closing: AbortSignal, port: () => number) {
  const { discord, people, panel } = options;
  let listening = 0;
  const app = new Hono()
    .use(onlyOwnPage(port, (error) => Response.json({ error }, { status: 403 })))
    .route('/web', personRoutes(options))
    .route('/web', accountRoutes(options))
    .get('/web/events', (context) => {
      const { id } = personOf(people, readId('as', context.req.query('as')));
      const view = discord.view(id);
      return eventStream((send) => {
        listening += 1;
        options.onVisit();
        const endings = [
          streamChanges(discord, view, send),
          ...(panel === null ? [] : [panel.onChange((control) => send({ type: 'control', control }))]),
        ];
        return () => {
          listening -= 1;
          for (const end of endings) end();
        };
      }, closing);
    })
    .get('/web/control', (context) => context.json(panel?.now() ?? null))
    .post('/web/control', async (context) => {
      if (panel === null) throw new RequestError(404, 'There is no control panel here.');
      panel.act(await readBody(context.req.raw, controlAction));
      return context.json(panel.now());
    })
    .all('/web/*', (context) => context.json({ error: 'There is no such request.' }, 404))
    .route('/', pageFiles([options.marketplaceUrl, discord.url]))
    .onError((error, context) => {
      const status = error instanceof RequestError ? error.status : 500;
      return context.json({ error: error.message }, status);
    });
  return { app, listening: () => listening };
}

async function bound(server: ReturnType<typeof createServer>, port: number): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
}

/** Serves the page and its API on 127.0.0.1. Rejects when the port is taken and no other is allowed. */
export async function servePage(options: PageOptions): Promise<ServedPage> {
  const closing = new AbortController();
  let port = options.port;
  const { app, listening } = createApp(options, closing.signal, () => port);
  const answer = getRequestListener(app.fetch);
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    void answer(request, response);
  });
  try {
    port = await bound(server, options.port);
  } catch (error) {
    const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    if (!taken || !options.orAnyPort) throw error;
    port = await bound(server, 0);
  }
  return {
    url: `http://127.0.0.1:${port}`,
    listening,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      closing.abort();
      server.close();
      await Promise.race([closed, delay(CLOSE_TIMEOUT_MS)]);
      server.closeAllConnections();
      await closed;
    },
  };
}
