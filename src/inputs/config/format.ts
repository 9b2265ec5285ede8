import * as z from 'zod'
import {CHANGE_KINDS} from '../../languages/kinds.ts'
import {FAIL_ON} from '../../model/verdict/fail-on.ts'
import {formatList} from '../../text/format-values.ts'
import {dayField, formatVersion, subjectText, textField, unquotedText} from '../history/fields.ts'
import {waiverSchema} from '../history/format.ts'
import {trafficSchema} from './traffic-settings.ts'

const level = z.enum(['off', 'info', 'warning', 'error'])
const option = z.union([z.boolean(), textField])
const part = {
  field: textField.optional(),
  parameter: textField.optional(),
  header: textField.optional(),
  value: z.string().optional(),
  in: z.enum(['request', 'response']).optional()
}
const changeKind = z.enum(CHANGE_KINDS)

const acceptedGap = z.strictObject({
  place: textField.describe(
    'The unreadable file, as `check` prints it, without the line; in a description, with a JSON pointer: `openapi.yaml#/paths/~1v1~1loans`.'
  ),
  about: textField.optional().describe('A part of the message that fits one gap, such as its route.'),
  reason: textField.describe('Why the API can be checked without it.')
})

/** An approval of what a history states about the past. */
const adopted = z
  .strictObject({
    day: dayField.describe(
      'A day from the merge of the lines to today. What the branch had by then counts as written. A change that weakens the recorded past passes on it.'
    ),
    approver: textField.describe('Who approved them.')
  })
  .meta({
    id: 'adopted',
    description:
      'Up to when lines of the history that no description or tag shows count as written, as in its first commit. It counts once it is merged.'
  })

/** Who owns what. */
const owners = z
  .array(
    z.strictObject({
      subject: subjectText.optional(),
      tag: textField.optional().describe('A tag of the operations, in place of `subject`.'),
      owners: z.union([textField, z.array(textField).min(1)]).describe('Accounts and teams, such as `@library/api`.')
    })
  )
  .optional()
  .describe(
    'Who owns what that has no `x-owner` in the description. The last entry that applies counts; where none does, `CODEOWNERS`.'
  )

/** Value of `spec` for an API whose history alone is checked. */
export const NO_SPEC = 'none'

/** What fails the gate. */
const failing = {
  enforceFrom: z
    .union([z.literal('now'), dayField])
    .optional()
    .describe(
      'The day from which violations fail `check`; before it, they are only reported. `now`: at once, despite a later default.'
    ),
  failOn: z
    .enum(FAIL_ON)
    .optional()
    .describe(
      'Which results fail `check` without `--fail-on`: `violation` (default), `undetermined` (violations, too), or `never`.'
    )
}

/** The command that writes an API description which isn't committed. */
const generate = z
  .union([
    textField,
    z.strictObject({
      command: textField.describe('The command, for a shell in the folder of the configuration.'),
      minutes: z
        .string()
        .regex(/^[1-9]\d{0,2}$/, {error: ({input}) => `\`${String(input)}\` isn't a number of minutes. Write \`20\`.`})
        .meta({description: 'How long it may take. Default: 10.', unquoted: true})
        .optional(),
      env: z
        .array(textField)
        .min(1)
        .optional()
        .describe('Variables that it gets although their names look secret, such as a token.')
    })
  ])
  .optional()
  .describe(
    'The command that writes `spec`, if git has none. `check` runs it for the base and for the change, each in a temporary folder. It counts once it is merged.'
  )

/** One API description. */
const spec = z.union([textField, z.array(textField).min(1)])

/** What a running server is asked. */
const probe = z
  .strictObject({parameters: z.record(z.string(), unquotedText('A value of a path parameter.').min(1)).optional()})
  .optional()
  .describe('For `tenure probe`: values of path parameters by name, which precede the examples in the description.')

/** Where the files of one API are. */
const places = {
  history: textField.optional().describe('The history: a file, or a folder with a `service.yaml`.'),
  spec: spec
    .optional()
    .describe(
      'The API description: a file, a folder with one for each release, a path with `*` for the release, several files that are one (a folder, a pattern such as `schema/**/*.graphql`, or a list), or `none` to check the history alone.'
    ),
  announcements: textField
    .optional()
    .describe('For GraphQL schemas: a list of announced removals. `*` stands for the release.'),
  policy: textField
    .optional()
    .describe('A policy file or the name of a preset. Default: what the history names, else `thirteen-months`.'),
  rendered: z.array(textField).min(1).optional().describe('Markdown files whose managed sections must be up to date.'),
  generate,
  unread: z.array(acceptedGap).optional().describe('Unreadable parts that the gate can do without.'),
  adopted: adopted.optional(),
  traffic: trafficSchema,
  probe,
  owners
}

