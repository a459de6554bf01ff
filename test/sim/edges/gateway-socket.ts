import { currentProcess, type SimulatedProcess } from '../virtual-time/owners.ts';
import { replaceModule } from './replace-module.ts';

/** The end of a gateway connection that Discord holds. */
export interface GatewayPeer {
  /** What the bot sent, decoded. */
  received(payload: { readonly op: number; readonly d: unknown }): void;
  /** The bot closed the connection with this code. */
  closed(code: number): void;
}

/** A gateway connection as Discord sees it. */
export interface GatewayConnection {
  send(payload: object): void;
  close(code: number): void;
}

type Listener<T> = ((event: T) => void) | null;

/** Takes a new connection, or refuses it with an error. */
type Accept = (url: string, connection: GatewayConnection) => GatewayPeer;

const CONNECTING = 0;
const OPEN = 1;
const CLOSED = 3;

/**
 * Replaces the package `ws` of this process with connections to the simulated Discord. To be called before anything imports it.
 * @param deps.delayed runs something as this process, after a delay of the network; dropped when that ends
 */
export function installGatewaySockets(deps: {
  readonly accept: Accept;
  readonly delayed: (process: SimulatedProcess | null, run: () => void) => void;
}): void {
  const { accept, delayed } = deps;

  class SimulatedWebSocket {
    static readonly CONNECTING = CONNECTING;
    static readonly OPEN = OPEN;
    static readonly CLOSED = CLOSED;
    binaryType = 'arraybuffer';
    readyState: number = CONNECTING;
    onopen: Listener<object> = null;
    onmessage: Listener<{ data: string }> = null;
    onerror: Listener<{ error: Error }> = null;
    onclose: Listener<{ code: number }> = null;
    #peer: GatewayPeer | null = null;
    /** Whose connection it is: Discord sends too. */
    readonly #process = currentProcess();

    constructor(url: string) {
      this.#later(() => this.#open(url));
    }

    #later(run: () => void): void {
      delayed(this.#process, run);
    }

    #open(url: string): void {
      try {
        this.#peer = accept(url, {
          send: (payload) => {
            const data = JSON.stringify(payload);
            this.#later(() => {
              if (this.readyState === OPEN) this.onmessage?.({ data });
            });
          },
          close: (code) => this.#later(() => this.#end(code)),
        });
        this.readyState = OPEN;
        this.onopen?.({});
      } catch (error) {
        this.onerror?.({ error: error instanceof Error ? error : new Error(String(error)) });
        this.#end(1006);
      }
    }

    #end(code: number): void {
      if (this.readyState === CLOSED) return;
      this.readyState = CLOSED;
      this.onclose?.({ code });
    }

    send(text: string): void {
      const payload = JSON.parse(text) as { op: number; d: unknown };
      if (this.readyState === OPEN) this.#peer?.received(payload);
    }

    close(code = 1000): void {
      this.#peer?.closed(code);
      this.#later(() => this.#end(code));
    }
  }

  replaceModule('ws', { default: SimulatedWebSocket, WebSocket: SimulatedWebSocket });
}
