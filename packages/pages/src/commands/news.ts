import type {CommonOptions} from '@tenure/core/app/session/config'
import type {SourceSession} from '@tenure/core/app/session/open-source'
import type {ReleaseOptions} from '@tenure/core/app/session/select-source'
import type {Config} from '@tenure/core/inputs/config/file'
import {judgeAll} from '@tenure/core/lint'
import {inputError} from '@tenure/core/model/input-error'
import type {History} from '@tenure/core/model/lifecycle/history'
import type {LocateSource} from '@tenure/core/model/location'
import {NEXT} from '@tenure/core/model/time/timeline'
import type {ChangesOfRelease} from '@tenure/core/outputs/changes/changes-of-release'
import {createHistoryPage, type HistoryPage} from '@tenure/core/outputs/changes/page-data'
import {joinedBy, type PartOfApi} from '@tenure/core/outputs/joined'
import type {Files} from '@tenure/core/stores/files/files'
import {formatCount} from '@tenure/core/text/format-values'
import {type LiquidTemplate, readTemplate} from '../markdown/read-template.ts'
import {templateFormat} from '../markdown/template-formats.ts'
import {createTemplateContext} from '../release-notes/context.ts'
import type {TemplateContext} from '../release-notes/context-format.ts'
import {READY_FORMS, READY_TEMPLATES} from './forms.ts'

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

/** A form of a page that needs no template, or a template. */
export type ChosenForm<Form extends string> =
  | {readonly form: Form; readonly template?: never}
  | {readonly form?: never; readonly template: LiquidTemplate}

/** The form that `--template` names, or the template. It's read first, so that a missing one is reported early. */
export function readForm<Form extends string>(
  files: Files,
  {template: name, format}: NewsOptions,
  forms: readonly [Form, ...Form[]]
): ChosenForm<Form> {
  if (name !== undefined && format === 'json') throw inputError('`--template` only works with `--format markdown`.')
  const form = name === undefined ? forms[0] : forms.find(each => each === name)
  if (form !== undefined) return {form}
  return {template: readTemplate(files, name ?? '', [...forms, ...READY_FORMS], READY_TEMPLATES)}
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
  readonly template: LiquidTemplate | undefined
  readonly news: () => readonly ChangesOfRelease[]
  /** Renders the text in the chosen form. */
  readonly render: () => string
}

/**
 * How a text about releases is written: by the template or in the chosen form, or as the data for templates. A template
 * whose format has no sections is filled once for several APIs.
 */
export function newsFormats(page: HistoryPage, {session, template, news, render}: NewsParts) {
  const json = () => createTemplateContext(news(), page, session, linksOf(session.config, session.locate))
  const fill = async (apis: readonly PartOfApi<object>[], unread = 0): Promise<string> => {
    const {fillTemplate} = await import('../markdown/template.ts')
    return template === undefined ? '' : fillTemplate(template.text, template.name, newsData(apis, unread))
  }
  const isMarkdown = template === undefined || templateFormat(template.text, template.name).safe === 'markdown'
  return {
    formats: {
      json,
      markdown: async () => (template === undefined ? render() : fill([{name: '', part: json()}]))
    },
    joined: isMarkdown ? undefined : joinedBy(json(), (parts, {unread}) => ({markdown: () => fill(parts, unread)}))
  }
}

/** The data of all APIs, with a title and with sections, as the templates of messages need them. */
function newsData(apis: readonly PartOfApi<object>[], unread: number) {
  const all = apis.map(({name, part}) => ({name, data: part as TemplateContext}))
  const [first] = all
  const isOne = all.length + unread === 1
  const releases = all.flatMap(({name, data}) =>
    data.releases.map(each => ({...each, api: name, service: data.service}))
  )
  const [only] = releases
  const sections = releases.flatMap(release =>
    release.groups.map(group => {
      const names = [...(isOne ? [] : [release.service]), ...(releases.length > 1 ? [nameOf(release)] : [])]
      return {...group, title: [...names, group.title].join(', ')}
    })
  )
  const service = isOne ? (first?.data.service ?? '') : formatCount(all.length + unread, 'API')
  const title =
    only && isOne && releases.length === 1
      ? `${service}, ${nameOf(only)}`
      : `Changes of ${service}${sayUnreadApis(unread)}`
  const count = sections.reduce((sum, {lines}) => sum + lines.length, 0)
  const own = isOne ? first?.data : {format: 1, apis: all.map(({name, data}) => ({...data, name}))}
  return {...own, service, releases, title, count, sections}
}

/** `; 1 API couldn't be read`. A message must not look whole without them. */
export const sayUnreadApis = (unread: number): string =>
  unread === 0 ? '' : `; ${formatCount(unread, 'API')} couldn't be read`

const nameOf = ({name, from, date}: TemplateContext['releases'][number]): string =>
  `${from === undefined ? '' : `${from} to `}${name === NEXT ? 'next release' : name}${date === undefined || from !== undefined ? '' : ` (${date})`}`
