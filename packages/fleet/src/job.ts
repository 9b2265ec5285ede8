import {parseReleaseDate} from '@tenure/core/inputs/sources/release-dates'
import type {SourceLocation} from '@tenure/core/model/location'
import {parseDateRange} from '@tenure/core/model/time/date-range'
import * as z from 'zod'
import {
  type ColumnType,
  FACT_TABLES,
  type FactColumn,
  type FactTables,
  TABLES,
  TABLES_FORMAT,
  type TableName
} from './tables.ts'

// Single definition of jobs and answers: their types, their reader, and the published JSON Schemas.

const text = z.string().min(1)

const release = z
  .strictObject({
    version: text.describe('The name of the release.'),
    date: z
      .string()
      .refine(date => parseReleaseDate(date, 'UTC') !== undefined, {
        error: issue => `\`${issue.input}\` isn't a date. Write a day, a month, or a year that exists.`
      })
      .nullish()
      .describe('A day, a month, a year, or an instant.'),
    path: text.optional().describe('The path of the API description.'),
    text: text.optional().describe('The API description itself.'),
    name: text
      .optional()
      .describe('The name of `text` in messages, which references in it are relative to. Default: the version.'),
    files: z
      .record(z.string(), z.string())
      .optional()
      .describe('Texts of other files that `text` refers to, by their paths. No other file is read for it.'),
    git: z
      .strictObject({
        repository: text.describe('A folder in the repository, or a bare repository.'),
        rev: text.describe('A tag, a branch, or a commit.'),
        path: text.describe('The path of the API description from the root of the repository.')
      })
      .optional()
  })
  .refine(({path, text, git}) => [path, text, git].filter(each => each !== undefined).length === 1, {
    error: 'A release has one of `path`, `text`, and `git`.'
  })
  .refine(({text, name, files}) => text !== undefined || (name === undefined && files === undefined), {
    error: '`name` and `files` are only for a release with `text`.'
  })

/** An API to audit, as plain data. Paths are relative to the working directory. */
export const jobSchema = z
  .strictObject({
    id: text.describe('The ID of the API, which the answer repeats.'),
    policy: z
      .union([text, z.record(z.string(), z.unknown())])
      .optional()
      .describe(
        'The name of a preset, the path of a policy file, or the content of one, which can extend a preset. Default: the policy that the history names, otherwise `thirteen-months`.'
      ),
    asOf: z
      .string()
      .refine(day => /^\d{4}-\d{2}-\d{2}$/.test(day) && parseDateRange(day) !== undefined, {
        error: issue => `\`${issue.input}\` isn't a day that exists. Write one such as \`2026-03-02\`.`
      })
      .nullish()
      .describe('The day to judge by. Default: today.'),
    history: z
      .union([text, z.strictObject({text, name: text.optional().describe('Its name in messages.')})])
      .optional()
      .describe('A written history: its path, or its text.'),
    releases: z.array(release).min(1).optional().describe('The releases with their descriptions.'),
    source: text
      .optional()
      .describe('Instead of `releases`: a history, a folder of descriptions, or a repository, as for `tenure audit`.'),
    spec: text.optional().describe('The path of the API description in the repository.'),
    tags: text.optional().describe('A pattern of the tags that are releases, such as `v*`.'),
    branch: text.optional().describe('A branch whose commits are the releases.'),
    dates: text.optional().describe('The path of a file with a date for each release.'),
    owner: z.string().nullish().describe('Copied to the answer.'),
    group: z.string().nullish().describe('Copied to the answer.')
  })
  .refine(({releases, source, history}) => (releases ?? source ?? history) !== undefined, {
    error: 'A job needs `releases`, a `source`, or a `history`.'
  })
  .refine(({releases, source}) => releases === undefined || source === undefined, {
    error: "`releases` can't be combined with `source`. Use one of them."
  })
  .refine(({source, spec, tags, branch, dates}) => source !== undefined || !(spec ?? tags ?? branch ?? dates), {
    error: '`spec`, `tags`, `branch`, and `dates` are only for a `source`.'
  })

export type Job = z.infer<typeof jobSchema>

const VALUES: Readonly<Record<ColumnType, z.ZodType>> = {
  text: z.string(),
  integer: z.int(),
  boolean: z.boolean(),
  date: z.string()
}

const rowsOf = (table: TableName) =>
  z.array(
    z.strictObject(
      Object.fromEntries(
        Object.entries<FactColumn>(TABLES[table]).map(([name, {type, about}]) => [
          name,
          (name === 'api' ? VALUES[type] : VALUES[type].nullable()).describe(about)
        ])
      )
    )
  )

/** What a job answers: the facts, or why there are none. */
export const answerSchema = z.union([
  z.strictObject({
    id: text.describe('The ID of the API.'),
    tables: z
      .strictObject(Object.fromEntries(FACT_TABLES.map(name => [name, rowsOf(name)])))
      .describe('The rows of each table.')
  }),
  z.strictObject({
    id: z.string().nullable().describe('The ID of the API, or `null` if the line has none.'),
    input: z.int().min(1).optional().describe('The number of the line, if it has no ID.'),
    error: z.strictObject({
      message: z.string().describe('What is wrong. Several problems are several lines.'),
      source: z.string().optional().describe('The file, or `-` for the line of the job itself.'),
      line: z.int().optional(),
      column: z.int().optional()
    })
  })
])

/** The first line that a worker prints. */
export const handshakeSchema = z.strictObject({
  tenure: z.string().describe('The version of tenure.'),
  format: z.literal(TABLES_FORMAT).describe('The version of the tables.'),
  tables: z
    .record(z.string(), z.record(z.string(), z.enum(['text', 'integer', 'boolean', 'date'])))
    .describe('The type of each column of each table, in order. A `date` is a day, YYYY-MM-DD.')
})

export type Handshake = z.infer<typeof handshakeSchema>

export interface AnswerError extends Partial<Pick<SourceLocation, 'source' | 'line' | 'column'>> {
  readonly message: string
}

/** Facts about the API of a job, or why there are none. `input` is the number of a line without an ID. */
export type Answer =
  | {readonly id: string | null; readonly tables: FactTables}
  | {readonly id: string | null; readonly input?: number; readonly error: AnswerError}
