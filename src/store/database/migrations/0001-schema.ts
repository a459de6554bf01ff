import type { SchemaMigration } from './migration.ts';

/**
 * The schema for both databases. `tables.ts` documents the columns. Until version 0.1.0 is released, columns are added
 * here.
 */
export const initial: SchemaMigration = {
  name: '0001-schema',
  oldestProgram: 1,
  statements: ({ id, text, real, integer, boolean, end }) => [
    `create table seen_keys (
       id ${id},
       key ${text} not null unique,
       seen_at ${real} not null
     ) ${end}`,

    `create table feed_state (
       id ${integer} primary key check (id = 1),
       baseline_at ${real} not null,
       new_records_after ${real} not null,
       last_ingest_at ${real} not null,
       record_counts ${text} not null default '{}'
     ) ${end}`,

    `create table feed_gaps (
       id ${id},
       noticed_at ${real} not null,
       oldest_read_at ${real}
     ) ${end}`,

    `create table feed_records (
       id ${id},
       payload ${text} not null,
       alert_key ${text},
       transaction_position ${text},
       time_position ${text},
       occurred_at ${real} not null,
       seen_at ${real} not null
     ) ${end}`,
    'create index feed_records_alert on feed_records (alert_key) where alert_key is not null',
    'create index feed_records_transaction on feed_records (transaction_position) where transaction_position is not null',
    'create index feed_records_time on feed_records (time_position) where time_position is not null',

    `create table feed_record_keys (
       key ${text} not null primary key,
       record_id ${integer} not null references feed_records (id) on delete cascade
     ) ${end}`,
    'create index feed_record_keys_record on feed_record_keys (record_id)',

    `create table alerts (
       id ${id},
       key ${text} not null unique,
       topic ${text} not null,
       live_key ${text},
       about_channel_id ${text},
       payload ${text} not null,
       version ${integer} not null default 0,
       occurred_at ${real} not null,
       created_at ${real} not null
     ) ${end}`,
    'create index alerts_live_key on alerts (live_key) where live_key is not null',
    'create index alerts_about_channel on alerts (about_channel_id) where about_channel_id is not null',

    `create table undecided_alerts (
       alert_id ${integer} not null primary key references alerts (id),
       missing_details ${text} not null,
       is_to_look_up ${boolean} not null,
       is_awaiting_feed ${boolean} not null,
       since ${real} not null,
       tried_at ${real} not null
     ) ${end}`,
    'create index undecided_alerts_since on undecided_alerts (since)',
    'create index undecided_alerts_tried on undecided_alerts (tried_at) where is_to_look_up',

    `create table undecided_counts (
       id ${id},
       channel_id ${text} not null,
       day ${integer} not null,
       count ${integer} not null,
       last_at ${real} not null,
       unique (channel_id, day)
     ) ${end}`,

    `create table pending_recipients (
       id ${id},
       alert_id ${integer} not null references alerts (id),
       recipients ${text} not null
     ) ${end}`,
    'create index pending_recipients_alert on pending_recipients (alert_id)',

    `create table channel_queues (
       channel_id ${text} not null primary key,
       target_type ${text} not null default 'channel' check (target_type in ('channel', 'person')),
       user_id ${text} unique,
       guild_id ${text},
       is_subscribed ${boolean} not null default false,
       state ${text} not null default 'open' check (state in ('open', 'paused', 'closed')),
       problem_code ${integer},
       stopped_at ${real},
       last_problem_at ${real},
       last_problem_code ${integer},
       is_notice_due ${boolean} not null default false,
       not_before ${real} not null default 0,
       last_post_at ${real},
       is_abandoned ${boolean} not null default false,
       summarised_up_to ${integer} not null default 0,
       not_before_set_at ${real},
       refusal_code ${integer},
       retry_at ${real},
       retries ${integer} not null default 0,
       edit_problem_code ${integer},
       check ((target_type = 'person') = (user_id is not null)),
       check (user_id is null or guild_id is null),
       check ((state = 'open') = (stopped_at is null)),
       check ((state = 'open') = (problem_code is null))
     ) ${end}`,
    'create index channel_queues_guild on channel_queues (guild_id) where guild_id is not null',
    'create index channel_queues_notice on channel_queues (channel_id) where is_notice_due',
    `create index channel_queues_open on channel_queues (channel_id) where state = 'open'`,
    'create index channel_queues_retry on channel_queues (retry_at) where retry_at is not null',

    `create table channel_facts (
       channel_id ${text} not null primary key,
       guild_id ${text} not null,
       missing_permissions ${text} not null,
       is_history_readable ${boolean} not null,
       is_publishing ${boolean} not null,
       missing_role_ids ${text} not null,
       checked_at ${real} not null,
       is_attaching_files ${boolean} not null default true
     ) ${end}`,
    'create index channel_facts_guild on channel_facts (guild_id)',

    `create table posts (
       id ${id},
       channel_id ${text} not null references channel_queues (channel_id),
       nonce ${text} not null,
       state ${text} not null check (state in ('sending', 'ambiguous', 'sent', 'dead', 'released')),
       layout ${text} not null check (layout in ('card', 'text', 'summary')),
       ping_role_ids ${text} not null default '[]',
       is_silent ${boolean} not null default false,
       attempts ${integer} not null,
       first_try_at ${real} not null,
       last_try_at ${real} not null,
       first_clock_offset_ms ${real},
       last_clock_offset_ms ${real},
       message_id ${text},
       settled_at ${real},
       dead_reason ${text} check (dead_reason in ('refused', 'unverifiable')),
       refusal_code ${integer} check (refusal_code is null or dead_reason = 'refused'),
       publish ${text} check (publish in ('wanted', 'done')),
       is_held_notice_posted ${boolean} not null default false,
       is_confirmed_absent ${boolean} not null default false,
       changes ${integer} not null default 0,
       stale_since ${real},
       left_out ${text},
       limit_notice ${text},
       watch_ids ${text} not null default '[]',
       check ((state in ('sending', 'ambiguous')) = (settled_at is null)),
       check ((state = 'dead') = (dead_reason is not null)),
       check (publish is null or message_id is not null),
       check (stale_since is null or settled_at is null or message_id is not null)
     ) ${end}`,
    // At most one unsettled post per queue, so that messages cannot overtake each other.
    'create unique index posts_unsettled on posts (channel_id) where settled_at is null',
    `create index posts_unpublished on posts (channel_id) where publish = 'wanted'`,
    // For the hourly limit.
    `create index posts_sent on posts (channel_id, settled_at) where state = 'sent'`,
    // For the health of a channel.
    `create index posts_dead on posts (channel_id, dead_reason, settled_at) where state = 'dead'`,
    // For the deletion of a server's data.
    `create index posts_pinging on posts (channel_id) where ping_role_ids <> '[]'`,
    'create index posts_stale on posts (channel_id, stale_since) where stale_since is not null',

    `create table deliveries (
       id ${id},
       alert_id ${integer} not null references alerts (id),
       channel_id ${text} not null references channel_queues (channel_id),
       occurred_at ${real} not null,
       expires_at ${real} not null,
       state ${text} not null check (state in ('pending', 'posting', 'sent', 'expired', 'dead', 'dropped')),
       is_alone ${boolean} not null default false,
       post_id ${integer} references posts (id),
       is_urgent ${boolean} not null default false,
       is_notice ${boolean} not null default false,
       is_unverified ${boolean} not null default false,
       live_key ${text},
       revision ${integer} not null default 0,
       ping_role_ids ${text} not null default '[]',
       is_pinging_channel_role ${boolean} not null default true,
       is_awaiting_edit ${boolean} not null default false,
       rule_ids ${text} not null default '[]',
       silence_id ${integer},
       template_id ${integer},
       unique (alert_id, channel_id),
       check ((state in ('posting', 'sent', 'dead')) = (post_id is not null)),
       check (is_alone or not is_unverified),
       check (silence_id is null or state = 'dropped')
     ) ${end}`,
    // Only unsettled rows, so that millions of settled ones do not slow down reads of the queues.
    `create index deliveries_pending on deliveries (channel_id, is_urgent desc, id) where state = 'pending'`,
    `create index deliveries_pending_expiry on deliveries (channel_id, expires_at) where state = 'pending'`,
    `create index deliveries_unverified on deliveries (channel_id) where state = 'pending' and is_unverified`,
    `create index deliveries_coming on deliveries (channel_id, live_key)
       where live_key is not null and state in ('pending', 'posting')`,
    'create index deliveries_awaiting_edit on deliveries (channel_id, live_key) where is_awaiting_edit',
    // Includes settled posts, because the database looks up references here when a post is deleted.
    'create index deliveries_post on deliveries (post_id, is_urgent desc, id) where post_id is not null',
    'create index deliveries_notice on deliveries (alert_id) where is_notice',
    // For the summary of a silence.
    'create index deliveries_silenced on deliveries (silence_id, id) where silence_id is not null',
    'create index deliveries_template on deliveries (template_id) where template_id is not null',
    // For the deletion of a server's data.
    `create index deliveries_pinging on deliveries (channel_id) where ping_role_ids <> '[]'`,
    // For the health of a channel.
    `create index deliveries_expired on deliveries (channel_id, occurred_at) where state = 'expired'`,

    `create table live_states (
       id ${id},
       key ${text} not null unique,
       revision ${integer} not null,
       payload ${text} not null,
       occurred_at ${real} not null,
       changed_at ${real} not null
     ) ${end}`,

    `create table live_messages (
       delivery_id ${integer} not null primary key references deliveries (id),
       post_id ${integer} not null unique references posts (id),
       channel_id ${text} not null references channel_queues (channel_id),
       live_key ${text} not null
     ) ${end}`,
    'create index live_messages_live_key on live_messages (live_key, channel_id)',
    'create index live_messages_channel on live_messages (channel_id)',

    `create table subscriptions (
       id ${id},
       guild_id ${text} not null,
       channel_id ${text} not null references channel_queues (channel_id),
       topics ${text} not null,
       filter ${text} not null,
       ping_role_ids ${text} not null,
       extras ${text} not null default '{}',
       rule_hash ${text} not null,
       created_by ${text} not null,
       created_at ${real} not null,
       paused_at ${real},
       last_match_at ${real},
       last_post_at ${real},
       once_delivery_id ${integer},
       unique (channel_id, rule_hash)
     ) ${end}`,
    'create index subscriptions_once on subscriptions (once_delivery_id) where once_delivery_id is not null',
    'create index subscriptions_guild on subscriptions (guild_id, id)',

    `create table guild_settings (
       guild_id ${text} not null primary key,
       time_zone ${text} not null,
       language ${text} not null,
       currency_display ${text} not null check (currency_display in ('after', 'before', 'short')),
       colours ${text} not null,
       default_channel_id ${text},
       manager_role_id ${text}
     ) ${end}`,

    `create table channel_settings (
       channel_id ${text} not null primary key,
       guild_id ${text} not null,
       size ${text} not null check (size in ('auto', 'compact', 'normal', 'big')),
       auctions ${text} not null check (auctions in ('messages', 'card')),
       is_publishing ${boolean} not null,
       ping_role_id ${text},
       ping_minimum ${text},
       ping_cool_down ${integer},
       quiet_from ${integer},
       quiet_to ${integer},
       hourly_limit ${integer},
       sound ${text} not null default 'loud' check (sound in ('loud', 'silent', 'important')),
       loud_from ${text},
       hidden_parts ${text} not null default '[]',
       check (loud_from is null or sound = 'important'),
       check ((ping_role_id is null) = (ping_cool_down is null)),
       check (ping_role_id is not null or ping_minimum is null),
       check ((quiet_from is null) = (quiet_to is null))
     ) ${end}`,
    'create index channel_settings_guild on channel_settings (guild_id)',

    `create table role_pings (
       channel_id ${text} not null,
       role_id ${text} not null,
       pinged_at ${real} not null,
       primary key (channel_id, role_id)
     ) ${end}`,

    `create table auctions (
       id ${id},
       auction_id ${text} not null unique,
       live_key ${text} not null unique,
       payload ${text} not null
     ) ${end}`,

    `create table auction_state (
       id ${integer} primary key check (id = 1),
       baseline_at ${real} not null
     ) ${end}`,

    `create table trades (
       id ${id},
       key ${text} not null unique,
       collection ${text} not null,
       token_id ${text} not null,
       seller ${text},
       buyer ${text},
       price ${text},
       quantity ${text} not null,
       at ${real} not null,
       share ${text},
       sold_in ${text}
     ) ${end}`,
    'create index trades_token on trades (collection, token_id, at)',
    'create index trades_collection on trades (collection, at)',
    // For the sales of a period.
    'create index trades_at on trades (at)',

    `create table highest_trades (
       collection ${text} not null primary key,
       price ${text} not null
     ) ${end}`,

    `create table collections (
       position ${integer} primary key,
       address ${text} not null unique,
       name ${text} not null,
       symbol ${text},
       path ${text},
       is_verified ${boolean} not null,
       total_volume ${text},
       floor ${text},
       thumbnail ${text}
     ) ${end}`,

    // Renewing a lease changes no key column, so it does not wait for writes that hold the row `for key share`.
    `create table leases (
       role ${text} not null primary key,
       holder ${text} not null,
       fence ${integer} not null,
       renewed_at ${real} not null,
       expires_at ${real} not null,
       taken_at ${real} not null default 0
     ) ${end}`,

    `create table transaction_tokens (
       connection ${text} not null primary key,
       token ${integer} not null,
       used_at ${real} not null
     ) ${end}`,

    `create table database_history (
       id ${integer} primary key check (id = 1),
       system_identifier ${text},
       timeline ${integer},
       restored_at ${real},
       backed_up_at ${real},
       move_id ${text},
       greetings_since ${real}
     ) ${end}`,

    `create table processes (
       id ${text} not null primary key,
       name ${text} not null,
       version ${text} not null,
       roles ${text} not null,
       started_at ${real} not null,
       seen_at ${real} not null
     ) ${end}`,

    `create table change_counter (
       id ${integer} primary key check (id = 1),
       version ${integer} not null
     ) ${end}`,

    `create table guild_changes (
       guild_id ${text} not null primary key,
       version ${integer} not null,
       changed_at ${real} not null
     ) ${end}`,
    'create index guild_changes_version on guild_changes (version)',

    `create table role_reports (
       role ${text} not null primary key,
       holder ${text} not null,
       fence ${integer} not null,
       report ${text} not null,
       reported_at ${real} not null
     ) ${end}`,

    `create table shard_plan (
       id ${integer} primary key check (id = 1),
       shard_count ${integer} not null,
       next_shard_count ${integer},
       changed_at ${real} not null
     ) ${end}`,

    `create table shard_sessions (
       shard_id ${integer} not null,
       shard_count ${integer} not null,
       session ${text} not null,
       saved_at ${real} not null,
       primary key (shard_id, shard_count)
     ) ${end}`,

    `create table shard_guilds (
       shard_count ${integer} not null,
       shard_id ${integer} not null,
       guild_id ${text} not null,
       is_available ${boolean} not null,
       packed ${text},
       primary key (shard_count, shard_id, guild_id)
     ) ${end}`,

    `create table identify_slots (
       bucket ${integer} not null primary key,
       free_at ${real} not null
     ) ${end}`,

    `create table identify_budget (
       id ${integer} primary key check (id = 1),
       total ${integer} not null,
       used ${integer} not null,
       resets_at ${real} not null
     ) ${end}`,

    `create table handled_interactions (
       id ${text} not null primary key,
       handled_at ${real} not null
     ) ${end}`,
    'create index handled_interactions_age on handled_interactions (handled_at)',

    `create table saved_inputs (
       id ${text} not null primary key,
       guild_id ${text} not null,
       user_id ${text} not null,
       kind ${text} not null,
       channel_id ${text},
       payload ${text} not null,
       created_at ${real} not null,
       expires_at ${real} not null
     ) ${end}`,
    'create index saved_inputs_owner on saved_inputs (guild_id, kind, user_id, created_at)',
    'create index saved_inputs_expiry on saved_inputs (expires_at)',

    `create table market_days (
       collection ${text} not null,
       day ${integer} not null,
       detail ${text} not null default 'all' check (detail in ('all', 'hourly', 'daily')),
       points ${text} not null,
       primary key (collection, day)
     ) ${end}`,
    'create index market_days_age on market_days (detail, day)',

    `create table floor_states (
       subscription_id ${integer} not null references subscriptions (id) on delete cascade,
       collection ${text} not null,
       state ${text} not null,
       primary key (subscription_id, collection)
     ) ${end}`,

    `create table people (
       user_id ${text} not null primary key,
       direct_channel_id ${text},
       opened_at ${real},
       refused_since ${real},
       refusal_code ${integer},
       is_refusal_reported ${boolean} not null default false,
       wallets ${text} not null default '[]',
       created_at ${real} not null,
       last_use_at ${real} not null,
       check ((direct_channel_id is null) = (opened_at is null)),
       check ((refused_since is null) = (refusal_code is null)),
       check (refused_since is not null or not is_refusal_reported)
     ) ${end}`,
    'create index people_refused on people (refused_since) where refused_since is not null',

    `create table direct_message_openings (
       user_id ${text} not null primary key,
       tried_at ${real} not null
     ) ${end}`,
    'create index direct_message_openings_time on direct_message_openings (tried_at)',

    `create table burns (
       id ${id},
       key ${text} not null unique,
       collection ${text} not null,
       quantity ${text} not null,
       at ${real} not null
     ) ${end}`,
    'create index burns_at on burns (at)',

    `create table detected_alerts (
       id ${id},
       key ${text} not null unique,
       topic ${text} not null,
       tx_hash ${text},
       token ${text},
       live_key ${text},
       payload ${text},
       missing_details ${text},
       dropped ${text} check (dropped in ('stale', 'late', 'undecided', 'reverted')),
       occurred_at ${real} not null,
       detected_at ${real} not null,
       decided_at ${real}
     ) ${end}`,
    'create index detected_alerts_transaction on detected_alerts (tx_hash) where tx_hash is not null',
    'create index detected_alerts_token on detected_alerts (token) where token is not null',
    'create index detected_alerts_live_key on detected_alerts (live_key) where live_key is not null',

    `create table detected_tokens (
       event_id ${integer} not null references detected_alerts (id) on delete cascade,
       token ${text} not null,
       primary key (event_id, token)
     ) ${end}`,
    'create index detected_tokens_token on detected_tokens (token)',

    `create table rule_versions (
       id ${id},
       subscription_id ${integer} not null,
       guild_id ${text} not null,
       channel_id ${text} not null,
       topics ${text} not null,
       filter ${text} not null,
       from_at ${real} not null,
       ends_at ${real},
       is_paused ${boolean} not null,
       is_removed ${boolean} not null
     ) ${end}`,
    'create index rule_versions_channel on rule_versions (channel_id, id)',
    'create index rule_versions_rule on rule_versions (subscription_id, id)',
    'create index rule_versions_guild on rule_versions (guild_id)',

    `create table tickers (
       channel_id ${text} not null primary key,
       guild_id ${text} not null,
       collection ${text} not null,
       created_by ${text} not null,
       created_at ${real} not null,
       floor ${text},
       floor_at ${real},
       is_due ${boolean} not null default false,
       shown_name ${text},
       asked_name ${text},
       renamed_at ${real},
       renamed_before ${real},
       wait_until ${real},
       stopped_at ${real},
       stopped_code ${integer},
       is_notice_due ${boolean} not null default false,
       check ((stopped_at is null) = (stopped_code is null)),
       check (stopped_at is not null or not is_notice_due)
     ) ${end}`,
    'create index tickers_guild on tickers (guild_id)',
    'create index tickers_due on tickers (floor_at, channel_id) where is_due',

    `create table silences (
       id ${id},
       guild_id ${text} not null,
       scope ${text} not null check (scope in ('server', 'channel', 'rule', 'collection', 'wallet', 'token')),
       target ${text} not null,
       channel_id ${text},
       starts_at ${real} not null,
       ends_at ${real} not null,
       created_by ${text} not null,
       is_summarised ${boolean} not null default false,
       summarised_at ${real},
       dropped ${integer} not null default 0,
       check (starts_at <= ends_at),
       check (not is_summarised or scope = 'channel'),
       check (summarised_at is null or is_summarised),
       check ((scope = 'server') = (target = ''))
     ) ${end}`,
    'create index silences_guild on silences (guild_id, id)',
    'create index silences_end on silences (ends_at)',
    `create index silences_to_summarise on silences (ends_at) where is_summarised and summarised_at is null`,

    `create table templates (
       id ${id},
       guild_id ${text} not null,
       scope ${text} not null check (scope in ('server', 'channel', 'rule')),
       target ${text} not null,
       topic ${text} not null,
       words ${text} not null,
       is_current ${boolean} not null default true,
       check ((scope = 'server') = (target = ''))
     ) ${end}`,
    'create unique index templates_current on templates (guild_id, topic, scope, target) where is_current',
    'create index templates_past on templates (guild_id, id) where not is_current',
  ],
};
