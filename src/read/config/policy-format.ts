import * as z from 'zod'
import {CHANGE_KINDS, type ChangeKind} from '../../model/api/change.ts'
import {PART_KINDS, type SubjectKind} from '../../model/subject/subject.ts'
import {CLOCKS, type Length, type Unit} from '../../model/verdict/policy.ts'
import {FORM_PLACEHOLDERS} from '../../policy/notice/stability.ts'
import {dateField, formatVersion, releaseName, textField} from '../history/fields.ts'
import {STABILITY_EXTENSIONS} from '../openapi/lifecycle-extensions.ts'

const UNITS: Readonly<Record<string, Unit>> = {
  day: 'days',
  week: 'weeks',
  month: 'months',
  year: 'years',
  release: 'releases'
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
  const plain = /^(\d{1,4})\s+(day|week|month|year|release)s?$/.exec(written.trim())
  const unit = UNITS[plain?.[2] ?? '']
  return plain && unit ? {count: Number(plain[1]), unit} : undefined
}

const LENGTH_EXAMPLE = '`13 months`, `180 days`, `3 releases` or `9 months or 3 releases, whichever is longer`'

const length = textField
  .refine(written => parseLength(written) !== undefined, {
    error: issue => `Unexpected length \`${issue.input}\`, expected ${LENGTH_EXAMPLE}`
  })
  .meta({
    id: 'length',
    description:
      'A length of time: 13 months, 180 days, 3 releases, or several of them, whichever is longer, or shorter.'
  })

/** A day of the year as `MM-DD`; February has 29 days. */
const DAY_OF_YEAR = /^((0[1-9]|1[0-2])-(0[1-9]|1\d|2\d)|(0[13-9]|1[0-2])-30|(0[13578]|1[02])-31)$/
const dayOfYear = textField.regex(DAY_OF_YEAR, {
  error: issue => `Unexpected day of the year \`${issue.input}\`, expected a month and a day, as \`01-15\``
})
export const QUARTER_STARTS = ['01-01', '04-01', '07-01', '10-01'] as const
const daysOfYear = z.union([z.literal('quarter-start'), z.literal('month-start'), z.array(dayOfYear).min(1)])

const clock = z.enum(CLOCKS)
const clocks = z
  .union([clock, z.array(clock).min(1)])
  .describe(
    'What starts the clock; of several the earliest counts. `announcement`: the first statement of the end; ' +
      '`deprecation`: the mark itself, which a statement between releases (`on:`) is not; `sunset-announcement`: the first ' +
      'statement that named the sunset, as the decommission announcement that follows a deprecation; `successor`, ' +
      '`stable-successor`: the release of what succeeds it, of the latter at the same stability or a better one; ' +
      '`next-version`: the release of the first endpoint of the whole API under a higher version marker; ' +
      '`introduction`: its own.'
  )

const KINDS = [
  'endpoint',
  'prefix',
  'operation',
  'resource-field',
  ...PART_KINDS
] as const satisfies readonly SubjectKind[]

const duties = {
  notice: z
    .union([z.literal('none'), length])
    .optional()
    .describe(
      'How long before its end it is announced; `none`: ends are exempt, and nothing else may be asked of them.'
    ),
  starts: clocks.optional(),
  startsOn: daysOfYear.optional().describe('The clock starts on the first such day.'),
  also: z
    .array(z.strictObject({notice: length, starts: clocks, startsOn: daysOfYear.optional()}))
    .optional()
    .describe('Further notices that bind beside the first.'),
  lifetime: length.optional().describe('How long it lives at least, from its introduction.'),
  overlap: z
    .union([length, z.strictObject({length, starts: z.enum(['successor', 'stable-successor'])})])
    .optional()
    .describe("How long it stays supported after its successor's release."),
  endWindow: z
    .union([z.enum(['any', 'never', 'release', 'major']), daysOfYear])
    .optional()
    .describe(
      'Where it may end: any day, never, in a release, in a major release, on listed days of the year. Of a sunset that is a day nobody can tell whether it is in a release: name the release.'
    ),
  successor: z
    .union([
      z.enum(['any', 'same']),
      z.strictObject({stability: z.enum(['any', 'same']), before: z.enum(['announcement', 'end'])})
    ])
    .optional()
    .describe('There must be something to move to; `same`: at least as stable.'),
  breaking: z
    .union([z.enum(['forbidden', 'allowed']), length])
    .optional()
    .describe('Breaking changes while it is supported: forbidden, allowed, or after a notice.'),
  maxDuration: length.optional().describe('How long it may stay in this stability, from its introduction.'),
  gates: z
    .record(z.string(), textField)
    .optional()
    .describe('What must be met before an end besides time: consent, usage.'),
  phases: z
    .array(z.strictObject({name: textField, length: length.optional(), says: textField.optional()}))
    .optional()
    .describe(
      'The time before an end in parts, one after the other: full support, security only. Those that have a length bind an end, beside the notice, too.'
    )
}

const plainGuarantee = z.union([z.literal('none'), z.strictObject(duties)])
const guarantee = z
  .union([
    z.literal('none'),
    z.strictObject({
      ...duties,
      kinds: z
        .partialRecord(z.enum(KINDS), plainGuarantee)
        .optional()
        .describe('What is promised to a kind of subject instead.')
    })
  ])
  .meta({id: 'guarantee', description: 'What is promised to the subjects of one stability; `none`: nothing.'})
