import type { AuctionIntake } from '../../../domain/intake.ts';
import type { AuctionStore } from '../../store.ts';
import type { AuctionTables } from '../tables/auctions.ts';
import type { IntakeVerb } from './addressing.ts';
import type { AlertIntake } from './alert-intake.ts';
import type { VerbMaker } from './verb.ts';

function isEmpty({ tracked, dropped, alerts, topics }: AuctionIntake): boolean {
  return [tracked, dropped, alerts, topics].every(({ length }) => length === 0);
}

/** The verbs of the auctions that are watched. */
export function createAuctionVerbs(
  verb: VerbMaker,
  auctions: AuctionTables,
  { takeIn }: AlertIntake,
  intakeVerb: IntakeVerb,
): AuctionStore {
  return {
    trackedAuctions: verb.read(() => (auctions.begun() ? auctions.all() : null)),
    watchedAuctions: verb.read(() => (auctions.begun() ? auctions.count() : null)),
    auctionStates: verb.read(auctions.states),
    takeInAuctions: intakeVerb((intake) => {
      if (isEmpty(intake) && auctions.begun()) return { news: [], edits: [] };
      auctions.noteLook(intake.at);
      for (const tracked of intake.tracked) auctions.save(tracked);
      for (const id of intake.dropped) auctions.remove(id);
      return takeIn(intake);
    }),
  };
}
