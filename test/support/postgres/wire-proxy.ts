import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A connection to PostgreSQL that can be cut at a statement. */
export interface WireProxy extends AsyncDisposable {
  /** The URL of the database through the proxy. */
  readonly url: string;
  /**
   * Cuts the connection at the next statement with this text, once: before the server gets it, or when its answer comes.
   * @param after only on a connection that has sent a statement with this text
   */
  cutAt(text: string, when: 'request' | 'answer', after?: string): void;
  /** Keeps the next statement with this text from the server. Resolves when it comes. @param after as above */
  holdAt(text: string, after?: string): Promise<void>;
  /** How many times the client has waited for the server so far: each ends with a `Sync`, or is a simple query. */
  roundTrips(): number;
}

/** The whole message `Sync`: a type and its own length. */
const SYNC = Buffer.from([0x53, 0, 0, 0, 4]);
/** Type and first byte of the length of a simple query. */
const SIMPLE_QUERY = 0x51;

function countSyncs(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(SYNC); at !== -1; at = bytes.indexOf(SYNC, at + SYNC.length)) count += 1;
  return count;
}

/** @param url of the database itself */
export async function startWireProxy(url: string): Promise<WireProxy> {
  const target = new URL(url);
  let cut: { readonly text: string; readonly when: 'request' | 'answer'; readonly after: string } | null =
    null;
  let hold: { readonly text: string; readonly after: string; readonly reached: () => void } | null = null;
  const open = new Set<Socket>();
  let roundTrips = 0;

  const proxy = createServer((client) => {
    const server = connect(Number(target.port), target.hostname);
    let isAnswerCut = false;
    let hasSentAfter = false;
    let isHeld = false;
    const end = (): void => {
      for (const socket of [client, server]) {
        open.delete(socket);
        socket.destroy();
      }
    };
    for (const socket of [client, server]) {
      open.add(socket);
      socket.on('error', end).on('close', end);
    }
    client.on('data', (bytes: Buffer) => {
      roundTrips += bytes[0] === SIMPLE_QUERY ? 1 : countSyncs(bytes);
      const after = (hold ?? cut)?.after;
      if (after !== undefined && bytes.includes(after)) hasSentAfter = true;
      if (hold !== null && hasSentAfter && bytes.includes(hold.text)) {
        hold.reached();
        hold = null;
        isHeld = true;
      }
      // Still read, so that the end of the connection is seen.
      if (isHeld) return;
      if (cut !== null && hasSentAfter && bytes.includes(cut.text)) {
        const { when } = cut;
        cut = null;
        if (when === 'request') return end();
        isAnswerCut = true;
      }
      return void server.write(bytes);
    });
    server.on('data', (bytes) => {
      if (isAnswerCut) end();
      else client.write(bytes);
    });
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const address = proxy.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.');
  const proxied = new URL(url);
  proxied.port = String(address.port);

  return {
    url: proxied.href,
    cutAt(text, when, after = '') {
      cut = { text, when, after };
    },
    holdAt: (text, after = '') =>
      new Promise((reached) => {
        hold = { text, after, reached };
      }),
    roundTrips: () => roundTrips,
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy();
      proxy.close();
      await once(proxy, 'close');
    },
  };
}
