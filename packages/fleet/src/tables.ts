/** Version of the tables. It changes when a column changes its name, type, or meaning; new columns don't change it. */
export const TABLES_FORMAT = 1

/** Column types. A `date` is a day as `YYYY-MM-DD`. Every column except `api` can be null. */
export type ColumnType = 'text' | 'integer' | 'boolean' | 'date'

export interface FactColumn {
  readonly type: ColumnType
  /** Meaning, as a sentence of the reference. */
  readonly about: string
}

const column = (type: ColumnType, about: string): FactColumn => ({type, about})
const text = (about: string): FactColumn => column('text', about)
const integer = (about: string): FactColumn => column('integer', about)
const boolean = (about: string): FactColumn => column('boolean', about)
const date = (about: string): FactColumn => column('date', about)

const API = text('ID of the API in the list.')
const SUBJECT = {
  subject: text(
    'Endpoint, operation, schema field, or prefix, such as `GET /v1/loans`, with the field or value in it.'
  ),
  subject_kind: text('Kind of the subject: `endpoint`, `operation`, `prefix`, `resource-field`, …')
}
const PLACE = {
  source: text('File that shows it.'),
  line: integer('Line in the file, from 1.'),
  column: integer('Column in the line, from 1.')
}
/**
 * Two columns for a moment that may not be known exactly: its first and its last possible day, both inclusive. A
 * missing one is unknown.
 */
const between = <What extends string>(what: What, happened: string) =>
  ({
    [`${what}_earliest`]: date(`First day on which it may have ${happened}.`),
    [`${what}_latest`]: date(`Last day on which it may have ${happened}.`)
  }) as Readonly<Record<`${What}_earliest` | `${What}_latest`, FactColumn>>

/**
 * Tables of facts about a fleet, with their columns in order. Every row belongs to one API. Nothing in them depends on
 * the machine, on other APIs, or on when they were written.
 */
