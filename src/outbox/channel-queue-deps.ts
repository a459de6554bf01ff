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
  /** Returns the IANA time zone name for quiet hours in the server; `null` for direct messages. */
  timeZoneOf(guildId: string | null): string;
}

export interface ChannelQueueDeps {
  readonly outbox: DeliveryStore;
  /** Schedules each call of the outbox (`fair-scheduler.ts`). */
  readonly turn: Turn;
  /** Corrects the pause in each channel's stored work for clock changes (`measured-pauses.ts`). */
  readonly measurePause: MeasurePause;
  readonly report: ReportDelivery;
  readonly notifier: Notifier;
  readonly people: Pick<PeopleStore, 'noteOpened' | 'noteClosed' | 'holdUntil'>;
  /** Shared by all queues of direct messages. */
  readonly openDirectMessages: OpenDirectMessages;
  readonly rules: ChannelRules;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Logger;
  /** Permits for requests to Discord, shared by all channel queues. */
  readonly permits: RequestPermits;
  readonly editThrottle: EditThrottle;
  /** Records whether messages of other channels are accepted. */
  readonly channelHealth: ChannelHealth;
  /** Slows down all requests during unexplained refusals. Shared by all queues. */
  readonly brake: Pick<RefusalBrake, 'refused' | 'accepted'>;
  /** Records whether messages can be listed in other servers, by server. */
  readonly listHealth: ChannelHealth;
  /** Clock by which waiting alerts expire, epoch ms (`chain/elapsed.ts`). */
  readonly ageNow: () => number;
  /** Called when a channel queue was stopped, to notify the authors of its rules. */
  readonly onStopped: () => void;
  /** Called when Discord rejects the bot token: nothing can be sent any more. */
  readonly onUnauthorized: () => void;
}

/** One running channel queue. */
export interface ChannelQueueRun extends ChannelQueueDeps {
  readonly channelId: string;
  /** Aborts on shutdown; no more work is started then. */
  readonly signal: AbortSignal;
}
