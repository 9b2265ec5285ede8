import type {EventData, LifeData} from '../render/site/data.ts'
import type {Words} from '../render/site/sentences.ts'
import {endpointLink, releaseLink} from '../render/timeline/links.ts'
import {byId, pageData, rows} from './page-data.ts'

type Child = Node | string

/** An element with what is in it. What comes from the record is always text. */
function element(tag: string, attributes: Readonly<Record<string, string>> = {}, ...children: Child[]): HTMLElement {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
  made.append(...children)
  return made
}

const apart = (text: string): HTMLElement => element('bdi', {}, text)

function sentence(number: number): HTMLElement {
  const words: Words = pageData().words[number] ?? ''
  const parts = typeof words === 'string' ? [words] : words
  return element(
    'span',
    {},
    ...parts.map(part => (typeof part === 'string' ? apart(part) : element('code', {}, part[0])))
  )
}

const SIGNS: Readonly<Record<string, string>> = {broken: '✖', undetermined: '?', kept: '✔', exempt: '–'}

const chip = (verdict: string): HTMLElement =>
  element('b', {class: `chip v-${verdict}`}, element('i', {'aria-hidden': 'true'}, SIGNS[verdict] ?? ''), ` ${verdict}`)

const endpointAt = (row: number): HTMLElement[] => {
  const life = pageData().lives[row]
  const {item, verdict = 'none'} = rows[row] ?? {}
  const held = item?.querySelector('.status bdi')?.textContent ?? ''
  const status = verdict === 'none' ? held : `${held}, ${verdict}`
  return life ? [element('li', {}, element('a', {href: endpointLink(life.name)}, apart(life.name)), ` ${status}`)] : []
}

/** All that is known of one endpoint version; `undefined` where there is none of that name. */
export function endpointContent(name: string): HTMLElement[] | undefined {
  const life = pageData().lives.find(each => each.name === name)
  if (!life) return undefined
  const {kin, instead} = life
  return [
    title(life.name),
    strip(life.name),
    facts(life),
    ...(instead.length > 0 ? [heading('Use instead'), list(instead.flatMap(endpointAt))] : []),
    ...(kin.length > 0 ? [heading('Other versions of it'), list(kin.flatMap(endpointAt))] : []),
    ...verdicts(life),
    ...notes(life),
    heading('Biography'),
    story(life.own),
    ...sharedStory(life)
  ]
}

/** Its bar once more, with the releases above it: the panel covers the timeline. */
function strip(name: string): HTMLElement {
  const number = pageData().lives.findIndex(each => each.name === name)
  const parts = [document.querySelector('.scale .names'), rows[number]?.item.querySelector('.bar')]
  return element('div', {class: 'strip scale'}, ...parts.flatMap(part => (part ? [part.cloneNode(true)] : [])))
}

const title = (text: string): HTMLElement => element('h2', {id: 'panel-title', tabindex: '-1'}, apart(text))
const heading = (text: string): HTMLElement => element('h3', {}, text)
const list = (items: readonly HTMLElement[]): HTMLElement => element('ul', {role: 'list'}, ...items)

function facts({facts: all}: LifeData): HTMLElement {
  return element(
    'dl',
    {},
    ...all.flatMap(([label, says]) => [
      element('dt', {}, label),
      element('dd', {}, ...says.map(each => element('div', {}, sentence(each))))
    ])
  )
}

function verdicts({verdicts: numbers}: LifeData): HTMLElement[] {
  const all = numbers.flatMap(number => pageData().verdicts[number] ?? [])
  if (all.length === 0) return []
  const items = all.map(({verdict, subject, when, says, remedies, rules, clause, at, evidence}) =>
    element(
      'li',
      {class: `fold v-${verdict}`},
      element('p', {}, chip(verdict), ' ', element('code', {}, subject), ' ', apart(when)),
      ...says.map(each => element('p', {}, sentence(each))),
      ...remedies.map(each => element('p', {}, element('b', {}, 'What to do: '), sentence(each))),
      element(
        'p',
        {class: 'place'},
        apart(at),
        ...(rules.length > 0 ? [' · ', rules.join(', ')] : []),
        ' · ',
        apart(clause)
      ),
      ...evidence.map(([text, place]) => element('p', {class: 'place'}, apart(text), ' · ', apart(place)))
    )
  )
  return [heading(all.length === 1 ? 'Verdict' : `${all.length} verdicts`), capped(items)]
}

