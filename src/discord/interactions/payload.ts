import { InteractionType } from 'discord-api-types/v10';
import { z } from 'zod';

/** The value of an option; a role, channel, user or attachment is its id. */
export type OptionValue = string | number | boolean;

/** A given option (Discord docs: Application Command Interaction Data Option). */
export interface GivenOption {
  readonly name: string;
  readonly type: number;
  readonly value?: OptionValue | undefined;
  /** Whether it is being typed. */
  readonly focused?: boolean | undefined;
  /** Options of a subcommand. */
  readonly options?: readonly GivenOption[] | undefined;
}

const option: z.ZodType<GivenOption> = z.object({
  name: z.string(),
  type: z.number(),
  value: z.union([z.string(), z.number(), z.boolean()]).optional(),
  focused: z.boolean().optional(),
  get options() {
    return z.array(option).optional();
  },
});

const attachment = z.object({ url: z.string(), size: z.number() });

/** The message of a message command, reduced to the parts that can lead somewhere. */
const targetMessage = z.object({
  id: z.string().default(''),
  content: z.string().default(''),
  embeds: z
    .array(
      z.object({
        url: z.string().nullish(),
        title: z.string().nullish(),
        description: z.string().nullish(),
        author: z.object({ url: z.string().nullish() }).nullish(),
      }),
    )
    .default([]),
  components: z
    .array(
      z.object({
        components: z
          .array(
            z.object({
              custom_id: z.string().optional(),
              options: z.array(z.object({ value: z.string(), label: z.string() })).default([]),
            }),
          )
          .default([]),
      }),
    )
    .default([]),
});

export type TargetMessage = z.output<typeof targetMessage>;

const command = z.object({
  name: z.string(),
  /** Id of the message, for a message command. */
  target_id: z.string().optional(),
  options: z.array(option).default([]),
  resolved: z
    .object({
      attachments: z.record(z.string(), attachment).default({}),
      channels: z.record(z.string(), z.unknown()).default({}),
      messages: z.record(z.string(), targetMessage).default({}),
    })
    .optional(),
});

const component = z.object({
  custom_id: z.string(),
  component_type: z.number(),
  values: z.array(z.string()).default([]),
});

const field = z.object({
  custom_id: z.string(),
  value: z.string().optional(),
  values: z.array(z.string()).optional(),
});

/** A label contains one field, an action row several. */
const fieldHolder = z.union([
  z.object({ component: field }).transform(({ component: only }) => [only]),
  z.object({ components: z.array(field) }).transform(({ components }) => components),
  // A text between the fields.
  z.unknown().transform((): z.output<typeof field>[] => []),
]);

const modal = z.object({ custom_id: z.string(), components: z.array(fieldHolder).default([]) });

const member = z.object({
  user: z.object({ id: z.string() }),
  roles: z.array(z.string()),
  /** Permissions in the channel of the interaction. */
  permissions: z.string().regex(/^\d+$/).transform(BigInt),
  communication_disabled_until: z.string().nullish(),
});

const common = {
  id: z.string(),
  application_id: z.string(),
  token: z.string(),
  guild_id: z.string().optional(),
  channel_id: z.string().nullish(),
  member: member.optional(),
  /** Only outside servers. */
  user: z.object({ id: z.string() }).optional(),
  /** Location of the interaction (Discord docs: Interaction Context Types). */
  context: z.number().nullish(),
  /**
   * Owners of the installation, by type of installation: the id of the server or of the user (Discord docs: Authorizing
   * Integration Owners).
   */
  authorizing_integration_owners: z.record(z.string(), z.string()).optional(),
  /** The bot's permissions in the channel of the interaction. */
  app_permissions: z.string().regex(/^\d+$/).transform(BigInt).optional(),
};

/**
 * An interaction as Discord sends it, through the gateway or over HTTP, reduced to the fields that the bot uses
 * (Discord docs: Interaction Object).
 */
export const interactionPayload = z.discriminatedUnion('type', [
  z.object({ ...common, type: z.literal(InteractionType.ApplicationCommand), data: command }),
  z.object({ ...common, type: z.literal(InteractionType.ApplicationCommandAutocomplete), data: command }),
  z.object({
    ...common,
    type: z.literal(InteractionType.MessageComponent),
    data: component,
    message: z.object({ id: z.string() }),
  }),
  z.object({
    ...common,
    type: z.literal(InteractionType.ModalSubmit),
    data: modal,
    /** The message of the component that opened the modal, if any. */
    message: z.object({ id: z.string() }).optional(),
  }),
]);

export type InteractionPayload = z.output<typeof interactionPayload>;
