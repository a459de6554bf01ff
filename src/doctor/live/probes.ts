import type { Probe } from './probe.ts';
import { archivedThread } from './probes/archived-thread.ts';
import { clock } from './probes/clock.ts';
import { closedDirectMessages } from './probes/closed-direct-messages.ts';
import { componentsV2 } from './probes/components-v2.ts';
import { embedSize } from './probes/embed-size.ts';
import { emptyPage } from './probes/empty-page.ts';
import { nonceInForum } from './probes/nonce-in-forum.ts';
import { nonceTwoConnections } from './probes/nonce-two-connections.ts';
import { nonceWindow } from './probes/nonce-window.ts';
import { order } from './probes/order.ts';
import { publishing } from './probes/publishing.ts';
import { rateLimitAnswer } from './probes/rate-limit-answer.ts';
import { rateLimitHeaders } from './probes/rate-limit-headers.ts';
import { silentMessage } from './probes/silent-message.ts';
import { suppressedEmbeds } from './probes/suppressed-embeds.ts';
import { threadTwice } from './probes/thread-twice.ts';

/** All probes, in the order of a run: the one that takes minutes is last. */
export const PROBES: readonly Probe[] = [
  clock,
  nonceTwoConnections,
  nonceInForum,
  order,
  emptyPage,
  suppressedEmbeds,
  rateLimitHeaders,
  rateLimitAnswer,
  threadTwice,
  archivedThread,
  publishing,
  closedDirectMessages,
  componentsV2,
  embedSize,
  silentMessage,
  nonceWindow,
];