function notes({notes: all}: LifeData): HTMLElement[] {
  if (all.length === 0) return []
  const items = all.map(([level, rule, says, at]) =>
    element(
      'li',
      {class: 'fold'},
      element('p', {}, element('b', {class: 'chip'}, level), ' ', sentence(says)),
      element('p', {class: 'place'}, apart(at), ' · ', rule)
    )
  )
  return [heading('How it is written'), capped(items)]
}

const entryLink = (entry: number): HTMLElement => {
  const {name = '', day = ''} = pageData().entries[entry] ?? {}
  return element(
    'span',
    {class: 'when'},
    element('a', {href: releaseLink(name)}, apart(name)),
    ` ${day === name ? '' : day}`
  )
}

function eventItem({entry, kind, says, at, verdicts: judged = []}: EventData, isDated: boolean): HTMLElement {
  const found = [...new Set(judged.flatMap(number => pageData().verdicts[number]?.verdict ?? []))]
  return element(
    'li',
    {class: `k-${kind}`},
    ...(isDated ? [entryLink(entry)] : []),
    sentence(says),
    ...found.flatMap(verdict => [' ', chip(verdict)]),
    element('div', {class: 'place'}, apart(at))
  )
}

const story = (numbers: readonly number[]): HTMLElement =>
  numbers.length === 0
    ? element('p', {}, 'Nothing else is on record.')
    : capped(
        numbers.flatMap(number => pageData().events[number] ?? []).map(each => eventItem(each, true)),
        'story'
      )

function sharedStory({shared}: LifeData): HTMLElement[] {
  const numbers = shared.split(',').flatMap(range => {
    const [from = '', to = from] = range.split('-')
    return from === '' ? [] : Array.from({length: Number(to) - Number(from) + 1}, (_, at) => Number(from) + at)
  })
  if (numbers.length === 0) return []
  const isBroken = ({verdicts: judged = []}: EventData): boolean =>
    judged.some(number => pageData().verdicts[number]?.verdict === 'broken')
  const broken = numbers.flatMap(number => pageData().events[number] ?? []).filter(isBroken).length
  const details = element(
    'details',
    {},
    element(
      'summary',
      {},
      `${numbers.length} ${numbers.length === 1 ? 'change' : 'changes'} of fields and schemas that it uses${broken > 0 ? `, ${broken} of which broke the promise` : ''}`
    )
  )
  details.addEventListener('toggle', () => void (details.childElementCount === 1 && details.append(story(numbers))))
  return [details]
}

const AT_ONCE = 100

/** A long list is shown in parts: who reads on asks for more. */
function capped(items: readonly HTMLElement[], className = ''): HTMLElement {
  const made = element('ol', {role: 'list', class: className}, ...items.slice(0, AT_ONCE))
  let shown = AT_ONCE
  if (items.length > AT_ONCE) {
    const more = element('button', {type: 'button'}, `Show ${items.length - AT_ONCE} more`)
    const last = element('li', {}, more)
    more.addEventListener('click', () => {
      last.remove()
      const next = items.slice(shown)
      made.append(...next)
      shown = items.length
      next[0]?.setAttribute('tabindex', '-1')
      next[0]?.focus()
    })
    made.append(last)
  }
  return made
}

/** All that a release brought, in the order of the record. */
export function releaseContent(name: string): HTMLElement[] | undefined {
  const {entries, events} = pageData()
  const index = entries.findIndex(entry => entry.name === name)
  const entry = entries[index]
  if (!entry) return undefined
  const own = events.filter(event => event.entry === index)
  const day = entry.day === '' ? [] : [element('p', {class: 'place'}, entry.day)]
  const folds = byId('releases').querySelector(`#e${index} .folds`)
  return [
    title(`${entry.isRelease ? 'Release ' : ''}${entry.name}`),
    ...day,
    ...entry.about.map(each => element('p', {}, sentence(each))),
    ...(folds ? [heading('Ends and breaks'), folds.cloneNode(true) as HTMLElement] : []),
    heading(own.length === 1 ? '1 change' : `${own.length} changes`),
    own.length === 0
      ? element('p', {}, 'No changes to the API are on record.')
      : capped(
          own.map(each => eventItem(each, false)),
          'story'
        )
  ]
}
