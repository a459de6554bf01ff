import type { Writer } from '../writer.ts';
import { activityMessages } from './activity.ts';
import { alertCommandMessages } from './alert-commands.ts';
import { alertFileMessages } from './alert-files.ts';
import { alertHealthMessages } from './alert-health.ts';
import { alertListMessages } from './alert-list.ts';
import { alertLogMessages } from './alert-log.ts';
import { amountMessages } from './amounts.ts';
import { auctionMessages } from './auction.ts';
import { auctionAlertMessages } from './auction-alerts.ts';
import { backtestMessages } from './backtest.ts';
import { channelProblemMessages } from './channel-problems.ts';
import { channelSettingMessages } from './channel-settings.ts';
import { chartMessages } from './charts.ts';
import { collectionMessages } from './collection.ts';
import { collectionChartMessages } from './collection-chart.ts';
import { exactCollectionMessages } from './exact-collection.ts';
import { factMessages } from './facts.ts';
import { filterMessages } from './filters.ts';
import { followMessages } from './follow.ts';
import { greetingMessages } from './greeting.ts';
import { helpMessages } from './help.ts';
import { holderMessages } from './holders.ts';
import { interactionMessages } from './interactions.ts';
import { kindMessages, kindOptionMessages, topicMessages } from './kinds.ts';
import { languageMessages } from './languages.ts';
import { layoutMessages } from './layouts.ts';
import { listMessages } from './lists.ts';
import { oneStepMessages } from './one-step.ts';
import { operatorMessages } from './operator.ts';
import { ownedMessages } from './owned.ts';
import { permissionMessages } from './permissions.ts';
import { profileMessages } from './profile.ts';
import { rarityMessages } from './rarity.ts';
import { recapMessages, recapOptionMessages } from './recaps.ts';
import { serverSettingMessages } from './server-settings.ts';
import { setUpMessages } from './set-up.ts';
import { silenceMessages } from './silences.ts';
import { statusMessages } from './status.ts';
import { templateMessages } from './templates.ts';
import { tickerMessages } from './ticker.ts';
import { tokenMessages } from './token.ts';
import { tokenListMessages } from './tokens.ts';
import { topMessages } from './top.ts';
import { traitMessages } from './traits.ts';
import { watchMessages } from './watches.ts';
import { whyMessages } from './why.ts';

/** Every sentence that users read, in English. */
export function english(writer: Writer) {
  return {
    activity: activityMessages(writer),
    alertCommands: alertCommandMessages(writer),
    alertFiles: alertFileMessages(writer),
    alertHealth: alertHealthMessages(writer),
    alertList: alertListMessages(writer),
    alertLog: alertLogMessages(writer),
    amounts: amountMessages(writer),
    auction: auctionMessages(writer),
    auctionAlerts: auctionAlertMessages(writer),
    backtest: backtestMessages(writer),
    channelProblems: channelProblemMessages(writer),
    channelSettings: channelSettingMessages(writer),
    charts: chartMessages(writer),
    collection: collectionMessages(writer),
    collectionChart: collectionChartMessages(writer),
    exactCollection: exactCollectionMessages(writer),
    facts: factMessages(writer),
    filters: { ...filterMessages(writer), ...kindOptionMessages(writer), ...recapOptionMessages(writer) },
    follow: followMessages(writer),
    greeting: greetingMessages(writer),
    help: helpMessages(writer),
    holders: holderMessages(writer),
    interactions: interactionMessages(writer),
    kinds: kindMessages(writer),
    language: languageMessages(writer),
    layouts: layoutMessages(writer),
    lists: listMessages(writer),
    oneStep: oneStepMessages(writer),
    operator: operatorMessages(writer),
    owned: ownedMessages(writer),
    permissions: permissionMessages(writer),
    profile: profileMessages(writer),
    rarity: rarityMessages(writer),
    recaps: recapMessages(writer),
    serverSettings: serverSettingMessages(writer),
    setUp: setUpMessages(writer),
    silences: silenceMessages(writer),
    status: statusMessages(writer),
    templates: templateMessages(writer),
    ticker: tickerMessages(writer),
    token: tokenMessages(writer),
    tokens: tokenListMessages(writer),
    top: topMessages(writer),
    topics: topicMessages(writer),
    traits: traitMessages(writer),
    watches: watchMessages(writer),
    why: whyMessages(writer),
  };
}
