import * as z from 'zod'
import {CHANGE_KINDS} from '../../languages/kinds.ts'
import {STABILITY_KEYS, TARGET_KINDS} from '../../languages/languages.ts'
import {PART_KINDS} from '../../model/subject/subject.ts'
import {VERSION_SCHEMES, VERSION_SOURCES, VERSION_STEPS} from '../../model/time/version-claim.ts'
import {CLOCKS, type Length, MARK_MEANINGS, type NamedMark, type Unit} from '../../model/verdict/policy.ts'
import {FORM_PLACEHOLDERS, MAX_FORM_LENGTH} from '../../policy/notice/marker-forms.ts'
import {dateField, formatVersion, releaseName, textField} from '../history/fields.ts'
import {usageLimit} from './usage-limit.ts'

const UNITS: Readonly<Record<string, Unit>> = {
  day: 'days',
  week: 'weeks',
  month: 'months',
  year: 'years',
  release: 'releases',
  'major release': 'major releases'
}

/** Parses `13 months` or `9 months or 3 releases, whichever is longer`; `undefined` if the text is no length. */
export function parseLength(written: string): Length | undefined {
  if (written.trim() === 'unstated') return 'unstated'
  const choice = /^(.+?),?\s+whichever is (longer|shorter)$/.exec(written.trim())
  if (choice) {
    const parts = (choice[1] ?? '').split(/\s+or\s+/).map(parseLength)
    const known = parts.filter(part => part !== undefined)
    if (known.length !== parts.length || known.length < 2) return undefined
    return choice[2] === 'longer' ? {longest: known} : {shortest: known}
  }
  const plain = /^(\d{1,4})\s+(day|week|month|year|(?:major )?release)s?$/.exec(written.trim())
  const unit = UNITS[plain?.[2] ?? '']
  return plain && unit ? {count: Number(plain[1]), unit} : undefined
}

const LENGTH_EXAMPLE =
  '`13 months`, `180 days`, `3 releases`, `2 major releases`, or `9 months or 3 releases, whichever is longer`'

const length = textField
  .refine(written => parseLength(written) !== undefined, {
    error: issue => `\`${issue.input}\` isn't a length. Write ${LENGTH_EXAMPLE}.`
  })
  .meta({
    id: 'length',
    description: `A length of time, such as ${LENGTH_EXAMPLE}. A major release opens a new major version, as 3.0 does after 2.4.`
  })

const skew = textField
  .refine(written => isPlainLength(parseLength(written)), {
    error: issue =>
      `\`${issue.input}\` isn't a skew. Write a number of releases or days, such as \`1 release\` or \`14 days\`.`
  })
  .optional()
  .describe(
    'How far clients and servers can be apart in a rollout, such as `1 release` or `14 days`. Clients of the releases within it must work with the next one, and clients of the next one with servers of these releases.'
  )

const isPlainLength = (parsed: Length | undefined): boolean =>
  typeof parsed === 'object' && 'unit' in parsed && parsed.count > 0

/** A day of the year as `MM-DD`; February has 29 days. */
const DAY_OF_YEAR = /^((0[1-9]|1[0-2])-(0[1-9]|1\d|2\d)|(0[13-9]|1[0-2])-30|(0[13578]|1[02])-31)$/
const dayOfYear = textField.regex(DAY_OF_YEAR, {
  error: issue => `\`${issue.input}\` isn't a day of the year. Write a month and a day, such as \`01-15\`.`
})
export const QUARTER_STARTS = ['01-01', '04-01', '07-01', '10-01'] as const
const daysOfYear = z.union([z.literal('quarter-start'), z.literal('month-start'), z.array(dayOfYear).min(1)])

const clock = z.union([z.enum(CLOCKS).exclude(['stable-successor']), z.strictObject({successor: z.literal('same')})])
const clocks = z
  .union([clock, z.array(clock).min(1)])
  .describe(
    'What starts the period; of several, the earliest counts. `announcement`: the first deprecation or announcement. ' +
      '`release`: the first release that has the deprecation; an announcement between releases does not count. ' +
      '`sunset-announcement`: the first statement that named the sunset. `successor`: the release of the next version of the same endpoint; ' +
      '`{successor: same}`: of one that is at least as stable. `next-version`: the first endpoint of the API ' +
      'under a higher version. `introduction`: the introduction of the subject.'
  )

