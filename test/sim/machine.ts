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
import { currentProcess, type Host, type SimulatedProcess } from './virtual-time/owners.ts';

/** What the machine is connected to. */
export interface Network {
  readonly discord: HttpServer;
  readonly marketplace: HttpServer;
  readonly gateway: { accept(url: string, connection: GatewayConnection): GatewayPeer };
}

/** What processes of the bot run on: their time, network and database. */
export interface Machine {
  readonly time: VirtualTime;
  readonly disk: SimulatedDisk;
  connect(network: Network): void;
  /** Starts a process, whose code has to be run with `runAs`. @param name of no other process of the history */
  startProcess(host: Host, name?: string): SimulatedProcess;
  /** Ends a process as SIGKILL does: nothing of it runs any more. */
  kill(process: SimulatedProcess): void;
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

  function kill(process: SimulatedProcess): void {
    process.isAlive = false;
    scheduler.cancelAll(process);
    disk.processEnded();
  }
  function killCurrent(): void {
    const process = currentProcess();
    if (process !== null) kill(process);
  }
  function connected(): Network {
    if (network === null) throw new Error('The machine is not connected.');
    return network;
  }
  function later(process: SimulatedProcess | null, ms: number, run: () => void): void {
    if (process?.isAlive === true) scheduler.schedule(process, ms, run);
  }
  const laterHere = (ms: number, run: () => void): void => later(currentProcess(), ms, run);

  shareFormatters();
  shrinkCaches();
  installCron();
  const disk = installDisk({ kill: killCurrent, onCommit: deps.onCommit });
  installGatewaySockets({
    accept: (url, connection) => connected().gateway.accept(url, connection),
    delayed: (process, run) => later(process, GATEWAY_DELAY_MS, run),
  });
  installUndiciPool({ server: (request) => connected().marketplace(request), later: laterHere });
  installFetch({ server: (request) => connected().discord(request), later: laterHere });

  return {
    time,
    disk,
    connect(wanted) {
      network = wanted;
    },
    startProcess: (host, name = host.name) => ({ name, host, isAlive: true, pausedUntil: 0 }),
    kill,
  };
}