/** A URL with these placeholders. */
const link = (placeholders: readonly string[], describe: string) =>
  textField
    .refine(url => /^https?:\/\/[^\s<>]+$/.test(url) && placeholders.every(each => url.includes(each)), {
      error: issue =>
        `\`${issue.input}\` isn't a URL${withPlaceholders(placeholders)}. Write one that begins with \`https://\`.`
    })
    .optional()
    .describe(`${describe}${placeholders.length > 0 ? ',' : ''}${withPlaceholders(placeholders)}.`)

const withPlaceholders = (names: readonly string[]): string =>
  names.length > 0 ? ` with ${formatList(names.map(each => `\`${each}\``))}` : ''

/** Links of pages, release notes, upgrade guides, and feeds. */
const links = z
  .strictObject({
    compare: link(['{from}', '{to}'], 'The URL that compares two releases'),
    line: link(['{file}', '{line}'], 'The URL of a line in a description'),
    docs: link(['{method}', '{path}'], 'The URL of the documentation of an endpoint'),
    site: link([], 'The URL of the page that `tenure site` writes; `{api}` stands for the name of the API'),
    feed: link([], 'The URL of the folder where you publish what `tenure feed` writes'),
    deprecation: link(
      [],
      'For `tenure headers`: the URL of a page about deprecations; it can have `{method}` and `{path}`'
    ),
    sunset: link([], 'The same about sunsets')
  })
  .optional()
  .describe('Where texts about releases link to.')

/** The tags that are releases. */
const tags = z
  .union([textField, z.array(textField).min(1)])
  .optional()
  .describe('Patterns of the tags that are releases, such as `v*`; one with `!` leaves tags out.')

/** What descriptions are compared with. */
const base = z
  .union([z.enum(['latest-release', 'target']), textField])
  .optional()
  .describe(
    'What `check` compares with: `latest-release` (the newest that the branch descends from), `target` (where the branch left its target: all of it counts as released), or a file of the target: the description of the last release, or one in a package archive (`api-1.2.0.tgz:package/openapi.yaml`). Default: as `target`, but what neither the newest tagged release nor the history of the target has counts as never released.'
  )

/** Keys of an entry of `apis` that say where APIs are, and whose. `listed-apis.ts` checks which of them go together. */
const entry = {
  glob: textField.optional().describe('A pattern of descriptions, in place of `name`. Each match is an API.'),
  branch: textField.optional().describe('With `source`: the branch whose commits are the releases.'),
  source: textField
    .optional()
    .describe('Elsewhere, for `tenure report`: a history, folder of releases, or repository.'),
  backstage: textField
    .optional()
    .describe('In place of `name`, for `tenure report`: a pattern of `catalog-info.yaml` files.'),
  jobs: textField.optional().describe('As `backstage`: a file with a job on each line.'),
  owner: textField.optional().describe('For `tenure report`: its owner (in a catalog, that of the entity).'),
  group: textField.optional().describe('A label for `tenure report --sql`. In a catalog, the lifecycle.')
}

/** `tenure.yaml`: file locations, rule settings, and waivers. */
export const configSchema = z.strictObject({
  format: formatVersion,
  ...places,
  tags,
  base,
  links,
  ...failing,
  apis: z
    .array(
      z.strictObject({
        name: textField.optional().describe('The name, for `--api` and reports.'),
        ...places,
        tags,
        base,
        ...failing,
        ...entry
      })
    )
    .min(1)
    .optional()
    .describe(
      'Several APIs, each with a `name`, `glob`, `backstage`, or `jobs`, and the keys above, for one API: `history`, `spec`, `announcements`, `rendered`, and `unread` only there, others with those at the top as defaults.'
    ),
  plugins: z
    .array(textField)
    .min(1)
    .optional()
    .describe('Your own rules: JavaScript files, or TypeScript with Node 22.18 or later.'),
  rules: z
    .record(
      z.string(),
      z.union([level, z.strictObject({level: level.optional(), options: z.record(z.string(), option).optional()})])
    )
    .optional()
    .describe('Levels and options of rules, by id.'),
  waivers: z
    .array(
      waiverSchema.extend({
        subject: subjectText,
        ...part,
        api: textField.optional().describe('Its API in `apis`. Default: each that has the subject.'),
        rule: textField.optional().describe('Waives only findings of this rule.'),
        kind: changeKind.optional().describe('Waives only changes of this kind.'),
        about: unquotedText('Waives only changes of that kind to this part, as `check` prints it.').optional()
      })
    )
    .optional()
    .describe('Waivers for unreleased changes, with the keys of `waiver` in the history.'),
  newWaivers: z
    .enum(['reviewed', 'accept'])
    .optional()
    .describe(
      'New waivers that count before they are merged: `reviewed` (those that approvers of the policy, or else owners, reviewed), or `accept` (all, and new evidence in `met`). Default: none.'
    )
})

export type WrittenConfig = z.infer<typeof configSchema>