const KINDS = [...Object.keys(TARGET_KINDS), ...PART_KINDS]

const requirements = {
  notice: z
    .union([z.literal('none'), length])
    .optional()
    .describe(
      'The notice before end of support. With `none`, removals are exempt, and only `breaking`, `maxDuration`, and `kinds` are allowed next to it.'
    ),
  starts: clocks.optional(),
  startsOn: daysOfYear.optional().describe('The period starts on the first of these days.'),
  also: z
    .array(z.strictObject({notice: length, starts: clocks, startsOn: daysOfYear.optional()}))
    .optional()
    .describe('Further notices that must be given as well.'),
  lifetime: length.optional().describe('The minimum time from introduction to end of support.'),
  overlap: z
    .union([length, z.strictObject({length, successor: z.enum(['any', 'same'])})])
    .optional()
    .describe(
      'How long it stays supported after the release of its successor. Default for `successor`: `same`, at least as stable.'
    ),
  endWindow: z
    .union([z.enum(['any', 'never', 'release', 'major']), daysOfYear])
    .optional()
    .describe(
      'When support can end: on any day, never, in a release, in a major release, or on the listed days of the year. With `release` and `major`, give sunsets as releases.'
    ),
  successor: z
    .union([
      z.enum(['any', 'same']),
      z.strictObject({stability: z.enum(['any', 'same']), before: z.enum(['announcement', 'end'])})
    ])
    .optional()
    .describe('A successor is required. `same`: at least as stable.'),
  breaking: z
    .union([z.enum(['forbidden', 'allowed']), length])
    .optional()
    .describe('Breaking changes during support: forbidden, allowed, or allowed after a notice.'),
  maxDuration: length.optional().describe('The maximum time in this stability, from the introduction.'),
  conditions: z
    .record(z.string(), z.union([textField, usageLimit]))
    .optional()
    .describe(
      'Other conditions for end of support: a limit of usage, or a text such as `consent`, which is undetermined until `met` in the history has the evidence.'
    ),
  phases: z
    .array(z.strictObject({name: textField, length: length.optional(), description: textField.optional()}))
    .optional()
    .describe(
      'Consecutive phases before end of support, such as full support and security fixes only. Phases with a length are required in addition to the notice.'
    )
}

export const REQUIREMENT_KEYS: readonly string[] = Object.keys(requirements)

const plainGuarantee = z.union([z.literal('none'), z.strictObject(requirements)])
const guarantee = z
  .union([
    z.literal('none'),
    z.strictObject({
      ...requirements,
      kinds: z
        .partialRecord(z.enum(KINDS), plainGuarantee)
        .optional()
        .describe('Guarantees for kinds of subject, instead of those above.')
    })
  ])
  .meta({id: 'guarantee', description: 'The guarantees of one stability, or `none`.'})
const guarantees = z.record(z.string(), guarantee).describe('The guarantees, by stability.')

const placeholders = FORM_PLACEHOLDERS.map(name => `\`<${name}>\``).join(', ')
const unknownPlaceholders = (form: unknown): string[] =>
  [...String(form).matchAll(/<([^>]*)>?|>/g)].flatMap(([all, name]) =>
    name !== undefined && all.endsWith('>') && FORM_PLACEHOLDERS.includes(name) ? [] : [all]
  )

const markerForm = textField
  .max(MAX_FORM_LENGTH)
  .refine(form => unknownPlaceholders(form).length === 0, {
    error: issue =>
      `The marker form \`${issue.input}\` holds \`${unknownPlaceholders(issue.input)[0]}\`, which is no placeholder. Write one of ${placeholders}.`
  })
  .describe('The form of a version in paths: `v<major>`, `v<major>beta<n>`, `<date>-preview`.')

const extensions = [...STABILITY_KEYS.words, ...STABILITY_KEYS.flags]
const isFlag = (extension: string): boolean => STABILITY_KEYS.flags.includes(extension)

