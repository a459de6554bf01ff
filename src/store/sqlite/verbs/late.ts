import type { MarketAlert } from '../../../domain/alert.ts';
import type { FeedRecord } from '../../../domain/feed-record.ts';
import type { RevisedAlert } from '../../../domain/undecided.ts';
import type { LateStore } from '../../late-store.ts';
import type { AlertTable } from '../tables/alerts.ts';
import type { FeedRecordTables } from '../tables/feed-records.ts';
import type { UndecidedTables } from '../tables/undecided.ts';
import type { IntakeVerb } from './addressing.ts';
import type { AlertIntake } from './alert-intake.ts';
import type { VerbMaker } from './verb.ts';

/** The verbs of what the marketplace tells late. */
export function createLateVerbs(
  verb: VerbMaker,
  {
    feedRecords,
    undecided,
    alerts,
  }: {
    readonly feedRecords: FeedRecordTables;
    readonly undecided: UndecidedTables;
    readonly alerts: AlertTable;
  },
  { takeIn }: AlertIntake,
  intakeVerb: IntakeVerb,
): LateStore {
  function stored(key: string): readonly MarketAlert[] {
    const alert = alerts.find(key)?.alert;
    return alert === undefined || alert.type === 'notice' ? [] : [alert];
  }

  return {
    recordsOfKeys: verb.read((keys) => keys.map((key) => feedRecords.ofKey(key))),
    recordsAt: verb.read((places) => {
      const found = new Map<number, FeedRecord>();
      for (const place of places)
        for (const record of feedRecords.atPlaces(place)) found.set(record.id, record);
      return [...found.values()];
    }),
    recordsOfAlerts: verb.read((alertKeys) => alertKeys.map((key) => feedRecords.ofAlert(key))),
    storedAlerts: verb.read((keys) => keys.flatMap(stored)),
    awaitedSince: verb.read(() => undecided.awaitedSince()),
    toLookUp: verb.read((triedBefore, limit) => undecided.toLookUp(triedBefore, limit)),
    overdue: verb.read((before, after, limit) => undecided.overdue(before, after, limit)),
    revise: intakeVerb(
      ({ at, revised }: { readonly at: number; readonly revised: readonly RevisedAlert[] }) =>
        takeIn({ at, alerts: [], topics: [], revised }),
    ),
    giveUpUndecided: verb.write((givenUp, at) => {
      for (const { key, channelIds } of givenUp) {
        const id = alerts.find(key)?.id;
        if (id === undefined) continue;
        for (const channelId of channelIds) undecided.count(channelId, id, at);
        undecided.put(id, null, at, at);
        alerts.forgetUntold(id);
      }
    }),
  };
}
