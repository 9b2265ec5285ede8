import type {CommonOptions} from '@tenure/core/app/session/config'
import type {SourceSession} from '@tenure/core/app/session/open-source'
import type {ReleaseOptions} from '@tenure/core/app/session/select-source'
import type {Config} from '@tenure/core/inputs/config/file'
import {judgeAll} from '@tenure/core/lint'
import {inputError} from '@tenure/core/model/input-error'
import type {History} from '@tenure/core/model/lifecycle/history'
import type {LocateSource} from '@tenure/core/model/location'
import type {ChangesOfRelease} from '@tenure/core/outputs/changes/changes-of-release'
import {createHistoryPage, type HistoryPage} from '@tenure/core/outputs/changes/page-data'
import type {Files} from '@tenure/core/stores/files/files'
import {suggestChoices} from '@tenure/core/text/format-choices'
import {createTemplateContext} from '../release-notes/context.ts'

/** Options of all texts about releases. */
export interface NewsOptions extends CommonOptions, ReleaseOptions {
  readonly source?: string | undefined
  /** A built-in form, or the path of a Liquid template. */
  readonly template?: string | undefined
  /** `json` for the data that a template receives. */
  readonly format?: 'markdown' | 'json' | undefined
  /** Includes approvers, internal evidence, and places in files. */
  readonly internal?: boolean | undefined
}

/** A form of a page that needs no file, or the text of a template. */
export type ChosenForm<Form extends string> =
  | {readonly form: Form; readonly template?: never}
  | {readonly form?: never; readonly template: string}

/** The form that `--template` names, or the template. It's read first, so that a missing one is reported early. */
export function readForm<Form extends string>(
  files: Files,
  {template, format}: NewsOptions,
  forms: readonly [Form, ...Form[]]
): ChosenForm<Form> {
  if (template !== undefined && format === 'json') throw inputError('`--template` only works with `--format markdown`.')
  const form = template === undefined ? forms[0] : forms.find(each => each === template)
  if (form !== undefined) return {form}
  const path = template ?? ''
  if (!files.exists(path) && /^[\w-]*$/.test(path))
    throw inputError(`There is no template \`${path}\`.${suggestChoices(path, forms)} Name one of them, or a file.`)
  return {template: files.readText(path)}
}

/** The page of a history of a session, with its verdicts. `isPage` says that it can be read back. */
export function pageOf(
  {policy, assumed}: SourceSession,
  history: History,
  {internal: isInternal}: Pick<NewsOptions, 'internal'>,
  isPage = false
): HistoryPage {
  const page = {...createHistoryPage(history, judgeAll(history, policy), policy, assumed), isInternal}
  if (isPage) return page
  return isInternal ? {...page, showsCallers: true} : {...page, isForClients: true}
}

/** Where texts about releases link to: the configured URLs, and places in files. */
export const linksOf = (config: Config | undefined, locate: LocateSource) => {
  const {compare, line, docs} = config?.links ?? {}
  return {compare, link: line, docs, locate}
}

/** What a text about releases is made from. */
export interface NewsParts {
  readonly session: SourceSession
  readonly template: string | undefined
  readonly news: () => readonly ChangesOfRelease[]
  /** Renders the text in the chosen form. */
  readonly render: () => string
}

/** How a text about releases is written: by the template or in the chosen form, or as the data for templates. */
export function newsFormats(page: HistoryPage, options: NewsOptions, {session, template, news, render}: NewsParts) {
  const json = () => createTemplateContext(news(), page, session, linksOf(session.config, session.locate))
  return {
    json,
    async markdown() {
      if (template === undefined) return render()
      const {fillTemplate} = await import('../markdown/template.ts')
      return fillTemplate(template, options.template ?? '', json())
    }
  }
}