const label = z
  .strictObject({
    extension: z
      .enum(extensions as [string, ...string[]])
      .optional()
      .describe('The extension with this value. A value means the same in each extension.'),
    value: z
      .union([textField, z.literal(true)])
      .describe(
        'The beginning of the value: `Technical Preview` matches `Technical Preview; added in 9.1`. `true` for an extension that is a flag.'
      ),
    stability: textField
  })
  .refine(({extension, value}) => (value === true) === (extension !== undefined && isFlag(extension)), {
    path: ['value'],
    error: ({input}) => {
      const {extension} = input as {extension?: string}
      return extension !== undefined && isFlag(extension)
        ? `The extension \`${extension}\` has no value. Write \`value: true\`.`
        : `\`value: true\` is only for an extension without a value. Write a word, or one of ${STABILITY_KEYS.flags.map(each => `\`${each}\``).join(', ')} as its \`extension\`.`
    }
  })

const mark = z
  .strictObject({
    directive: textField
      .regex(/^@[A-Za-z_]\w*(?:\([A-Za-z_]\w*\))?$/, {
        error: ({input}) =>
          `\`${String(input)}\` isn't a directive. Write \`@sunset(on)\`, or \`@beta\` without an argument.`
      })
      .optional()
      .describe('The directive with the argument that has the value: `@sunset(on)`; or `@beta` alone.'),
    extension: textField
      .regex(/^x-./, {error: ({input}) => `\`${String(input)}\` isn't an extension. Its name begins with \`x-\`.`})
      .optional()
      .describe('The OpenAPI extension with the value: `x-acme-sunset`.'),
    meta: textField.optional().describe('The key in the `_meta` of a tool: `library.example/sunset`.'),
    text: textField.optional().describe('How the description of a tool or a GraphQL member begins: `[RETIRED]`.'),
    states: z
      .enum(MARK_MEANINGS)
      .describe(
        'What it states. `deprecation` needs no argument; `since`, `sunset`, and `replacement` need one; `stability` has one, or a `value`.'
      ),
    value: textField.optional().describe('The stability that a mark without a value of its own stands for.')
  })
  .superRefine((written, context) => {
    const message = findMarkFault(written)
    if (message !== undefined)
      context.addIssue({code: 'custom', message, path: [written.directive ? 'directive' : 'states']})
  })

/** What is wrong with a mark; `undefined` if nothing is. */
function findMarkFault({
  directive,
  extension,
  meta,
  text,
  states,
  value
}: {readonly [Key in keyof NamedMark]?: NamedMark[Key] | undefined}): string | undefined {
  if ([directive, extension, meta, text].filter(each => each !== undefined).length !== 1)
    return 'A mark is a `directive`, an `extension`, a key of `_meta` (`meta`), or the `text` with which a description begins. Write one of them.'
  if (value !== undefined && states !== 'stability') return '`value` is only for `states: stability`. Remove it.'
  if (text !== undefined)
    return states === 'deprecation' || value !== undefined
      ? undefined
      : 'A `text` states a deprecation, or a stability by its `value`. Write `states: deprecation`, or add the `value`.'
  if (meta !== undefined || extension !== undefined || states === 'deprecation') return undefined
  const has = directive?.endsWith(')') === true
  if (states !== 'stability')
    return has
      ? undefined
      : `\`${states}\` comes from an argument. Write it in brackets, as in \`@sunset(on)\`, without \`value\`.`
  return has === (value === undefined)
    ? undefined
    : 'A stability comes from an argument, as in `@stability(level)`, or from `value`. Write one of them.'
}

const effect = z.enum(['breaking', 'compatible', 'review'])
const effects = z
  .partialRecord(
    z.enum(CHANGE_KINDS),
    z.union([effect, z.strictObject({request: effect.optional(), response: effect.optional()})])
  )
  .describe('The effects of kinds of change that differ from the defaults.')

const waiverReason = z.strictObject({
  minimum: length.optional().describe('The notice that is still required.'),
  approvers: z.array(textField).optional().describe('Who can approve: accounts and teams, as waivers write them.'),
  usage: usageLimit.optional().describe('The usage that is allowed.'),
  note: textField.optional()
})
const waiverReasons = z
  .record(z.string(), z.union([z.null(), waiverReason]))
  .describe('The reasons for waivers, and their conditions. They are added to those of `extends`.')

