import { GatewayOpcodes } from 'discord-api-types/v10';
import { WebSocket } from 'ws';

interface Received {
  readonly op: GatewayOpcodes;
  readonly d: unknown;
  readonly s: number | null;
  readonly t: string | null;
}

/** A gateway client that follows no protocol by itself, for behaviour that discord.js never shows. */
export interface RawSocket extends Disposable {
  send(payload: unknown): void;
  /** The first matching payload, already received or still to come. */
  next(fits: (payload: Received) => boolean): Promise<Received>;
  /** The code with which the server closed. */
  readonly closed: Promise<number>;
  readonly received: readonly Received[];
  identify(token: string, fields?: Record<string, unknown>): void;
}

/** Connects to a gateway. */
export function openRawSocket(url: string, version = '10'): RawSocket {
  const socket = new WebSocket(`${url.replace('http:', 'ws:')}/?v=${version}&encoding=json`);
  const received: Received[] = [];
  const waiting = new Set<() => void>();
  const opened = new Promise<void>((resolve) => socket.once('open', () => resolve()));
  socket.on('error', () => undefined);
  socket.on('message', (raw: Buffer) => {
    received.push(JSON.parse(raw.toString('utf8')));
    for (const check of waiting) {
      check();
    }
  });
  const send = (payload: unknown): void => {
    void opened.then(() => socket.send(typeof payload === 'string' ? payload : JSON.stringify(payload)));
  };
  return {
    send,
    received,
    closed: new Promise((resolve) => socket.once('close', resolve)),
    next: (fits) =>
      new Promise((resolve) => {
        const check = (): void => {
          const found = received.find(fits);
          if (found !== undefined) {
            waiting.delete(check);
            resolve(found);
          }
        };
        waiting.add(check);
        check();
      }),
    identify: (token, fields = {}) =>
      send({ op: GatewayOpcodes.Identify, d: { token, intents: 1, properties: { os: 'linux' }, ...fields } }),
    [Symbol.dispose]: () => socket.terminate(),
  };
}
