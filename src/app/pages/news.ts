import {inputError} from '../../model/input-error.ts'
import type {HistoryPage} from '../../outputs/pages/page-data.ts'
import type {ChangesOfRelease} from '../../outputs/pages/release-notes/changes-of-release.ts'
import {createTemplateContext} from '../../outputs/pages/release-notes/context.ts'
import type {Files} from '../../stores/files/files.ts'
import type {Workspace} from '../../stores/files/workspace.ts'
import {writeFileAtomically} from '../../stores/files/write-file.ts'
import {jsonText} from '../../text/escape.ts'
import {formatList} from '../../text/format-values.ts'
import type {CommonOptions} from '../session/config.ts'
import type {SourceSession} from '../session/open-source.ts'
import type {ReleaseOptions} from '../session/select-source.ts'

/** Options of all texts about releases. */
export interface NewsOptions extends CommonOptions, ReleaseOptions {
  readonly source?: string | undefined
  /** Path of a Liquid template. */
  readonly template?: string | undefined
  /** Path for the JSON that a template receives; `-` stands for the result. */
  readonly context?: string | undefined
  /** URL for comparing two releases, with `{from}` and `{to}`. */
  readonly compare?: string | undefined
  /** URL of a line in a description, with `{file}` and `{line}`. */
  readonly link?: string | undefined
  /** URL of the documentation of an endpoint, with `{method}` and `{path}`. */
  readonly docs?: string | undefined
  /** Includes approvers, internal evidence, and places in files. */
  readonly internal?: boolean | undefined
}

/** Options that hold URL templates, with their placeholders and an example. */
const TEMPLATES = {
  compare: [['from', 'to'], 'https://github.com/library/lending/compare/{from}...{to}'],
  link: [['file', 'line'], 'https://github.com/library/lending/blob/main/{file}#L{line}'],
  docs: [['method', 'path'], 'https://docs.library.example/{method}/{path}']
} as const

/** Throws an `InputError` if a URL template lacks a placeholder. */
export function assertLinkTemplates(options: Pick<NewsOptions, keyof typeof TEMPLATES>): void {
  for (const name of ['compare', 'link', 'docs'] as const) {
    const url = options[name]
    const [placeholders, example] = TEMPLATES[name]
    const isComplete = placeholders.every(each => url?.includes(`{${each}}`))
    if (url === undefined || (/^https?:\/\/[^\s<>]+$/.test(url) && isComplete)) continue
    const needed = formatList(placeholders.map(each => `\`{${each}}\``))
    throw inputError(`\`--${name}\` needs a URL with ${needed}, but got \`${url}\`.`, undefined, example)
  }
}

/** Reads the template first, so that a missing one is reported before any work is done. */
export const readTemplate = (files: Files, {template}: NewsOptions): string | undefined =>
  template === undefined ? undefined : files.readText(template)

/** What a text about releases is made from. */
export interface NewsParts {
  readonly session: SourceSession
  readonly template: string | undefined
  /** Renders the text in the chosen flavor. */
  readonly flavor: () => string
}

/**
 * Text about releases, rendered by the template or in the chosen flavor. Writes the template context to a file if
 * requested, or returns it if the file is `-`.
 */
export async function renderNews(
  workspace: Workspace,
  news: readonly ChangesOfRelease[],
  page: HistoryPage,
  options: NewsOptions,
  {session, template, flavor}: NewsParts
): Promise<string> {
  const {context: file} = options
  const values = template === undefined && file === undefined ? undefined : createTemplateContext(news, page, session)
  if (file !== undefined) {
    const json = `${jsonText(values, 2)}\n`
    if (file === '-') return json
    writeFileAtomically(workspace, file, json)
  }
  if (template === undefined || !values) return flavor()
  const {fillTemplate} = await import('../../outputs/pages/markdown/template.ts')
  return fillTemplate(template, options.template ?? '', values)
}
