import type { outcomeOf } from '#commands/why/outcome.ts';
import type { readFloor } from '#src/alerts/floors/floor-progress.ts';
import type { pingVerdict } from '#src/alerts/ping-verdict.ts';
import type { recapDueAt } from '#src/alerts/recaps/schedule.ts';
import type { isOver } from '#src/alerts/rule-extras.ts';
import type { createSilences } from '#src/alerts/silences/silences.ts';
import type { fillTemplate } from '#src/alerts/templates/fill.ts';
import type { createAgeClock } from '#src/chain/elapsed.ts';
import type { createChannelReopener } from '#src/discord/access/channel-reopener.ts';
import type { outcomeOfFailure } from '#src/discord/posting/failures.ts';
import type { readBackWindow } from '#src/discord/posting/read-back-window.ts';
import type { rebuiltMessage } from '#src/discord/render/alert-message.ts';
import type { createOutboxRest } from '#src/discord/rest/outbox-rest.ts';
import type { createIngest } from '#src/ingest/ingest.ts';
import type { createRecaps } from '#src/ingest/recaps.ts';
import type { createSubscriptions } from '#src/ingest/subscriptions.ts';
import type { createDispatcher } from '#src/outbox/dispatcher.ts';
import type { createFailingMessages } from '#src/outbox/failing-messages.ts';
import type { retryDelayMs } from '#src/outbox/retries.ts';
import type { createRoleRunner } from '#src/roles/role-runner.ts';
import type { updateDetectedAlert } from '#src/store/detected-alerts.ts';
import type { fencedBy } from '#src/store/leases.ts';
import type { findSpent } from '#src/store/once.ts';
import type { createStore } from '#src/store/open.ts';

/** What planted bugs replace: the exports of the bot, by their names. The only list of them. Types only: the bot is loaded later. */
export interface ReplacedExports {
  readonly createAgeClock: typeof createAgeClock;
  readonly createChannelReopener: typeof createChannelReopener;
  readonly createDispatcher: typeof createDispatcher;
  readonly createFailingMessages: typeof createFailingMessages;
  readonly createIngest: typeof createIngest;
  readonly createOutboxRest: typeof createOutboxRest;
  readonly createRecaps: typeof createRecaps;
  readonly createRoleRunner: typeof createRoleRunner;
  readonly createSilences: typeof createSilences;
  readonly createStore: typeof createStore;
  readonly createSubscriptions: typeof createSubscriptions;
  readonly fencedBy: typeof fencedBy;
  readonly fillTemplate: typeof fillTemplate;
  readonly findSpent: typeof findSpent;
  readonly isOver: typeof isOver;
  readonly outcomeOf: typeof outcomeOf;
  readonly outcomeOfFailure: typeof outcomeOfFailure;
  readonly pingVerdict: typeof pingVerdict;
  readonly readBackWindow: typeof readBackWindow;
  readonly readFloor: typeof readFloor;
  readonly rebuiltMessage: typeof rebuiltMessage;
  readonly recapDueAt: typeof recapDueAt;
  readonly retryDelayMs: typeof retryDelayMs;
  readonly updateDetectedAlert: typeof updateDetectedAlert;
}

/** The module that exports each of them, from the project's root. */
export const MODULE_OF: Readonly<Record<keyof ReplacedExports, string>> = {
  createAgeClock: 'src/chain/elapsed.ts',
  createChannelReopener: 'src/discord/access/channel-reopener.ts',
  createDispatcher: 'src/outbox/dispatcher.ts',
  createFailingMessages: 'src/outbox/failing-messages.ts',
  createIngest: 'src/ingest/ingest.ts',
  createOutboxRest: 'src/discord/rest/outbox-rest.ts',
  createRecaps: 'src/ingest/recaps.ts',
  createRoleRunner: 'src/roles/role-runner.ts',
  createSilences: 'src/alerts/silences/silences.ts',
  createStore: 'src/store/open.ts',
  createSubscriptions: 'src/ingest/subscriptions.ts',
  fencedBy: 'src/store/leases.ts',
  fillTemplate: 'src/alerts/templates/fill.ts',
  findSpent: 'src/store/once.ts',
  isOver: 'src/alerts/rule-extras.ts',
  outcomeOf: 'commands/why/outcome.ts',
  outcomeOfFailure: 'src/discord/posting/failures.ts',
  pingVerdict: 'src/alerts/ping-verdict.ts',
  readBackWindow: 'src/discord/posting/read-back-window.ts',
  readFloor: 'src/alerts/floors/floor-progress.ts',
  rebuiltMessage: 'src/discord/render/alert-message.ts',
  recapDueAt: 'src/alerts/recaps/schedule.ts',
  retryDelayMs: 'src/outbox/retries.ts',
  updateDetectedAlert: 'src/store/detected-alerts.ts',
};

/** Another implementation of one of these exports. */
export interface Replacement {
  readonly name: keyof ReplacedExports;
  /** @param real the function that is exported */
  readonly by: (real: unknown) => unknown;
}

/** A mistake that somebody could make. */
export interface PlantedBug {
  readonly name: string;
  /** Several where one alone would change nothing that can be seen. */
  readonly replacements: readonly Replacement[];
}

/** Replaces an export by what is made of it. */
export const replace = <Name extends keyof ReplacedExports>(
  name: Name,
  by: (real: ReplacedExports[Name]) => ReplacedExports[Name],
): Replacement => ({ name, by: (real) => by(real as ReplacedExports[Name]) });
