import type {Context} from '@tenure/core/context/context'
import {inputError} from '@tenure/core/model/input-error'
import type {PartOfApi} from '@tenure/core/outputs/joined'
import type {TextPiece} from '@tenure/core/phrases/text-pieces'
import {formatCount} from '@tenure/core/text/format-values'
import {readTemplate} from '../markdown/read-template.ts'
import {fillTemplate} from '../markdown/template.ts'
import {sentenceFormats} from '../release-notes/context.ts'
import {DUE_FORMS, READY_TEMPLATES} from './forms.ts'
import {sayUnreadApis} from './news.ts'

/** An announced removal, as a template receives it. */
interface DueItem {
  readonly state: 'overdue' | 'now' | 'coming' | 'later' | 'unknown'
  readonly subject: string
  readonly day?: string
  readonly text: string
  readonly replacement?: string
  readonly owners?: readonly string[]
}

/** What `tenure due` knows of an API. */
interface DueData {
  readonly service: string
  readonly until: string
  readonly due: readonly DueItem[]
}

/** Later and undetermined removals are no news. */
const TITLES = {overdue: 'Overdue', now: 'Can be removed now', coming: 'Coming'} as const

/** Reads the template of a message about removals. The result fills it for one or several APIs. */
export function openDueTemplate(
  {template: name = '', format}: {readonly template?: string | undefined; readonly format: string},
  {files}: Context
): (apis: readonly PartOfApi<object>[], unread?: number) => Promise<string> {
  if (format !== 'stylish') throw inputError(`\`--template\` can't be combined with \`--format ${format}\`.`)
  const template = readTemplate(files, name, DUE_FORMS, READY_TEMPLATES)
  return async (apis, unread = 0) => fillTemplate(template.text, template.name, messageData(apis, unread))
}

/** The data of all APIs, with a title and with sections by urgency, as the templates of messages need them. */
function messageData(apis: readonly PartOfApi<object>[], unread: number) {
  const all = apis.map(({name, part}) => ({name, ...(part as DueData)}))
  const [first] = all
  const isOne = all.length + unread === 1
  const due = all
    .flatMap(({name: api, due}) => due.map(each => ({...each, api, ...sentence(each, isOne ? '' : api)})))
    .toSorted((a, b) => (dayOf(a) < dayOf(b) ? -1 : Number(dayOf(a) > dayOf(b))))
  const sections = Object.entries(TITLES).flatMap(([state, title]) => {
    const lines = due.filter(each => each.state === state)
    return lines.length === 0 ? [] : [{title, lines}]
  })
  const until =
    all
      .map(each => each.until)
      .toSorted()
      .at(-1) ?? ''
  const count = sections.reduce((sum, {lines}) => sum + lines.length, 0)
  const service = isOne ? (first?.service ?? '') : formatCount(all.length + unread, 'API')
  const title = `${service}: ${count === 0 ? 'no removals are' : count === 1 ? '1 removal is' : `${count} removals are`} due by ${until}${sayUnreadApis(unread)}`
  return {...(isOne ? first : {format: 1, command: 'due', until, apis: all}), service, due, title, count, sections}
}

/** Days are text; removals without a day come last. */
const dayOf = ({day = '9999'}: DueItem): string => day

/** A removal as a sentence: `GET /v1/loans` can be removed on 2028-01-31, its sunset. Use `GET /v2/loans`. Owner: @lending. */
function sentence({subject, text, replacement, owners = []}: DueItem, api: string) {
  const pieces: TextPiece[] = [
    ...(api === '' ? [] : [{free: api}, ': ']),
    ...[{code: subject}, ' ', {free: text}, '.'],
    ...(replacement === undefined ? [] : [' Use ', {code: replacement}, '.']),
    ...(owners.length === 0 ? [] : [owners.length === 1 ? ' Owner: ' : ' Owners: ', {free: owners.join(', ')}, '.'])
  ]
  return {status: text, ...sentenceFormats(pieces)}
}