const guarantees = z.record(z.string(), guarantee).describe('What is promised, by stability.')

const placeholders = FORM_PLACEHOLDERS.map(name => `\`<${name}>\``).join(', ')
const unknownPlaceholders = (form: unknown): string[] =>
  [...String(form).matchAll(/<([^>]*)>?|>/g)].flatMap(([all, name]) =>
    name !== undefined && all.endsWith('>') && FORM_PLACEHOLDERS.includes(name) ? [] : [all]
  )

const markerForm = textField
  .refine(form => unknownPlaceholders(form).length === 0, {
    error: issue =>
      `The marker form \`${issue.input}\` holds \`${unknownPlaceholders(issue.input)[0]}\`, which is no placeholder. Write one of ${placeholders}.`
  })
  .describe('v<major>, v<major>beta<n>, <date>-preview')

const extensions = [...STABILITY_EXTENSIONS.words, ...STABILITY_EXTENSIONS.flags]
const isFlag = (extension: string): boolean => STABILITY_EXTENSIONS.flags.includes(extension)

const label = z
  .strictObject({
    extension: z
      .enum(extensions as [string, ...string[]])
      .optional()
      .describe('The extension of a description whose value it is; a word means the same in all of them.'),
    says: z
      .union([textField, z.literal(true)])
      .describe(
        'The word, by its beginning: `Technical Preview` for `Technical Preview; added in 9.1`. `true` of an extension that is there or not.'
      ),
    stability: textField
  })
  .refine(({extension, says}) => (says === true) === (extension !== undefined && isFlag(extension)), {
    path: ['says'],
    error: ({input}) => {
      const {extension} = input as {extension?: string}
      return extension !== undefined && isFlag(extension)
        ? `The extension \`${extension}\` is there or not. Write \`says: true\`.`
        : `Only an extension that is there or not says \`true\`. Write a word, or one of ${STABILITY_EXTENSIONS.flags.map(each => `\`${each}\``).join(', ')} as its \`extension\`.`
    }
  })

const effect = z.enum(['breaking', 'compatible', 'review'])
const effects = z
  .partialRecord(
    z.enum(Object.keys(CHANGE_KINDS) as [ChangeKind, ...ChangeKind[]]),
    z.union([effect, z.strictObject({request: effect.optional(), response: effect.optional()})])
  )
  .describe('Which kinds of change break, where it differs from the defaults.')

const exemption = z.strictObject({
  minimum: length.optional().describe('The notice that is still owed.'),
  approvers: z.array(textField).optional().describe('Who may approve.'),
  note: textField.optional()
})
const exemptions = z
  .record(z.string(), z.union([z.null(), exemption]))
  .describe('Reasons for an exception, and how far each goes.')

const revision = z.strictObject({
  revision: releaseName.describe('The name of this text of the policy.'),
  from: z
    .union([z.literal('unknown'), dateField, z.strictObject({release: releaseName})])
    .optional()
    .describe('Since when it is in force: a date, a release, `unknown`. Left out in the first: always.'),
  note: textField.optional(),
  guarantees: guarantees.optional(),
  compatibility: effects.optional(),
  exemptions: exemptions.optional()
})

export const policySchema = z.strictObject({
  format: formatVersion,
  name: textField.optional(),
  title: textField.optional(),
  page: textField.optional().describe('The public page that the policy comes from.'),
  read: dateField.optional().describe('The day on which that page was read.'),
  extends: textField.optional().describe("A preset's name, or a policy file beside this one."),
  timezone: textField.optional().describe('The time zone in which days are counted; UTC.'),
  stabilities: z.array(textField).min(1).optional().describe('From the weakest promise to the strongest.'),
  oneWay: z.boolean().optional().describe('A stability may only ever rise; true.'),
  countPatches: z.boolean().optional().describe('Patch releases count where releases are counted; false.'),
  defaultStability: textField.optional().describe('The stability of a path without a version marker.'),
  markers: z
    .array(
      z.strictObject({
        form: markerForm,
        stability: textField,
        examples: z.array(textField).optional()
      })
    )
    .optional(),
  labels: z
    .array(label)
    .optional()
    .describe(
      'What descriptions and histories call the stabilities, where they use other words: `stable` and `Generally available` mean the strongest.'
    ),
  guarantees: guarantees.optional(),
  sdk: z
    .boolean()
    .optional()
    .describe('Clients are generated from the description: a changed `operationId` needs review; false.'),
  compatibility: effects.optional(),
  exemptions: exemptions.optional(),
  statements: z
    .record(z.string(), z.union([textField, z.array(textField)]))
    .optional()
    .describe('What the policy says besides: shown, not judged.'),
  revisions: z
    .array(revision)
    .min(1)
    .optional()
    .describe('The texts of the policy, oldest first; each adds to what stands above.')
})

export type WrittenPolicy = z.infer<typeof policySchema>
export type WrittenGuarantee = z.infer<typeof guarantee>
export type WrittenRequirements = Exclude<WrittenGuarantee, 'none'>
export type WrittenRevision = z.infer<typeof revision>
export type WrittenEffects = z.infer<typeof effects>
export type WrittenExemptions = z.infer<typeof exemptions>
export type WrittenDays = z.infer<typeof daysOfYear>