const step = z.enum(VERSION_STEPS)
const versions = z
  .strictObject({
    scheme: z
      .enum(VERSION_SCHEMES)
      .describe(
        '`semver`: `1.4.0`; `date`: `2024-06-01`; `calendar`: `2024.6.1` or `2024-10`; `named`: `2024-09-30.acacia`, where only the first version of a name breaks.'
      ),
    from: z
      .enum(VERSION_SOURCES)
      .optional()
      .describe(
        'Where the versions come from: `info.version` of the descriptions, tags, or the releases of the history. Default: the descriptions if both state a version of the scheme, or else the tags, or else the history. With `tags`, the version of a change is not known yet, so that only the needed one is shown.'
      ),
    initial: z
      .enum(['minor', 'major', 'any'])
      .optional()
      .describe(
        'What a breaking change needs below 1.0. With `minor`, the default, other changes need a patch; with `any`, nothing is required.'
      ),
    majorsFrom: z
      .enum(['breaking', 'removals'])
      .optional()
      .describe('Whether all breaking changes need a major version (the default), or removals only.'),
    additions: step.optional().describe('What an addition, or another compatible change, needs. Default: `minor`.'),
    deprecations: step.optional().describe('What a deprecation needs. Default: `minor`.'),
    documentation: step.optional().describe('What a documentation change alone needs. Default: `none`.'),
    exact: z.boolean().optional().describe('Whether a version must not grow by more than is needed. Default: `false`.')
  })
  .describe('How versions grow with changes. Without it, versions are not checked.')

const revision = z.strictObject({
  revision: releaseName.describe('The name of the revision.'),
  from: z
    .union([z.literal('unknown'), dateField, z.strictObject({release: releaseName})])
    .optional()
    .describe('Since when it applies: a date, a release, or `unknown`. The first revision can omit it.'),
  note: textField.optional(),
  guarantees: guarantees.optional(),
  compatibility: effects.optional(),
  waiverReasons: waiverReasons.optional()
})

export const policySchema = z.strictObject({
  format: formatVersion,
  name: textField.optional(),
  title: textField.optional(),
  page: textField.optional().describe('The public page that the policy comes from.'),
  read: dateField.optional().describe('The day on which that page was read.'),
  extends: textField
    .optional()
    .describe(
      'The name of a preset, or a policy file, relative to this one. Maps are merged; other values are replaced.'
    ),
  timezone: textField.optional().describe('The time zone of days. Default: UTC.'),
  stabilities: z.array(textField).min(1).optional().describe('All stabilities, from the weakest to the strongest.'),
  oneWay: z.boolean().optional().describe('Whether a stability can only rise. Default: `true`.'),
  countPatches: z.boolean().optional().describe('Whether patch releases count as releases. Default: `false`.'),
  clients: z
    .literal('supported')
    .optional()
    .describe(
      'Whose clients a change must work with, besides those of its base: with `supported`, those of all releases that the policy still supports.'
    ),
  skew,
  defaultStability: textField.optional().describe('The stability of a path without a version marker.'),
  markers: z
    .array(
      z.strictObject({
        form: markerForm,
        stability: textField,
        examples: z.array(textField).optional()
      })
    )
    .max(200)
    .optional(),
  labels: z
    .array(label)
    .optional()
    .describe(
      'Other names of stabilities in API descriptions and histories. `stable` and `Generally available` mean the strongest.'
    ),
  marks: z
    .array(mark)
    .max(50)
    .optional()
    .describe(
      'What states a deprecation, its day, its sunset, a replacement, or a stability: an extension of OpenAPI, a directive, a key of an MCP tool, or a text.'
    ),
  guarantees: guarantees.optional(),
  sdk: z
    .boolean()
    .optional()
    .describe(
      'Whether clients are generated from the API description, so that a changed `operationId` needs review. Default: `false`.'
    ),
  compatibility: effects.optional(),
  waiverReasons: waiverReasons.optional(),
  versions: versions.optional(),
  statements: z
    .record(z.string(), z.union([textField, z.array(textField)]))
    .optional()
    .describe('What else the policy says. It is shown, but not checked.'),
  revisions: z
    .array(revision)
    .min(1)
    .optional()
    .describe(
      'The revisions of the policy, oldest first. The `guarantees`, `compatibility`, and `waiverReasons` of each are merged into those at the top.'
    )
})

export type WrittenPolicy = z.infer<typeof policySchema>
export type WrittenGuarantee = z.infer<typeof guarantee>
export type WrittenRequirements = Exclude<WrittenGuarantee, 'none'>
export type WrittenRevision = z.infer<typeof revision>
export type WrittenEffects = z.infer<typeof effects>
export type WrittenWaiverReasons = z.infer<typeof waiverReasons>
export type WrittenDays = z.infer<typeof daysOfYear>
