import { setImmediate } from 'node:timers/promises';
import type { AlertIntake } from './alert-intake.ts';
import type { VerbMaker } from './verb.ts';

/** Makes a verb of an intake, which resolves when every channel has its deliveries. */
export type IntakeVerb = <I>(
  work: (intake: I) => ReturnType<AlertIntake['takeIn']>,
) => (intake: I) => Promise<readonly string[]>;

/** How large intakes are brought to their end. */
export interface Addressing {
  readonly intakeVerb: IntakeVerb;
  /** Brings an intake to its end that an earlier process, or a failure, left unfinished. */
  finish(): Promise<void>;
}

/**
 * An intake is one transaction: what was seen, the alerts, and either their deliveries or, for more than a few hundred, the
 * list of channels that are still to get them. These follow in transactions of their own, with time for everything else
 * in between: one event for 10,000 channels would stop the whole process for half a second otherwise. As the list is
 * written with the seen marks, it makes no difference where the process ends: the next one goes on with the list.
 * @param now epoch ms
 */
export function createAddressing(verb: VerbMaker, intake: AlertIntake, now: () => number): Addressing {
  /** Channels with something new that nobody has heard of yet; more than one call's where an earlier one failed half-way. */
  const untold = new Set<string>();
  const isUnfinished = verb.read(() => intake.unfinished());
  const addressNext = verb.write(() => ({ news: intake.addressNext(now()), more: intake.unfinished() }));

  async function addressAll(): Promise<void> {
    for (let more = true; more; ) {
      await setImmediate();
      const next = await addressNext();
      for (const channelId of next.news) untold.add(channelId);
      more = next.more;
    }
  }

  return {
    intakeVerb<I>(work: (intake: I) => ReturnType<AlertIntake['takeIn']>) {
      const begin = verb.write((given: I) => {
        const { news, edits } = work(given);
        return { channels: [...news, ...edits], more: intake.unfinished() };
      });
      return async (given: I) => {
        const { channels, more } = await begin(given);
        for (const channelId of channels) untold.add(channelId);
        if (more) await addressAll();
        const all = [...untold];
        untold.clear();
        return all;
      };
    },
    async finish() {
      if (await isUnfinished()) await addressAll();
    },
  };
}
