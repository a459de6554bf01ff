import type { Logger } from 'pino';
import type { ChannelSettings } from '#src/alerts/settings.ts';
import type { Clock } from '#src/chain/clock.ts';
import type { DeliveryStore } from '#src/store/open.ts';
import type { PeopleStore } from '#src/store/people.ts';

import type { ChannelHealth } from './channel-health.ts';
import type { ReportDelivery } from './delivery-events.ts';
import type { EditThrottle } from './edit-throttle.ts';
import type { Turn } from './fair-scheduler.ts';
import type { MeasurePause } from './measured-pauses.ts';
import type { Notifier } from './notifier.ts';
import type { OpenDirectMessages } from './openings.ts';
import type { RequestPermits } from './permits.ts';
import type { RefusalBrake } from './refusal-brake.ts';

/** Settings of channels. */
export interface ChannelRules {
  settingsOf(channelId: string): ChannelSettings;
  /** IANA name of the time zone of quiet hours in the server; `null` for no server. */
  timeZoneOf(guildId: string | null): string;
}

/** What a channel queue needs. */
export interface ChannelQueueDeps {
  readonly outbox: DeliveryStore;
  /** Around each call of the outbox. */
  readonly turn: Turn;
  /** For the work of each channel that is read. */
  readonly measurePause: MeasurePause;
  readonly report: ReportDelivery;
  readonly notifier: Notifier;
  readonly people: Pick<PeopleStore, 'noteOpened' | 'noteClosed' | 'holdUntil'>;
  /** Shared by all queues of people. */
  readonly openDirectMessages: OpenDirectMessages;
  readonly rules: ChannelRules;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Logger;
  /** Permits for requests to Discord, shared by all channel queues. */
  readonly permits: RequestPermits;
  readonly editThrottle: EditThrottle;
  /** Whether other channels' messages are accepted. */
  readonly channelHealth: ChannelHealth;
  /** Shared by all queues. */
  readonly brake: Pick<RefusalBrake, 'refused' | 'accepted'>;
  /** Whether the messages of channels of other servers can be listed, by server. */
  readonly listHealth: ChannelHealth;
  /** The clock by which waiting alerts expire, epoch ms (`chain/elapsed.ts`). */
  readonly ageNow: () => number;
  /** A channel queue was stopped: the authors of its rules have to be notified. */
  readonly onStopped: () => void;
  /** Discord rejected the bot token: nothing can be sent any more. */
  readonly onUnauthorized: () => void;
}

/** One running channel queue. */
export interface ChannelQueueRun extends ChannelQueueDeps {
  readonly channelId: string;
  /** Aborts on shutdown: no more work is started. */
  readonly signal: AbortSignal;
}