export const TABLES = {
  apis: {
    api: API,
    owner: text('Owner in the list.'),
    group_name: text('Group in the list.'),
    source: text('Folder, history, or repository in the list.'),
    service: text('Name of the service in the descriptions or the history.'),
    policy: text('Name of the policy that judged it.'),
    as_of: date('Day on which it was judged. What happens on that day counts.'),
    releases: integer('Number of releases, without announcements between them.'),
    is_partial: boolean('Whether a part could not be read, so that more may have changed than is known.'),
    remarks: text('Remarks on how it was read, one a line.')
  },
  releases: {
    api: API,
    position: integer('Place in the order of releases and announcements, from 0.'),
    release: text('Name of the release, or day of the announcement.'),
    kind: text('`release`, or `announcement` for a public statement between two releases.'),
    stated: text('Date as written.'),
    ...between('released', 'been released'),
    is_pending: boolean('Whether it is released only after the as-of day.'),
    is_partial: boolean('Whether a part of its description could not be read.'),
    is_unread: boolean('Whether its description could not be read at all.'),
    ...PLACE
  },
  changes: {
    api: API,
    position: integer('Place of the release in the order of releases, from 0.'),
    release: text('Name of the release.'),
    ...between('happened', 'happened'),
    ...SUBJECT,
    event: text('`introduced`, `changed`, `deprecated`, `rescheduled`, `withdrawn`, `removed`, or `restored`.'),
    verb: text('Verb of the history line: `renamed` for both events of a rename.'),
    change_kind: text('Kind of a change, such as `type-changed`.'),
    detail: text('What the change is about beyond its subject.'),
    is_breaking: boolean('Whether a history line says that it breaks clients.'),
    is_observed: boolean('Whether descriptions show it, and not a written history.'),
    sunset_stated: text('Sunset of an announcement, as written.'),
    replacement: text('Replacement that is named.'),
    ...PLACE
  },
  lifecycles: {
    api: API,
    ...SUBJECT,
    period: integer('Number of the period of support, from 0. A restored subject has more than one.'),
    stability: text('Latest stability that is stated.'),
    introduced_release: text('Release that introduced it.'),
    ...between('introduced', 'been introduced'),
    announced_release: text('Release that first announced its end.'),
    ...between('announced', 'been announced'),
    ...between('sunset', 'its sunset'),
    removed_release: text('Release that removed it.'),
    ...between('removed', 'been removed'),
    status: text(
      'On the as-of day: `coming`, `available`, `deprecated`, `sunset` (past its sunset, not removed), or `removed`.'
    ),
    due: text('For an announced removal that is not recorded: `overdue`, `now`, `coming`, or `unknown`.'),
    due_on: date('Day of the sunset if it is overdue, otherwise the first day on which the policy allows the removal.'),
    replacement: text('Replacement that is named.'),
    due_owner: text('For an announced removal: who owns the subject, separated by `, `. Null if nothing says so.'),
    callers: integer(
      'For an announced removal: named callers in the last 30 days. Null if no table of callers knows these days.'
    ),
    calls: integer('Calls in these days, also without a name.'),
    covered: integer('Percent of these days that the table of callers knows.'),
    ...PLACE
  },
  judgments: {
    api: API,
    position: integer('Place of the release in the order of releases, from 0. Null for a sunset on a day.'),
    release: text('Release that ended support or changed it.'),
    ...between('ended', 'happened'),
    ...SUBJECT,
    kind: text('`end` for an end of support, `change` for a breaking change.'),
    event: text('Verb of the history line, such as `removed`.'),
    change_kind: text('Kind of a change, such as `type-changed`.'),
    verdict: text('`compliant`, `violation`, `exempt`, or `undetermined`.'),
    exempt_by: text('`policy` or `waiver`, if it is exempt.'),
    stability: text('Stability that was applied.'),
    policy_revision: text('Revision of the policy that decided.'),
    clause: text('JSON pointer to the clause that decided.'),
    required: text('Notice that the clause requires, such as `13 months`.'),
    is_announced: boolean('Whether it was announced.'),
    ...between('announced', 'been announced'),
    missing: text('Missing facts of an undetermined verdict, separated by `; `.'),
    covers: integer('Number of subjects below a prefix that have the same verdict.'),
    replacement: text('Replacement that is named or inferred.'),
    ...PLACE
  },
  findings: {
    api: API,
    position: integer('Place of the release in the order of releases, from 0.'),
    release: text('Name of the release.'),
    rule: text('ID of the rule.'),
    level: text('`error`, `warning`, or `info`.'),
    verdict: text('Verdict that it explains.'),
    ...SUBJECT,
    message: text('What happened, and what the policy asks.'),
    remedy: text('What to do.'),
    fingerprint: text('Identifies the finding in later runs.'),
    reason_of: text('Fingerprint of the finding that it adds a reason to.'),
    ...PLACE
  },
  errors: {
    api: API,
    message: text('Why the API could not be read.'),
    ...PLACE
  },
  listings: {
    api: API,
    event: text('`joined`, `left`, or `returned`: what happened to the API in the list.'),
    as_of: date('As-of day of the run that saw it.')
  }
} as const satisfies Record<string, Readonly<Record<string, FactColumn>>>

export type TableName = keyof typeof TABLES

/** A row of a table. Columns without a value are null. */
export type Row = {readonly api: string} & Readonly<Record<string, string | number | boolean | null>>

/** The tables whose rows a job produces. The other tables are about the list. */
export const FACT_TABLES = ['apis', 'releases', 'changes', 'lifecycles', 'judgments', 'findings'] as const

/** The rows that a job produces, by table. A table without rows is an empty list. */
export type FactTables = Readonly<Record<(typeof FACT_TABLES)[number], readonly Row[]>>

/** The rows of one API, by table. A table without rows is an empty list. */
export type Tables = Readonly<Record<TableName, readonly Row[]>>
