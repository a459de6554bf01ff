import type { PlantedArea } from './planted-bug.ts';

/** What is read from the marketplace, and what is computed of it. */
export const MARKET_AREAS: readonly PlantedArea[] = [
  {
    area: 'Reading the marketplace',
    bugs: [
      {
        name: 'What was known of a token is forgotten when a later lookup fails',
        file: 'src/ingest/decide-late.ts',
        text: 'const alert = keepDetails(found, one.alert);',
        replacement: 'const alert = found;',
      },
      {
        name: 'A profit is computed from a purchase after the sale',
        file: 'src/ingest/price-context.ts',
        text: '...before.filter((trade) => trade.at <= at)',
        replacement: '...before',
      },
      {
        name: 'A feed that begins with the oldest records is read from the wrong end',
        file: 'src/ingest/newest-first.ts',
        text: "if (up > down && down <= few) return 'ascending';",
        replacement: "if (up > down && down <= few) return 'descending';",
      },
    ],
  },
  {
    area: 'Auctions, floors and recaps',
    bugs: [
      {
        name: 'A single reading announces a floor',
        file: 'src/alerts/floors/floor-progress.ts',
        text: 'span.low >= above',
        replacement: 'span.high >= above',
      },
      {
        name: 'A floor move is announced over hours in which nothing was read',
        file: 'src/alerts/floors/floor-progress.ts',
        text: 'isUnread ? endSpans(spans, seenAt) : spans',
        replacement: 'spans',
      },
      {
        name: 'An auction that ends at the hour of a recap is in two recaps',
        file: 'src/alerts/recaps/compute-recap.ts',
        text: 'at >= from && at < to',
        replacement: 'at >= from && at <= to',
      },
      {
        name: 'A recap compares with a day of which it knows only a part',
        file: 'src/alerts/recaps/compute-recap.ts',
        text: 'readSince !== null && readSince <= fromBefore',
        replacement: 'readSince !== null',
      },
      {
        name: 'An alert is posted after more than six hours',
        file: 'src/alerts/expiry.ts',
        text: 'STALE_AFTER_SECONDS = 6 * HOUR_SECONDS',
        replacement: 'STALE_AFTER_SECONDS = 12 * HOUR_SECONDS',
      },
    ],
  },
  {
    area: 'Fiat values and tickers',
    bugs: [
      {
        name: 'A fiat value has the rate of yesterday',
        file: 'src/marketplace/fiat-rates.ts',
        text: 'const MAX_AGE_MS = 30 * 60_000;',
        replacement: 'const MAX_AGE_MS = 48 * 3_600_000;',
      },
      {
        name: 'A price in another coin gets a fiat value of the chain’s coin',
        file: 'src/alerts/kinds/facts.ts',
        text: 'price === null || currency !== null || fiat === null',
        replacement: 'price === null || fiat === null',
      },
      {
        name: 'A fiat value of exactly 100 has cents',
        file: 'src/chain/fiat.ts',
        text: 'whole >= WHOLE_FROM',
        replacement: 'whole > WHOLE_FROM',
      },
      {
        name: 'A ticker is renamed three times in ten minutes',
        file: 'src/store/tickers.ts',
        text: 'at - before >= RENAME_WINDOW_MS;',
        replacement: 'at - before >= RENAME_WINDOW_MS / 2;',
      },
      {
        name: 'A rename whose answer was lost is made twice',
        file: 'src/outbox/tickers.ts',
        text: '    if (askedName !== null && !(await settleUnknown(ticker, askedName, name))) return;\n',
        replacement: '',
      },
      {
        name: 'A ticker that Discord refuses is tried again at every event of its server',
        file: 'src/discord/access/ticker-resumer.ts',
        text: '        if (resumed.has(channelId)) continue;\n',
        replacement: '',
      },
    ],
  },
  {
    area: 'Backtest',
    bugs: [
      {
        name: 'A backtest counts every edit of an auction as a message',
        file: 'src/alerts/backtest/message-counter.ts',
        text: 'if (message !== undefined) raise(message, highest);\n    else live',
        replacement: 'live',
      },
      {
        name: 'A backtest counts the first second after its period',
        file: 'src/alerts/backtest/message-counter.ts',
        text: 'const isCounted = at >= from && at < to;',
        replacement: 'const isCounted = at >= from && at <= to;',
      },
    ],
  },
];
