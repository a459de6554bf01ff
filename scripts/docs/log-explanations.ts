/** What a log line means, and what an operator can do; each is one or two sentences of Markdown. */
export interface LogExplanation {
  readonly meaning: string;
  readonly remedy: string;
}

const NOTHING = 'Nothing.';
const RETRIED = 'Nothing; the bot retries.';
const NETWORK =
  'If it lasts: check network, DNS and firewall, and [Discord’s status](https://discordstatus.com).';
const DATABASE = 'If it lasts: check the database and the connection to it; `err` has the reason.';
const DOCTOR = 'Run `npm run doctor`; it names what differs.';
const REPORT = 'Open an issue with the line.';

/**
 * Explanations of the messages at `warn` and above, by message; `…` stands for a variable part. `npm run docs` fails
 * while a message is missing here, and a test fails while one is here that is logged no more.
 */
export const LOG_EXPLANATIONS: Readonly<Record<string, LogExplanation>> = {
  // The process
  'error.message': {
    meaning:
      'The bot cannot start or continue. The message names the reason; `code` is `CONFIG_INVALID`, `STORE_UNUSABLE`, `DISCORD_UNAVAILABLE` or similar. At `warn`: the same while the bot was being stopped.',
    remedy: 'Do what the message says. See [status 78](troubleshooting.md#it-ended-with-status-78).',
  },
  'unexpected error, exiting': {
    meaning: 'A bug ended the process with status 70. Nothing is lost.',
    remedy: `Let a supervisor restart the bot. ${REPORT}`,
  },
  'shutdown timed out': {
    meaning:
      'The bot did not stop within 14 seconds and exited. Requests in progress are settled at the next start.',
    remedy: 'If it repeats: open an issue; `open` lists what was still in use.',
  },
  'log level changed': { meaning: 'SIGUSR2 switched the log level.', remedy: NOTHING },
  'request to the health server failed': {
    meaning: 'A request for `/metrics`, `/readyz` or `/healthz` was answered with status 500.',
    remedy: REPORT,
  },
  'health server error': {
    meaning: 'The HTTP server reported an error while it was running.',
    remedy: 'If it repeats: check limits on open files and connections; `err` has the reason.',
  },
  'message to OPERATOR_CHANNEL_ID not sent; retrying': {
    meaning:
      'Discord did not accept the bot’s message in the operator’s channel. The bot retries every ten minutes.',
    remedy: 'Let the bot view the channel and send messages there, or correct `OPERATOR_CHANNEL_ID`.',
  },
  'chart not drawn': {
    meaning: 'An alert or answer is sent without its chart.',
    remedy: `If it repeats: look at memory. ${REPORT}`,
  },

  // Roles of several processes
  'role lost': {
    meaning:
      'The process did not renew its lease in time, or another process took the role. The role starts elsewhere.',
    remedy: 'If it repeats: check the connection to the database and the load of the machine.',
  },
  'role start failed; retrying': {
    meaning: 'A part of the bot (`role`) could not start. It is tried again after `pauseMs`.',
    remedy: '`err` has the reason, usually the database or the network.',
  },
  'role failed': {
    meaning: 'A part of the bot (`role`) ended with an error. It starts again, here or in another process.',
    remedy: `If it repeats: ${REPORT.toLowerCase()}`,
  },
  'role release failed': {
    meaning: 'The database did not accept that the process gives up a role. The lease expires by itself.',
    remedy: NOTHING,
  },
  'lease check failed': { meaning: 'The roles could not be read from the database.', remedy: DATABASE },
  'lease renewal failed': {
    meaning: 'The process could not renew its leases. It loses its roles if this continues.',
    remedy: DATABASE,
  },
  'shard check failed': {
    meaning: 'The table of shards could not be read or written.',
    remedy: DATABASE,
  },
  'shard session not saved': {
    meaning: 'Another process cannot resume the shard’s session, and would have to start a new one.',
    remedy: DATABASE,
  },
  'shard not connected; released to other processes': {
    meaning: 'A shard had no connection for too long, and other processes are running.',
    remedy: 'Check the network of this process.',
  },
  'check for a connected process failed': {
    meaning:
      'Discord does not answer this process, and the database did not say whether another process reaches it.',
    remedy: DATABASE,
  },
  'changes of other processes not read; retrying': {
    meaning: 'Alerts and settings that were changed through another process take effect here later.',
    remedy: DATABASE,
  },
  '… failed; retrying': {
    meaning:
      'A regular check of the database failed: for new alerts, due notices, stopped channels, tickers or ids of commands.',
    remedy: DATABASE,
  },

  // Discord: connection and commands
  'Discord unreachable; roles released': {
    meaning:
      'Discord does not answer this process, but another process is connected. That one takes the roles.',
    remedy: 'Check the network of this process.',
  },
  'gateway information not read': {
    meaning: 'Discord did not answer the request for the gateway’s address. The bot asks again.',
    remedy: NETWORK,
  },
  'gateway information not read; retrying': {
    meaning: 'Discord did not answer the request for the gateway’s address. Logged once until it succeeds.',
    remedy: NETWORK,
  },
  'gateway connection error': {
    meaning: 'The connection to the gateway reported an error. It is opened again.',
    remedy: 'If it repeats: look for proxies and NAT timeouts.',
  },
  'READY event not understood': {
    meaning: 'Discord’s first event has an unknown format, so the shard does not come online.',
    remedy: `Update the bot. ${REPORT}`,
  },
  'bot user not read; retrying': {
    meaning: 'Discord did not say which user the bot is.',
    remedy: NETWORK,
  },
  'more shards required; reconnecting': {
    meaning: 'Discord requires more shards because the bot is in more servers. It reconnects with as many.',
    remedy: NOTHING,
  },
  'connecting with more shards failed': {
    meaning: 'The bot could not reconnect with the number of shards that Discord requires.',
    remedy: 'Restart the bot; `err` has the reason.',
  },
  'session start limit almost reached': {
    meaning: 'Most of the session starts that Discord allows in a day are used.',
    remedy: 'Find out what restarts or disconnects the bot.',
  },
  'session start limit reached; waiting for its reset': {
    meaning: 'Discord allows no more session starts. The bot stays offline for up to `resetAfterMs`.',
    remedy: 'Find out what restarts or disconnects the bot.',
  },
  'session starts held back until the limit resets': {
    meaning: 'Too few session starts are left, so shards that need one wait until `resetsAt`.',
    remedy: 'Find out what restarts or disconnects the bot.',
  },
  'session start waiting for the database': {
    meaning: 'Session starts are counted in the database, which did not answer.',
    remedy: DATABASE,
  },
  'commands rejected by Discord; earlier ones kept': {
    meaning: 'Discord calls the commands of this version invalid. Those registered before stay.',
    remedy: `${REPORT} \`err\` has the answer of Discord.`,
  },
  'command registration failed; retrying': {
    meaning: 'The commands could not be registered. Alerts are posted meanwhile.',
    remedy: NETWORK,
  },
  'commands not delivered: Interactions Endpoint URL set, but INTERACTIONS is not http': {
    meaning: 'Discord sends interactions to the URL in the developer portal, not to the gateway.',
    remedy: 'Set `INTERACTIONS=http`, or remove the URL in the portal.',
  },
  'INTERACTIONS is http, but no Interactions Endpoint URL set': {
    meaning: 'Interactions still arrive through the gateway, and are answered.',
    remedy: 'Save the URL in the developer portal. See [installation](operating.md).',
  },
  'command failed': {
    meaning: 'A command, button or form ended with an unexpected error, and its user was told to try again.',
    remedy: REPORT,
  },
  'modal not rendered': {
    meaning: 'The button that reopens a refused form is missing in the answer.',
    remedy: REPORT,
  },
  'interaction response not sent': {
    meaning: 'Discord did not accept an answer. Answers that came too late are logged at `info`.',
    remedy: 'Check the clock, the load and the network of the machine.',
  },
  'interaction not answered': {
    meaning:
      'The database did not say whether another process answers an interaction, so this one did not answer it.',
    remedy: DATABASE,
  },
  'unknown interaction ignored': {
    meaning: 'Discord sent an interaction of an unknown kind.',
    remedy: 'Update the bot.',
  },
  'server of an interaction not read': {
    meaning:
      'Discord did not describe the server in which a command was used; its user was told to try again.',
    remedy: NETWORK,
  },
  'notice of refused direct messages not sent': {
    meaning: 'A user could not be told that Discord rejects the bot’s direct messages to them.',
    remedy: NOTHING,
  },
  'channel check failed; retrying': {
    meaning: 'The permissions in the channels of some servers could not be checked or stored.',
    remedy: DATABASE,
  },
  'channel permissions not saved; retrying': {
    meaning: 'The bot’s permissions in its channels could not be stored after it connected.',
    remedy: DATABASE,
  },

  // Posting
  'channel rejects messages; alerts on hold': {
    meaning: 'Discord does not accept the bot’s messages in a channel. Its alerts wait for up to six hours.',
    remedy:
      'See [a channel has stopped](server-troubleshooting.md#a-channel-has-stopped); `code` has the reason.',
  },
  'greeting not saved; retrying': {
    meaning: 'The greeting of a server that invited the bot could not be stored.',
    remedy: RETRIED,
  },
  'channel not renamed; ticker on hold': {
    meaning:
      'Discord does not let the bot rename the voice channel of a ticker. It is tried again every hour, and when the permission is back.',
    remedy: 'See `/settings ticker` in that server; `code` has the reason.',
  },
  'no channel for a notice found': {
    meaning: 'A channel is on hold, and the bot cannot write to anybody who could help.',
    remedy: 'Tell an admin of the server.',
  },
  'search for a notice channel failed; retrying': {
    meaning: 'The bot could not determine who gets the notice about a channel on hold.',
    remedy: RETRIED,
  },
  'due notices not read; retrying': {
    meaning: 'The notices to be sent could not be read.',
    remedy: DATABASE,
  },
  'alerts expired unposted': {
    meaning: 'Alerts waited for more than six hours and are not posted.',
    remedy: 'Find out why the channel was on hold: `/alerts health`.',
  },
  'embed rejected; sending plain text': {
    meaning: 'Discord rejected a message with an embed. It is sent again as plain text.',
    remedy: `If it repeats: ${REPORT.toLowerCase()}`,
  },
  'batch rejected; sending its alerts one by one': {
    meaning: 'Discord rejected a message with several alerts. Each is sent on its own.',
    remedy: NOTHING,
  },
  'summary rejected; halving it': {
    meaning: 'Discord rejected a summary. It is sent in two halves.',
    remedy: NOTHING,
  },
  'posted without rejected parts': {
    meaning: 'Discord rejected a picture, a link, a button or a text, and the alert was posted without it.',
    remedy: '`leftOut` names the parts. Check the URL settings.',
  },
  'alert rejected in every layout; trying the next message': {
    meaning:
      'Discord rejected an alert even as plain text. If it accepts the next message, the alert is at fault.',
    remedy: RETRIED,
  },
  'alert rejected in every layout; abandoned': {
    meaning: 'Discord rejected an alert even as plain text. It is not posted.',
    remedy: `${REPORT} \`detail\` has the answer of Discord.`,
  },
  'next message accepted; rejected alerts abandoned': {
    meaning: 'Discord accepted another message in the channel, so the rejected alerts are not posted.',
    remedy: REPORT,
  },
  'delivery not verifiable; channel on hold': {
    meaning:
      'Discord’s response was lost, and the bot cannot check whether the message was posted. `reason` says why.',
    remedy: 'Answer in `/alerts health`, or give the bot *Read Message History*.',
  },
  'delivery not verifiable; alerts abandoned': {
    meaning: 'The same where nobody can be asked. The alerts are counted as not posted.',
    remedy: NOTHING,
  },
  'channel read-back failed; retrying': {
    meaning: 'Discord did not show a channel’s messages in ten attempts. Its alerts wait meanwhile.',
    remedy: NETWORK,
  },
  'channel queue failed; retrying': {
    meaning: 'An unexpected error in the queue of a channel. It continues from the stored state.',
    remedy: `${DATABASE} Otherwise open an issue.`,
  },
  'recovery of unfinished posts failed; retrying': {
    meaning:
      'The posts that an earlier process left unfinished could not be read. Nothing is posted meanwhile.',
    remedy: DATABASE,
  },
  'edit rejected by Discord; skipped': {
    meaning: 'Discord rejected every change of a posted message. It stays as it is.',
    remedy: REPORT,
  },

  // The marketplace
  'poll of … failed; retrying with backoff': {
    meaning: 'The marketplace did not answer, or answered with an error. Logged once until it answers.',
    remedy: 'If it lasts: run `npm run doctor`, and check `MARKETPLACE_URL`.',
  },
  'data of … not stored; retrying with backoff': {
    meaning: 'The database did not store the data of a poll. Nothing is lost: the next poll reads it again.',
    remedy: 'Check free disk space and the database; `err` has the reason.',
  },
  'format of … not understood; nothing of it posted': {
    meaning: 'Almost no record of a list can be read. Nothing of it counts as seen.',
    remedy: `${DOCTOR} Update the bot.`,
  },
  'many unreadable records in the feed': {
    meaning:
      'More than 3% of an hour’s records could not be read. They are not posted; `reasons` says what is wrong.',
    remedy: `${DOCTOR} Open an issue with its output.`,
  },
  'unreadable records skipped': {
    meaning: 'Some records of the feed lack what an alert needs.',
    remedy: DOCTOR,
  },
  'unexpected data from the marketplace': {
    meaning: 'A part of an answer could not be read and was skipped. `sample` shows it.',
    remedy: DOCTOR,
  },
  'gap in the feed': {
    meaning: 'More events happened between two polls than the feed shows. The missing ones are not posted.',
    remedy: 'Poll more often (`POLL_SCHEDULE`), and keep the bot running.',
  },
  'feed order changed': {
    meaning:
      'The order of the feed’s records changed. With `order` “oldest first, one page”, new events cannot be read.',
    remedy: 'For “oldest first, one page”: ask the marketplace for a feed that is sorted newest first.',
  },
  'event ids not unique': {
    meaning: 'Several events have the same id. The bot distinguishes them by their other fields.',
    remedy: 'Report it to the marketplace.',
  },
  'feed shorter than before': {
    meaning:
      'The feed shows fewer records than at the last poll. The missing ones are posted once they appear.',
    remedy: NOTHING,
  },
  'alerts dropped: details for filters missing': {
    meaning:
      'The marketplace did not report details that a filter needs (such as traits or rank) within ten minutes.',
    remedy: 'Nothing; `/alerts health` counts them.',
  },
  'alerts of ending auctions not saved; retrying': {
    meaning: 'Alerts about auctions that end soon could not be stored.',
    remedy: DATABASE,
  },
  'auction no longer tracked': {
    meaning: 'A running auction disappeared from the marketplace’s list. `reason` says how.',
    remedy: NOTHING,
  },
  'further auctions no longer tracked': { meaning: 'The same for more auctions, counted.', remedy: NOTHING },
  'too many auctions; those over the limit not tracked': {
    meaning: 'More auctions are running than the bot tracks ([bounds](bounds.md)). The rest have no alerts.',
    remedy: NOTHING,
  },
  'auctions skipped: too large to read': {
    meaning: 'The marketplace’s answer about these auctions is over the size limit.',
    remedy: DOCTOR,
  },
  'collection list not read; using the last copy': {
    meaning:
      'The list of collections could not be read completely. New collections are missing in suggestions.',
    remedy: RETRIED,
  },
  'fiat rate not read; retrying': {
    meaning: 'The price of FIAT_RATE_URL could not be read. After 30 minutes, no fiat values are shown.',
    remedy: DOCTOR,
  },
  'collection list not refreshed': {
    meaning: 'The list of collections could not be refreshed.',
    remedy: RETRIED,
  },
  'collection list not saved': {
    meaning:
      'The copy of the collection list could not be written. After a restart, an older copy is used first.',
    remedy: DATABASE,
  },
  'saved collection list not readable': {
    meaning: 'The saved copy of the collection list could not be read. It is fetched again.',
    remedy: NOTHING,
  },
  'collection list over the limit; the rest left out': {
    meaning: 'The marketplace has more collections than the bot keeps ([bounds](bounds.md)).',
    remedy: NOTHING,
  },

  // The database
  'opening the database failed; retrying': {
    meaning: 'The disk does not allow the database to be opened now, for example because it is full.',
    remedy: 'Free disk space; `err` has the reason.',
  },
  'database unreachable; retrying': {
    meaning: 'The PostgreSQL server did not answer at the start. Logged once.',
    remedy: 'Start the server, or correct `DATABASE_URL`.',
  },
  'database connection lost': {
    meaning: 'PostgreSQL closed a connection. It is opened again.',
    remedy: 'If it repeats: look at the server’s log.',
  },
  'database at risk': {
    meaning: '`problem` names a setting of the server that can lose data or expose it.',
    remedy: 'Do what `remedy` says.',
  },
  'LISTEN not supported by this connection; polling every two seconds': {
    meaning: 'Probably a pooler in transaction mode. Alerts are posted up to two seconds later.',
    remedy: 'Let `DATABASE_URL` name the server itself, or a pooler in session mode.',
  },
  'expired rows not deleted; next pass within an hour': {
    meaning: 'Data past its retention could not be deleted.',
    remedy: DATABASE,
  },
  'database restored from a backup; verifying posts before repeating them': {
    meaning: 'The bot searches the channels for alerts that may have been posted after the backup was made.',
    remedy: NOTHING,
  },
  'database history changed; verifying posts before repeating them': {
    meaning:
      'Another server, or another timeline after a failover, wrote the database. Commits may have been lost.',
    remedy: NOTHING,
  },
  'database file deleted or replaced; posting paused': {
    meaning: 'Somebody deleted, moved or replaced the SQLite file under the running bot.',
    remedy: 'See [the database file is gone](troubleshooting.md#the-database-file-is-gone).',
  },
  'copy of the lost database saved': {
    meaning: 'The content of the lost file was saved to `copy`.',
    remedy: 'Stop the bot, then restore the copy with `npm run restore`.',
  },
  'database copy failed; retrying. Do not stop the process': {
    meaning: 'The content of the lost file exists only in the running process.',
    remedy: 'Free disk space, or give the folder back to the bot’s user, before you stop the process.',
  },
  'database file back in place': {
    meaning: 'The SQLite file was moved back, and the bot continues.',
    remedy: NOTHING,
  },
};
