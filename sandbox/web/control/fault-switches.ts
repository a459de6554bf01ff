import { PermissionFlagsBits } from 'discord-api-types/v10';
import type { FaultMatch, LocalDiscord } from '../../discord/local-discord.ts';
import type { EmbeddedMarketplace } from '../../marketplace/marketplace.ts';
import { FAULT_SWITCHES, type FaultSwitch } from '../contract.ts';

/** The panel's fault switches. */
export interface FaultSwitches {
  readonly on: () => readonly FaultSwitch[];
  /** Setting a switch to its present state is allowed. `channelId` is where the permission is removed. */
  turn(fault: FaultSwitch, on: boolean, channelId: string): void;
}

type FaultSpec = Parameters<EmbeddedMarketplace['faults']['set']>[0];
type MarketplaceFault = Extract<FaultSwitch, `marketplace-${string}`>;

/** The faults of each marketplace switch, by path; prefixes separate faults that occur at random. */
const MARKETPLACE_FAULTS: Readonly<Record<MarketplaceFault, Readonly<Record<string, FaultSpec>>>> = {
  'marketplace-slow': { '*': { latencyMs: { logNormal: { median: 3_000, sigma: 0.5, most: 12_000 } } } },
  'marketplace-garbage': {
    '/api/*': { nonsense: true, duplicates: true, reorder: true },
    '/api/a*': { truncate: 'cut', chance: 0.2, seed: 1 },
    '/api/ac*': { notJson: true, chance: 0.2, seed: 2 },
    '/api/act*': { status: 502, body: 'cdn html', chance: 0.1, seed: 3 },
    '/api/c*': { nulls: { share: 0.3 }, wrongTypes: { share: 0.1 }, chance: 0.5, seed: 4 },
  },
  'marketplace-down': { '*': { status: 503, body: 'html' } },
};

const MESSAGES: FaultMatch = { method: 'POST', route: '/channels/:channelId/messages' };
const RETRY_AFTER_MS = 1_500;

/** Whether the message is one in three: predictable, and alerts are slowed down but not stopped. */
function ofEveryThree(...turns: readonly number[]): () => boolean {
  let seen = 0;
  return () => {
    seen += 1;
    return turns.includes(seen % 3);
  };
}

function isMarketplaceFault(fault: FaultSwitch): fault is MarketplaceFault {
  return Object.hasOwn(MARKETPLACE_FAULTS, fault);
}

/** All off at first. `botId` is the user that loses the permission. */
export function createFaultSwitches(
  discord: LocalDiscord,
  marketplace: EmbeddedMarketplace,
  botId: string,
): FaultSwitches {
  /** The functions that switch off active switches. */
  const off = new Map<FaultSwitch, () => void>();

  function applyToMarketplace(): void {
    const specs = new Map<string, FaultSpec>();
    for (const fault of FAULT_SWITCHES.filter(isMarketplaceFault)) {
      if (!off.has(fault)) continue;
      for (const [path, spec] of Object.entries(MARKETPLACE_FAULTS[fault]))
        specs.set(path, { ...specs.get(path), ...spec });
    }
    marketplace.faults.clear();
    for (const [path, spec] of specs) marketplace.faults.set(spec, path);
  }

  /** Discord's 500s: half of them after the message was posted, so that only its nonce prevents a duplicate. */
  function failMessages(): () => void {
    const ends = [
      discord.faults.add({ do: 'answer', status: 500 }, { ...MESSAGES, where: ofEveryThree(1) }),
      discord.faults.add({ do: 'process-then-answer', status: 500 }, { ...MESSAGES, where: ofEveryThree(2) }),
    ];
    return () => {
      for (const end of ends) end();
    };
  }

  function takePermission(channelId: string): () => void {
    discord.setOverwrite(channelId, { id: botId, type: 'member', deny: PermissionFlagsBits.SendMessages });
    return () => {
      if (discord.channelExists(channelId)) discord.removeOverwrite(channelId, botId);
    };
  }

  function begin(fault: FaultSwitch, channelId: string): () => void {
    switch (fault) {
      case 'discord-500':
        return failMessages();
      case 'discord-429':
        return discord.faults.add(
          { do: 'rate-limit', scope: 'user', retryAfterMs: RETRY_AFTER_MS },
          { ...MESSAGES, where: ofEveryThree(1, 2) },
        );
      case 'permission-taken':
        return takePermission(channelId);
      default:
        return () => undefined;
    }
  }

  return {
    on: () => FAULT_SWITCHES.filter((fault) => off.has(fault)),
    turn(fault, on, channelId) {
      if (on === off.has(fault)) return;
      if (on) off.set(fault, begin(fault, channelId));
      else {
        off.get(fault)?.();
        off.delete(fault);
      }
      if (isMarketplaceFault(fault)) applyToMarketplace();
    },
  };
}
