import { createMatcher } from '#src/alerts/matcher.ts';
import type { Subscription } from '#src/alerts/subscription.ts';
import { createRecaps } from '#src/ingest/recaps.ts';
import { silentLog } from './silent-log.ts';

type Deps = Parameters<typeof createRecaps>[0];

/** The recaps of these rules, of a market without names and details. */
export const recapsOf = (
  rules: readonly Subscription[],
  deps: Pick<Deps, 'store' | 'timeZoneOf' | 'feedReadAt' | 'now'> & Partial<Pick<Deps, 'facts'>>,
) =>
  createRecaps({
    index: createMatcher(rules, { isWhitelisted: () => true }),
    facts: { isWhitelisted: () => true },
    nameOf: () => null,
    enrich: async (alerts) => alerts,
    log: silentLog,
    wake: () => undefined,
    ...deps,
  });
