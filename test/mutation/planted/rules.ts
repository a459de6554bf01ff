import type { PlantedArea } from './planted-bug.ts';

/** Which events are posted where, and for whom. */
export const RULES_AREAS: readonly PlantedArea[] = [
  {
    area: 'Alerts and rules',
    bugs: [
      {
        name: 'A sale at exactly the lowest price of a ping pings nobody',
        file: 'src/alerts/ping.ts',
        text: 'price !== null && price >= minimum',
        replacement: 'price !== null && price > minimum',
      },
      {
        name: 'A role is not pinged for hours after the clock was set back',
        file: 'src/alerts/ping.ts',
        text: 'lastPingAt <= at && at < lastPingAt + coolDownMs',
        replacement: 'at < lastPingAt + coolDownMs',
      },
      {
        name: 'Quiet hours last a minute too long',
        file: 'src/alerts/quiet-hours.ts',
        text: 'const end = Math.floor(time / MINUTE_MS)',
        replacement: 'const end = Math.ceil(time / MINUTE_MS)',
      },
      {
        name: 'Two sales in one transaction are called a sweep',
        file: 'src/alerts/detect/sales.ts',
        text: 'const SWEEP_MINIMUM = 3;',
        replacement: 'const SWEEP_MINIMUM = 2;',
      },
      {
        name: 'Sales to different buyers in one transaction are called one sweep',
        file: 'src/alerts/detect/sales.ts',
        text: '`${txHash}:${to}`',
        replacement: '`${txHash}`',
      },
      {
        name: 'A sale that equals the highest price is called a record',
        file: 'src/alerts/price-context.ts',
        text: 'price > history.highest)',
        replacement: 'price >= history.highest)',
      },
      {
        name: 'A listing that made the floor an hour ago is not below it',
        file: 'src/alerts/price-context.ts',
        text: 'return isFloor && mayHaveMadeIt && floorBefore.amount > floor',
        replacement: 'return isFloor && floorBefore.amount > floor',
      },
      {
        name: 'A sale before the end of an auction is taken for its result',
        file: 'src/alerts/auctions/settlement.ts',
        text: 'occurredAt >= end',
        replacement: 'occurredAt >= 0',
      },
      {
        name: 'An auction that the marketplace no longer lists is announced as about to end',
        file: 'src/alerts/auctions/auction-endings.ts',
        text: 'announced.started && missingSince === null &&',
        replacement: 'announced.started &&',
      },
      {
        name: 'A recap is posted a day late instead of not at all',
        file: 'src/alerts/recaps/schedule.ts',
        text: 'return now - due.at < lateMs ? due : null;',
        replacement: 'return due;',
      },
      {
        name: 'A recap at an hour that a clock change skips is posted on the next day',
        file: 'src/chain/local-day.ts',
        text: 'return localDayAt(first, timeZone) === day ? first : null;',
        replacement: 'return first;',
      },
      {
        name: 'A floor is announced again and again while it swings around a threshold',
        file: 'src/alerts/floors/floor-progress.ts',
        text: "const isArmed = state === 'reached' ? isFar : isOther;",
        replacement: 'const isArmed = isOther;',
      },
      {
        name: 'A rule for the 100 rarest leaves out rank 100',
        file: 'src/alerts/filters/rank.ts',
        text: 'subject.rank <= worst',
        replacement: 'subject.rank < worst',
      },
    ],
  },
  {
    area: 'Pings',
    bugs: [
      {
        name: 'Pings for 500 and up ping for everything that the alert posts',
        file: 'src/alerts/filters/pings.ts',
        text: 'other > one)',
        replacement: 'other < one)',
      },
      {
        name: 'An alert pings although the conditions of its pings do not hold',
        file: 'src/alerts/ping.ts',
        text: 'rules.filter(({ isPinging = true }) => isPinging)',
        replacement: 'rules.filter(() => true)',
      },
      {
        name: 'A message that pings is silent',
        file: 'src/alerts/silence.ts',
        text: '  if (pingRoleIds.length > 0) return false;\n',
        replacement: '',
      },
    ],
  },
  {
    area: 'Once, ends and exclusions',
    bugs: [
      {
        name: 'An alert that posts once never posts after its only alert expired',
        file: 'src/store/once.ts',
        text: "new Set(['expired', 'dead', 'dropped'])",
        replacement: "new Set(['dead', 'dropped'])",
      },
      {
        name: 'What happens at the very end of an alert is not posted',
        file: 'src/alerts/rule-extras.ts',
        text: 'occurredAt * 1_000 > endsAt',
        replacement: 'occurredAt * 1_000 >= endsAt',
      },
      {
        name: 'An alert that ends on a date ends before that day',
        file: 'src/chain/end-time.ts',
        text: 'time !== undefined ? readMinutes(time) : includesDay ? END_OF_DAY : 0',
        replacement: 'time !== undefined ? readMinutes(time) : 0',
      },
      {
        name: 'A token is posted before its excluded traits are known',
        file: 'src/alerts/filters/exclude.ts',
        text: "return subject.open.rankAndTraits ? 'undecided' : 'yes';",
        replacement: "return 'yes';",
      },
      {
        name: 'Only the first of several excluded collections is excluded',
        file: 'src/alerts/filters/exclude.ts',
        text: 'not?.includes(collection) === true',
        replacement: 'not?.[0] === collection',
      },
    ],
  },
  {
    area: 'Watches',
    bugs: [
      {
        name: 'A person at the hourly limit learns too late that they were outbid',
        file: 'src/alerts/person-limit.ts',
        text: 'return { until: notice.until, includeUrgent: false };',
        replacement: 'return { until: notice.until, includeUrgent: true };',
      },
      {
        name: 'A watched auction is cancelled without a word',
        file: 'src/alerts/watches/watch.ts',
        text: 'rule([AUCTION_TOPIC.ended, AUCTION_TOPIC.cancelled], ofAuction)',
        replacement: 'rule([AUCTION_TOPIC.ended], ofAuction)',
      },
      {
        name: 'A watched wallet sells at auction without a word',
        file: 'src/alerts/watches/watch.ts',
        text: "rule([saleTopic.value, AUCTION_TOPIC.ended], as('seller'))",
        replacement: "rule([saleTopic.value], as('seller'))",
      },
    ],
  },
];
