import {join} from 'node:path'
import type {Context} from '@tenure/core/context/context'
import type {LogFormat} from '@tenure/core/inputs/config/traffic-settings'
import {groupBy} from '@tenure/core/model/group-by'
import {inputError} from '@tenure/core/model/input-error'
import type {Day} from '@tenure/core/model/time/date-range'
import {formatCount} from '@tenure/core/text/format-values'
import {type CallerIds, openCallerIds, tableCaller} from './callers.ts'
import {
  type CountOptions,
  countFile,
  createCounted,
  type FileRange,
  OTHER_HOST,
  READABLE_LINES,
  type UnreadableLines
} from './logs/count-file.ts'
import {type Database, openDatabase} from './logs/database.ts'
import {type LogFile, openLogFile} from './logs/log-files.ts'
import {type MatchCall, type MatchedShapes, matchCounted, type UnmatchedCalls} from './matching/match-counted.ts'
import {openQueryMatcher} from './matching/match-queries.ts'
import {ShapeMatcher} from './matching/match-shape.ts'
import {vocabularyOf} from './matching/templates.ts'
import {chooseFormat, chooseSource, type OpenedTraffic, openTraffic, type TrafficCommand} from './settings.ts'
import {GONE, OTHER_METHOD, type Vocabulary} from './sql/aggregate.ts'
import {type AddedCoverage, addCoverage, parseIdle} from './table/coverage.ts'
import {type AddedDrift, addDrift} from './table/drift.ts'
import {
  callsFile,
  coverageFile,
  driftFile,
  formatCsv,
  formatHead,
  IMPORTS_COLUMNS,
  IMPORTS_FILE,
  parseCsv,
  parseHead,
  readCount,
  TABLE_FILE,
  type TableHead
} from './table/files.ts'
import {mergeCalls} from './table/merge-calls.ts'
import {finishDraft, readTableTexts, writeTable} from './table/write-table.ts'

export interface LogImportOptions extends TrafficCommand {
  readonly files: readonly string[]
  readonly format?: string | undefined
  readonly source?: string | undefined
  /** Hours without calls: `FROM..TO`. */
  readonly idle?: string | undefined
}

/** What an import did. */
export interface ImportSummary extends MatchedShapes {
  readonly table: string
  /** Files that were imported before. */
  readonly known: readonly string[]
  readonly lines: number
  /** Lines of other hosts among them. */
  readonly others: number
  readonly operations: number
  readonly callers: number
  readonly days: readonly Day[]
  readonly unreadable: readonly UnreadableLines[]
  /** Sources in the logs that the configuration doesn't list. */
  readonly otherSources: readonly string[]
  readonly key?: string
}

/** Adds access logs to the table of callers. Whatever is temporary goes to `folder`, which only this user can read. */
export async function importLogs(options: LogImportOptions, folder: string, context: Context): Promise<ImportSummary> {
  const {files, idle} = options
  if (files.length === 0 && idle === undefined)
    throw inputError(
      'Name the access logs to import, or `-` for standard input.',
      undefined,
      'tenure traffic import access.log'
    )
  const opened = await openTraffic(options, context)
  const ids = openCallerIds(context, opened.settings.callers ?? 'hashed')
  const head = createHead(opened, ids)
  finishDraft(context, opened.table)
  const table = readTableTexts(context.files, opened.table, path => !path.includes('/'))
  assertSameHead(table.get(TABLE_FILE), head, opened)
  const run = new ImportRun(opened, ids, table.get(IMPORTS_FILE), options, context)
  const database = await openDatabase(folder)
  try {
    await run.count(database, folder)
    const summary = await run.write(database, head)
    return {...summary, ...(ids.key === undefined ? {} : {key: ids.key})}
  } finally {
    database.close()
  }
}

const createHead = ({api, settings}: OpenedTraffic, ids: CallerIds): TableHead => ({
  format: 1,
  api: api.name,
  callers: settings.callers ?? 'hashed',
  ...(ids.key === undefined ? {} : {key: ids.key})
})

/** Throws an `InputError` if the table is of another API, or if its callers are written in another way. */
function assertSameHead(text: string | undefined, head: TableHead, {table, shownTable}: OpenedTraffic): void {
  if (text === undefined) return
  const source = join(shownTable, TABLE_FILE)
  const old = parseHead(text, join(table, TABLE_FILE))
  const place = {source, line: 1, column: 1}
  if (old.api !== head.api)
    throw inputError(
      `The table is of \`${old.api}\`, not of \`${head.api}\`. Name another folder with \`--table\`.`,
      place
    )
  if (old.callers !== head.callers)
    throw inputError(`The callers of the table are ${old.callers}, not ${head.callers}. Start a new table.`, place)
  if (old.key !== head.key)
    throw inputError(
      `The callers of the table are hashed with the key \`${old.key}\`, and \`TENURE_TRAFFIC_KEY\` is \`${head.key}\`.`,
      place
    )
}

interface ImportedRange extends FileRange {
  readonly digest: string
  readonly bytes: number
}

