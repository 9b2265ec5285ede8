import * as z from 'zod'
import {CHANGE_KINDS} from '../../languages/kinds.ts'
import {FAIL_ON} from '../../model/verdict/fail-on.ts'
import {formatList} from '../../text/format-values.ts'
import {dayField, formatVersion, subjectText, textField, unquotedText} from '../history/fields.ts'
import {waiverSchema} from '../history/format.ts'

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
    "The file in which something can't be read, as `check` prints it, without the line. In a description, with the JSON pointer of the part: `openapi.yaml#/paths/~1v1~1loans`."
  ),
  about: textField
    .optional()
    .describe('A part of the message, such as the route that it names. An entry accepts one gap, so it must fit one.'),
  reason: textField.describe('Why the API can be checked without it.')
})

/** An approval of what a history states about the past. */
const adopted = z
  .strictObject({
    day: dayField.describe(
      'The day of approval. Lines that the branch had by then count as written, unless they state an earlier day since. A change that weakens the recorded past passes on this day.'
    ),
    approver: textField.describe('Who approved them.')
  })
  .meta({
    id: 'adopted',
    description:
      'Up to when lines of the history count as written, although no description or tag shows them, as those of its first commit do. Needed only if a team writes down its past in a second step. It counts once it is merged.'
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
    'Who owns what, unless the description says so (`x-owner`). The last entry that applies counts. What has no owner here is owned as `CODEOWNERS` says.'
  )

/** Value of `spec` for an API whose history alone is checked. */
export const NO_SPEC = 'none'

/** What fails the gate. */
const failing = {
  enforceFrom: z
    .union([z.literal('now'), dayField])
    .optional()
    .describe(
      'The day from which on violations fail `check`; before it, they are only reported. `now` for an API that is checked at once beside a later default.'
    ),
  failOn: z
    .enum(FAIL_ON)
    .optional()
    .describe(
      'Which results fail `check`, if `--fail-on` does not say: `violation` (default), `undetermined`, with which violations fail it, too, or `never`.'
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
        .describe('Variables that it gets although their names look secret, such as the token of your own registry.')
    })
  ])
  .optional()
  .describe(
    'The command that writes `spec`, if git has no description there. `check` runs it for the base and for the change, each in a temporary folder. It counts once it is merged.'
  )

/** One API description. */
const spec = z.union([textField, z.array(textField).min(1)])

/** Where the files of one API are. */
const places = {
  history: textField.optional().describe('The history: a file, or a folder with a `service.yaml`.'),
  spec: spec
    .optional()
    .describe(
      'The API description: a file, a folder with a description for each release, a path in which `*` stands for the release, several files that are one description (a folder, a pattern such as `schema/**/*.graphql`, or a list of either), or `none` if there is none and `check` is to look at the history alone.'
    ),
  announcements: textField
    .optional()
    .describe(
      'A list of announced removals, for what the description cannot mark itself. `*` stands for the release, as in `spec`. Only GraphQL schemas have one.'
    ),
  policy: textField.optional().describe('A policy file or the name of a preset, unless the history names a policy.'),
  rendered: z.array(textField).min(1).optional().describe('Markdown files whose managed sections must be up to date.'),
  generate,
  unread: z
    .array(acceptedGap)
    .optional()
    .describe("Parts of the description or the server code that can't be read, and that the gate can do without."),
  adopted: adopted.optional(),
  owners
}

/** A URL with these placeholders. */
const link = (placeholders: readonly string[], describe: string) =>
  textField
    .refine(url => /^https?:\/\/[^\s<>]+$/.test(url) && placeholders.every(each => url.includes(each)), {
      error: issue =>
        `\`${issue.input}\` isn't a URL with ${formatList(placeholders.map(each => `\`${each}\``))}. Write one that begins with \`https://\`.`
    })
    .optional()
    .describe(`${describe}, with ${formatList(placeholders.map(each => `\`${each}\``))}.`)

/** Links of pages, release notes, and upgrade guides. */
const links = z
  .strictObject({
    compare: link(['{from}', '{to}'], 'The URL that compares two releases'),
    line: link(['{file}', '{line}'], 'The URL of a line in a description'),
    docs: link(['{method}', '{path}'], 'The URL of the documentation of an endpoint')
  })
  .optional()
  .describe('Where texts about releases link to.')

/** The tags that are releases. */
const tags = z
  .union([textField, z.array(textField).min(1)])
  .optional()
  .describe(
    'The tags that are releases: a pattern such as `v*`, or a list of patterns. One that begins with `!` leaves tags out.'
  )

/** What descriptions are compared with. */
const base = z
  .union([z.enum(['latest-release', 'target']), textField])
  .optional()
  .describe(
    'What `check` compares with: `latest-release`, the newest release that the branch descends from, or `target`, where the branch left its target, so that whatever the target has counts as released. Otherwise the path of a file that the target has: the description of the last release, or one in a package archive (`api-1.2.0.tgz:package/openapi.yaml`). Default: as `target`, but what neither the newest tagged release nor the history of the target has counts as never released.'
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
    .describe('A pattern of `catalog-info.yaml` files, in place of `name`, for `tenure report`.'),
  jobs: textField.optional().describe('A file with a job on each line, in place of `name`, for `tenure report`.'),
  owner: textField.optional().describe('Who owns the API, for `tenure report`. In a catalog, the owner of the entity.'),
  group: textField.optional().describe('A label for `tenure report --sql`. In a catalog, the lifecycle of the entity.')
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
        name: textField.optional().describe('The name of the API, for `--api` and in reports.'),
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
      'Several APIs. Each entry has a `name`, a `glob`, a `backstage`, or a `jobs`, and the keys above for itself: `history`, `spec`, `announcements`, `rendered`, and `unread` only there, the others with those at the top as defaults.'
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
        api: textField
          .optional()
          .describe('The API in `apis` that the waiver is for. Default: each API that has the subject.'),
        rule: textField.optional().describe('Waives only findings of this rule.'),
        kind: changeKind.optional().describe('Waives only changes of this kind.'),
        about: unquotedText(
          'Waives only changes of that kind to this keyword, name, or part, as `check` prints it.'
        ).optional()
      })
    )
    .optional()
    .describe('Waivers for unreleased changes.'),
  newWaivers: z
    .enum(['reviewed', 'accept'])
    .optional()
    .describe(
      'Which new waivers count in `check` before they are merged: with `reviewed`, those that owners approved, as the action or `--approvals` says; with `accept`, all, and new evidence that a condition is met (`met`). Default: none.'
    )
})

export type WrittenConfig = z.infer<typeof configSchema>
