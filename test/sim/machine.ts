import type { CommitName } from '../crash-points/commits.ts';
import { installCron } from './edges/cron.ts';
import { installDisk, type SimulatedDisk } from './edges/disk.ts';
import { installFetch } from './edges/fetch.ts';
import { type GatewayConnection, type GatewayPeer, installGatewaySockets } from './edges/gateway-socket.ts';
import type { HttpServer } from './edges/http.ts';
import { shareFormatters } from './edges/intl.ts';
import { shrinkCaches } from './edges/lru-cache.ts';
import { installUndiciPool } from './edges/undici-pool.ts';
import { installVirtualTime, type VirtualTime } from './virtual-time/install.ts';

/** What the machine is connected to. */
export interface Network {
  readonly discord: HttpServer;
  readonly marketplace: HttpServer;
  readonly gateway: { accept(url: string, connection: GatewayConnection): GatewayPeer };
}

/** The machine on which the simulated bot runs, one process at a time. */
export interface Machine {
  readonly time: VirtualTime;
  readonly disk: SimulatedDisk;
  connect(network: Network): void;
  readonly isAlive: boolean;
  startProcess(): void;
  /** Ends the process as SIGKILL does: nothing of it runs any more. */
  kill(): void;
}

/** Time on the way of a message of the gateway, ms. */
const GATEWAY_DELAY_MS = 20;

/**
 * Replaces time, randomness, network and database driver of this process. To be called before the bot and its libraries are
 * imported.
 */
export function installMachine(deps: { readonly onCommit: (name: CommitName) => void }): Machine {
  const time = installVirtualTime();
  const { scheduler } = time;
  let network: Network | null = null;
  let alive = false;
  const isAlive = () => alive;

  function kill(): void {
    alive = false;
    time.setAlive(false);
    scheduler.cancelAll('bot');
    disk.processEnded();
  }
  function connected(): Network {
    if (network === null) throw new Error('The machine is not connected.');
    return network;
  }
  const later = (ms: number, run: () => void): void => {
    if (alive) scheduler.schedule('bot', ms, run);
  };

  shareFormatters();
  shrinkCaches();
  installCron();
  const disk = installDisk({ isAlive, kill, onCommit: deps.onCommit });
  installGatewaySockets({
    accept: (url, connection) => connected().gateway.accept(url, connection),
    later: (run) => later(GATEWAY_DELAY_MS, run),
  });
  installUndiciPool({ server: (request) => connected().marketplace(request), isAlive, later });
  installFetch({ server: (request) => connected().discord(request), isAlive, later });

  return {
    time,
    disk,
    connect(wanted) {
      network = wanted;
    },
    get isAlive() {
      return alive;
    },
    startProcess() {
      alive = true;
      time.setAlive(true);
    },
    kill,
  };
}