class ImportRun {
  readonly #opened: OpenedTraffic
  readonly #ids: CallerIds
  readonly #options: LogImportOptions
  readonly #context: Context
  /** The list of imports as it was at the beginning. */
  readonly #imports: string | undefined
  readonly #old: readonly ImportedRange[]
  readonly #format: LogFormat | undefined
  readonly #source: string | undefined
  readonly #ranges: ImportedRange[] = []
  readonly #unreadable: UnreadableLines[] = []
  readonly #known: string[] = []
  readonly #vocabulary: Vocabulary

  constructor(
    opened: OpenedTraffic,
    ids: CallerIds,
    imports: string | undefined,
    options: LogImportOptions,
    context: Context
  ) {
    this.#opened = opened
    this.#ids = ids
    this.#options = options
    this.#vocabulary = vocabularyOf(opened.api.templates, opened.settings.prefixes ?? [])
    this.#context = context
    this.#format = options.files.length === 0 ? undefined : chooseFormat(options.format, opened.settings)
    this.#source = chooseSource(options.source, this.#format, opened.settings)
    this.#imports = imports
    this.#old = imports === undefined ? [] : parseImports(imports)
  }

  /** Counts all files into the database. Throws an `InputError` if too many lines can't be read. */
  async count(database: Database, folder: string): Promise<void> {
    const {files} = this.#options
    await createCounted(database, this.#vocabulary)
    for (const [at, name] of files.entries()) {
      this.#context.progress(at, files.length, name)
      const file = await openLogFile(name, this.#context.files, [...this.#old, ...this.#ranges], folder)
      if (file.known === 'all') this.#known.push(name)
      else await this.#countFile(database, file, at)
    }
    this.#context.progress()
    this.#assertReadable()
  }

  async #countFile(database: Database, file: LogFile, at: number): Promise<void> {
    const {settings, today} = this.#opened
    const options: CountOptions = {
      format: this.#format ?? 'json-lines',
      columns: settings.columns,
      hosts: settings.hosts,
      source: this.#source,
      vocabulary: this.#vocabulary,
      today
    }
    const {ranges, unreadable} = await countFile(database, file, at, options)
    this.#ranges.push(...ranges.map(each => ({...each, digest: file.digest, bytes: file.bytes})))
    this.#unreadable.push(...unreadable)
  }

  #assertReadable(): void {
    const lines = this.#ranges.reduce((sum, each) => sum + each.lines, 0)
    const bad = this.#unreadable.reduce((sum, {count}) => sum + count, 0)
    const most = Number.parseFloat(this.#opened.settings.corrupt ?? '5%') / 100
    if (bad === 0 || bad <= most * (lines + bad)) return
    const [first] = sumUnreadable(this.#unreadable)
    const share = ((100 * bad) / (lines + bad)).toFixed(1)
    throw inputError(
      `${formatCount(bad, 'line')} of ${lines + bad} can't be read (${share}%), most of them for their ${first?.kind}. ` +
        'Nothing was imported. Correct the format, or allow more with `corrupt`.',
      {source: first?.file ?? '', ...(first?.line === undefined ? {} : {line: first.line, column: 1})}
    )
  }

  /** Matches what was counted, and adds it to the table. */
  async write(database: Database, head: TableHead): Promise<Omit<ImportSummary, 'key'>> {
    const {settings, table, shownTable} = this.#opened
    const lines = this.#ranges.reduce((sum, each) => sum + each.lines, 0)
    const others = await this.#countOthers(database, lines)
    const {unmatchedByDay, ...shapes} = await matchCounted(database, await this.#matcher(), this.#vocabulary)
    const {texts, callers, operations} = await mergeCalls(database, this.#context.files, table, (caller, agent) =>
      tableCaller(this.#ids, caller, agent)
    )
    const coverage = groupBy(await this.#coverage(database), ({day}) => day)
    const drift = groupBy(await countDrift(database, unmatchedByDay), ({day}) => day)
    const changed = new Map<string, string>([[TABLE_FILE, formatHead(head)]])
    for (const [day, text] of texts) changed.set(callsFile(day), text)
    const old = readTableTexts(this.#context.files, table, path =>
      [...coverage.keys()].some(day => path === coverageFile(day) || path === driftFile(day))
    )
    for (const [day, added] of coverage) {
      const path = coverageFile(day)
      changed.set(path, addCoverage(old.get(path), added, path))
    }
    for (const [day, added] of drift) {
      const path = driftFile(day)
      changed.set(path, addDrift(old.get(path), added, path))
    }
    changed.set(
      IMPORTS_FILE,
      formatCsv(
        IMPORTS_COLUMNS,
        [...this.#old, ...this.#ranges].map(each => IMPORTS_COLUMNS.map(column => each[column]))
      )
    )
    this.#assertUnchanged()
    writeTable(this.#context, table, changed)
    const expected = settings.sources
    const sources = new Set(this.#ranges.map(({source}) => source))
    return {
      ...shapes,
      table: shownTable,
      known: this.#known,
      lines,
      others,
      operations,
      callers,
      days: [...new Set(this.#ranges.flatMap(({from, to}) => [from, to]))].toSorted(),
      unreadable: sumUnreadable(this.#unreadable),
      otherSources: expected ? [...sources].filter(each => !expected.includes(each)) : []
    }
  }

  /**
   * Counts lines of other hosts. Throws an `InputError` if a first import has no others, because all would be missed where
   * `hosts` is wrong.
   */
  async #countOthers(database: Database, lines: number): Promise<number> {
    const [row] = await database.rows(`SELECT sum(calls)::DOUBLE AS n FROM counted WHERE kind = '${OTHER_HOST}'`)
    const others = Number(row?.n ?? 0)
    if (others === 0 || others < lines || this.#old.length > 0) return others
    throw inputError(
      `None of the ${formatCount(lines, 'line')} is of \`hosts\`. Nothing was imported. Correct \`hosts\` in \`traffic\`.`
    )
  }

  /** Throws an `InputError` if another import has written to the table meanwhile, because its calls would be lost. */
  #assertUnchanged(): void {
    const {table, shownTable} = this.#opened
    const now = readTableTexts(this.#context.files, table, path => path === IMPORTS_FILE).get(IMPORTS_FILE)
    if (now === this.#imports) return
    throw inputError('Another import has changed the table meanwhile. Nothing was imported. Run this one again.', {
      source: join(shownTable, IMPORTS_FILE)
    })
  }

  async #matcher(): Promise<MatchCall> {
    const {api} = this.#opened
    if (this.#format === 'graphql') return openQueryMatcher(api, this.#opened.spec, this.#context)
    const matcher = new ShapeMatcher(api.templates, api.bare)
    return (method, shape, day) => matcher.match(method, shape, day)
  }

  async #coverage(database: Database): Promise<AddedCoverage[]> {
    const rows = await database.rows(
      `SELECT day, source, bit_or(hours)::DOUBLE AS hours, sum(CASE WHEN kind = '' THEN calls ELSE 0 END)::DOUBLE AS lines,
       sum(CASE WHEN kind = '' AND certain IS NULL THEN calls ELSE 0 END)::DOUBLE AS unmatched, sum(CASE WHEN certain = 'no' THEN calls ELSE 0 END)::DOUBLE AS ambiguous
       FROM counted LEFT JOIN (SELECT day, method, shape, max(certain) AS certain FROM matched GROUP BY ALL) USING (day, method, shape)
       WHERE kind IN ${READABLE_LINES} GROUP BY day, source`
    )
    const none = {hours: 0, idle: 0, lines: 0, unreadable: 0, unmatched: 0, ambiguous: 0}
    const idle = this.#options.idle === undefined ? [] : parseIdle(this.#options.idle)
    const source = this.#source ?? ''
    return [
      ...rows.map(row => ({
        ...none,
        day: String(row.day),
        source: String(row.source),
        hours: Number(row.hours),
        lines: Number(row.lines),
        unmatched: Number(row.unmatched),
        ambiguous: Number(row.ambiguous)
      })),
      ...this.#unreadable.flatMap(({day, source, count}) =>
        day === undefined || source === '' ? [] : [{...none, day, source, unreadable: count}]
      ),
      ...idle.map(({day, hours}) => ({...none, day, source, idle: hours}))
    ]
  }
}

/** Where calls and descriptions differ. Browsers ask for OPTIONS on their own, and servers answer without a description. */
async function countDrift(database: Database, unmatched: readonly UnmatchedCalls[]): Promise<AddedDrift[]> {
  const gone = await database.rows(
    `SELECT day, operation AS request, sum(calls)::DOUBLE AS calls FROM counted JOIN matched USING (day, method, shape)
     WHERE kind = '' AND certain = 'yes' AND status = ${GONE} GROUP BY ALL`
  )
  return [
    ...gone.map(row => ({
      kind: 'gone' as const,
      day: String(row.day),
      request: String(row.request),
      calls: Number(row.calls)
    })),
    ...unmatched
      .filter(({method}) => !['', 'OPTIONS', OTHER_METHOD].includes(method))
      .flatMap(({day, method, shape, calls, gone: missing}): AddedDrift[] => {
        const request = {day, request: `${method} ${shape}`}
        return [
          {...request, kind: 'undocumented' as const, calls: calls - missing},
          {...request, kind: 'missing' as const, calls: missing}
        ].filter(each => each.calls > 0)
      })
  ]
}

const parseImports = (text: string): ImportedRange[] =>
  parseCsv(text, IMPORTS_COLUMNS, IMPORTS_FILE).map(row => ({
    ...row.cells,
    bytes: readCount(row, 'bytes'),
    lines: readCount(row, 'lines')
  }))

/** One entry for each kind with its first place, most lines first. */
function sumUnreadable(all: readonly UnreadableLines[]): UnreadableLines[] {
  const kinds = new Map<string, UnreadableLines>()
  for (const each of all) {
    const old = kinds.get(each.kind)
    kinds.set(each.kind, {...(old ?? each), count: (old?.count ?? 0) + each.count})
  }
  return [...kinds.values()].toSorted((a, b) => b.count - a.count)
}
