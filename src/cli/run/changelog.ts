import type {Context} from '../../app/context.ts'
import {configOf} from '../../app/session/config.ts'
import {findUnknownSubject} from '../../app/session/known-subject.ts'
import {openSource, printRemarks, type SourceSession} from '../../app/session/open-source.ts'
import {judgeAll} from '../../lint.ts'
import {inputError} from '../../model/input-error.ts'
import {parseTarget, subjectKey} from '../../model/subject/subject.ts'
import {readText} from '../../read/files/file-system.ts'
import {writeFileAtomically} from '../../read/files/write-file.ts'
import {partAsMarkdown} from '../../render/history-page/page-part.ts'
import {fillManagedSections, unifiedDiff} from '../../render/markdown/managed-zones.ts'
import {isPartName, PART_NAMES, type PartName} from '../../render/markdown/part-names.ts'
import {createHistoryPage, type HistoryPage} from '../../render/page-data.ts'
import {type ChangesOfRelease, changesOfRelease} from '../../render/release-notes/changes-of-release.ts'
import {githubHistory} from '../../render/release-notes/github.ts'
import {renderChangelog} from '../../render/release-notes/keep-a-changelog.ts'
import {plainText} from '../../report/sanitize-text.ts'
import {EXIT} from '../exit-codes.ts'
import {assertCompareUrl, type NewsOptions} from '../options/news-options.ts'
import {readTemplate, writeNews} from './write-news.ts'

export interface ChangelogOptions extends NewsOptions {
  /** Path of a Markdown file whose managed sections are filled. */
  readonly write?: string | undefined
  /** Path of a Markdown file whose managed sections must be up to date. */
  readonly check?: string | undefined
  readonly part?: string | undefined
  readonly flavour?: 'page' | 'keep-a-changelog' | 'github'
  /** Subject to limit the output to. */
  readonly endpoint?: string | undefined
}

/** Renders the change history as Markdown, to standard output or into the managed sections of files. */
export async function run(options: ChangelogOptions, context: Context): Promise<number> {
  const part = partOf(options)
  assertCombination(options)
  assertCompareUrl(options)
  const {write, check} = options
  // Files are read first, so that a missing one is reported before any work is done.
  const files = filesIn(write ?? check, options).map(file => ({file, stands: readText(file)}))
  const template = readTemplate(options)
  const session = await openSource(options, context)
  printRemarks(session, context)
  const {history, policy, assumed} = session
  const judgements = judgeAll(history, policy)
  const render = (name: PartName): string => partAsMarkdown(name, history, judgements, policy, assumed)
  if (write !== undefined || check !== undefined) {
    const filled = files.map(({file, stands}) => ({file, stands, expected: fillManagedSections(stands, file, render)}))
    return Math.max(...filled.map(each => fill(options, each, context)))
  }
  const page = createHistoryPage(history, judgements, policy, assumed)
  if (options.endpoint !== undefined) {
    context.out(await renderLife(options.endpoint, session, page))
    return EXIT.fine
  }
  const news = (): ChangesOfRelease[] =>
    history.timeline.entries.toReversed().map(entry => changesOfRelease(entry, page))
  const isPlain = template === undefined && options.context === undefined
  const all = isPlain && (options.flavour ?? 'page') === 'page' ? [] : news()
  await writeNews(
    all,
    page,
    options,
    {session, template, flavour: () => renderFlavor(options, all, page, () => render(part))},
    context
  )
  return EXIT.fine
}

function renderFlavor(
  {flavour, compare}: ChangelogOptions,
  news: readonly ChangesOfRelease[],
  page: HistoryPage,
  whole: () => string
) {
  if (flavour === 'github') return githubHistory(news, page)
  if (flavour === 'keep-a-changelog') return renderChangelog(news, page, compare === undefined ? {} : {compare})
  return whole()
}

/** Given file, otherwise the configured pages. Empty if neither option is used. */
function filesIn(named: string | undefined, options: ChangelogOptions): string[] {
  if (named === undefined || named !== '') return named === undefined ? [] : [named]
  const pages = (configOf(options)?.rendered ?? []).map(({path}) => path)
  if (pages.length > 0) return pages
  throw inputError(
    'Unexpected lack of a file, expected its name, or pages that `rendered` in `tenure.yaml` lists',
    undefined,
    'tenure changelog --write CHANGES.md'
  )
}

interface FilledFile {
  readonly file: string
  readonly stands: string
  readonly expected: string
}

function fill({write, check}: ChangelogOptions, {file, stands, expected}: FilledFile, context: Context): number {
  if (write !== undefined && check === undefined) {
    if (expected !== stands) writeFileAtomically(file, expected)
    return EXIT.fine
  }
  if (expected === stands) return EXIT.fine
  context.out(unifiedDiff(file, stands, expected).split(/\r?\n/).map(plainText).join('\n'))
  context.err(
    `The change history in ${plainText(file)} is stale: run \`tenure changelog --write ${plainText(file)}\`\n`
  )
  return EXIT.findings
}

function partOf({part = 'all'}: ChangelogOptions): PartName {
  if (isPartName(part)) return part
  const known = ['all', ...PART_NAMES].map(name => `\`${name}\``).join(', ')
  throw inputError(`Unexpected part \`${part}\` for --part, expected one of ${known}`)
}

/** Throws an `InputError` if several options request different pages. */
function assertCombination({write, check, part, flavour, template, context, endpoint}: ChangelogOptions): void {
  if (write !== undefined && check !== undefined)
    throw inputError('Unexpected --write beside --check, expected one of them')
  const asked = [
    ...(write === undefined ? [] : ['--write']),
    ...(check === undefined ? [] : ['--check']),
    ...(part === undefined || part === 'all' ? [] : ['--part']),
    ...(endpoint === undefined ? [] : ['--endpoint']),
    ...(flavour === undefined || flavour === 'page' ? [] : ['--flavour']),
    ...(template === undefined ? [] : ['--template'])
  ]
  if (asked.length > 1) throw inputError(`Unexpected ${asked[1]} beside ${asked[0]}, expected one of them`)
  const [other] = asked.filter(each => each !== '--template' && each !== '--flavour')
  if (context !== undefined && other !== undefined)
    throw inputError(`Unexpected --context beside ${other}, expected it for a whole history`)
}

async function renderLife(endpoint: string, {history, locate}: SourceSession, page: HistoryPage): Promise<string> {
  const target = parseTarget(endpoint)
  if (!target)
    throw inputError(
      `Unexpected subject \`${endpoint}\` for --endpoint, expected \`METHOD /path\`, \`/prefix/**\`, \`operation Name\` or \`Resource.field\``,
      undefined,
      "tenure changelog --endpoint 'GET /v1/loans'"
    )
  const life = history.bySubject.get(subjectKey({target}))
  const {renderLifecycle: biography} = await import('../../render/history-page/subject-life.ts')
  if (life) return biography(life, page, locate)
  const slip = findUnknownSubject({target}, history, undefined)
  throw inputError(
    `Unexpected subject \`${endpoint}\`, expected one that \`${history.source}\` tells of${slip?.hint ?? ''}`
  )
}
