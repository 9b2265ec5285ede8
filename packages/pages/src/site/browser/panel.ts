import type {EventData, LifeData} from '../page/data.ts'
import type {PageSentence} from '../page/sentences.ts'
import {endpointLink, placeLink, placeLinkText, releaseLink} from '../picture/links.ts'
import {pageData, rows} from './page-data.ts'

type Child = Node | string

/** Creates an element. Strings are always inserted as text, never as HTML. */
function element(tag: string, attributes: Readonly<Record<string, string>> = {}, ...children: Child[]): HTMLElement {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
  made.append(...children)
  return made
}

const isolatedText = (text: string): HTMLElement => element('bdi', {}, text)

function sentence(number: number): HTMLElement {
  const words: PageSentence = pageData().words[number] ?? ''
  const parts = typeof words === 'string' ? [words] : words
  return element(
    'span',
    {},
    ...parts.map(part => (typeof part === 'string' ? isolatedText(part) : element('code', {}, part[0])))
  )
}

/** A place, as a link if the page has a template for links. */
function placeNodes(place: string): Node[] {
  const {link, isInternal} = pageData()
  const href = placeLink(link, place)
  if (place === '') return []
  if (href === undefined) return [isolatedText(place)]
  return [element('a', {href, rel: 'noopener'}, isolatedText(placeLinkText(place, isInternal)))]
}

/** A line with a place and what belongs to it. Empty if there is nothing to show. */
function placeLine(parts: readonly (readonly Node[])[], tag = 'p'): HTMLElement[] {
  const shown = parts.filter(({length}) => length > 0)
  return shown.length === 0
    ? []
    : [
        element(
          tag,
          {class: 'place'},
          ...shown.flatMap((nodes, at): (string | Node)[] => (at === 0 ? [...nodes] : [' · ', ...nodes]))
        )
      ]
}

const textNodes = (text: string): Node[] => (text === '' ? [] : [isolatedText(text)])

const SIGNS: Readonly<Record<string, string>> = {violation: '✖', undetermined: '?', compliant: '✔', exempt: '–'}

const chip = (verdict: string): HTMLElement =>
  element('b', {class: `chip v-${verdict}`}, element('i', {'aria-hidden': 'true'}, SIGNS[verdict] ?? ''), ` ${verdict}`)

const endpointItem = (row: number): HTMLElement[] => {
  const life = pageData().lives[row]
  const parts = rows[row]?.item.querySelectorAll('.status > :not([aria-hidden])') ?? []
  const status = [...parts].map(({textContent}) => textContent ?? '').join('')
  return life
    ? [element('li', {}, element('a', {href: endpointLink(life.name)}, isolatedText(life.name)), ` ${status}`)]
    : []
}

/** Panel content for an endpoint version, or `undefined` if no endpoint has that name. */
export function endpointContent(name: string): HTMLElement[] | undefined {
  const life = pageData().lives.find(each => each.name === name)
  if (!life) return undefined
  const {kin, instead} = life
  return [
    panelTitle(life.name),
    endpointBar(life.name),
    factList(life),
    ...(instead.length > 0 ? [heading('Replacement'), list(instead.flatMap(endpointItem))] : []),
    ...(kin.length > 0 ? [heading('Other versions'), list(kin.flatMap(endpointItem))] : []),
    ...verdictSection(life),
    ...noteSection(life),
    heading('History'),
    eventList(life.own),
    ...sharedEventsSection(life)
  ]
}

/** The endpoint's bar with the release axis above it, repeated because the panel covers the timeline. */
function endpointBar(name: string): HTMLElement {
  const number = pageData().lives.findIndex(each => each.name === name)
  const parts = [document.querySelector('.scale .names'), rows[number]?.item.querySelector('.bar')]
  return element('div', {class: 'strip scale'}, ...parts.flatMap(part => (part ? [part.cloneNode(true)] : [])))
}

const panelTitle = (text: string): HTMLElement => element('h2', {id: 'panel-title', tabindex: '-1'}, isolatedText(text))
const heading = (text: string): HTMLElement => element('h3', {}, text)
const list = (items: readonly HTMLElement[]): HTMLElement => element('ul', {role: 'list'}, ...items)

function factList({facts: all}: LifeData): HTMLElement {
  return element(
    'dl',
    {},
    ...all.flatMap(([label, sentences]) => [
      element('dt', {}, label),
      element('dd', {}, ...sentences.map(each => element('div', {}, sentence(each))))
    ])
  )
}

function verdictSection({verdicts: numbers}: LifeData): HTMLElement[] {
  const all = numbers.flatMap(number => pageData().verdicts[number] ?? [])
  if (all.length === 0) return []
  const items = all.map(({verdict, subject, when, sentences, remedies, rules, clause = '', at, evidence}) =>
    element(
      'li',
      {class: `fold v-${verdict}`},
      element('p', {}, chip(verdict), ' ', element('code', {}, subject), ' ', isolatedText(when)),
      ...sentences.map(each => element('p', {}, sentence(each))),
      ...remedies.map(each => element('p', {}, element('b', {}, 'What to do: '), sentence(each))),
      ...placeLine([placeNodes(at), textNodes(rules.join(', ')), textNodes(clause)]),
      ...evidence.flatMap(([text, place]) => placeLine([textNodes(text), placeNodes(place)]))
    )
  )
  return [heading(all.length === 1 ? 'Verdict' : `${all.length} verdicts`), limitedList(items)]
}

function noteSection({notes: all}: LifeData): HTMLElement[] {
  if (all.length === 0) return []
  const items = all.map(([level, rule, text, at]) =>
    element(
      'li',
      {class: 'fold'},
      element('p', {}, element('b', {class: 'chip'}, level), ' ', sentence(text)),
      ...placeLine([placeNodes(at), textNodes(rule)])
    )
  )
  return [heading('Warnings'), limitedList(items)]
}

const entryLink = (entry: number): HTMLElement => {
  const {name = '', day = ''} = pageData().entries[entry] ?? {}
  return element(
    'span',
    {class: 'when'},
    element('a', {href: releaseLink(name)}, isolatedText(name)),
    ` ${day === name ? '' : day}`
  )
}

function eventItem({entry, kind, text, at, verdicts: judged = []}: EventData, isDated: boolean): HTMLElement {
  const found = [...new Set(judged.flatMap(number => pageData().verdicts[number]?.verdict ?? []))]
  return element(
    'li',
    {class: `k-${kind}`},
    ...(isDated ? [entryLink(entry)] : []),
    sentence(text),
    ...found.flatMap(verdict => [' ', chip(verdict)]),
    ...placeLine([placeNodes(at)], 'div')
  )
}

const eventList = (numbers: readonly number[]): HTMLElement =>
  numbers.length === 0
    ? element('p', {}, 'No changes are recorded.')
    : limitedList(
        numbers.flatMap(number => pageData().events[number] ?? []).map(each => eventItem(each, true)),
        'story'
      )

function sharedEventsSection({shared}: LifeData): HTMLElement[] {
  const numbers = shared.split(',').flatMap(range => {
    const [from = '', to = from] = range.split('-')
    return from === '' ? [] : Array.from({length: Number(to) - Number(from) + 1}, (_, at) => Number(from) + at)
  })
  if (numbers.length === 0) return []
  const isBroken = ({verdicts: judged = []}: EventData): boolean =>
    judged.some(number => pageData().verdicts[number]?.verdict === 'violation')
  const violation = numbers.flatMap(number => pageData().events[number] ?? []).filter(isBroken).length
  const details = element(
    'details',
    {},
    element(
      'summary',
      {},
      `${numbers.length} ${numbers.length === 1 ? 'change' : 'changes'} of shared fields and schemas${violation > 0 ? `, ${violation} ${violation === 1 ? 'violation' : 'violations'}` : ''}`
    )
  )
  details.addEventListener('toggle', () => void (details.childElementCount === 1 && details.append(eventList(numbers))))
  return [details]
}

const AT_ONCE = 100

/** A list that shows its first items and a button for the rest. */
function limitedList(items: readonly HTMLElement[], className = ''): HTMLElement {
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

/** Panel content for a release, or `undefined` if no release has that name. Changes are in history order. */
export function releaseContent(name: string): HTMLElement[] | undefined {
  const {entries, events} = pageData()
  const index = entries.findIndex(entry => entry.name === name)
  const entry = entries[index]
  if (!entry) return undefined
  const own = entry.net ? entry.net.flatMap(at => events[at] ?? []) : events.filter(event => event.entry === index)
  const day = entry.day === '' ? [] : [element('p', {class: 'place'}, entry.day)]
  const folds = document.getElementById(releaseLink(entry.name).slice(1))?.closest('.release')?.querySelector('.folds')
  return [
    panelTitle(`${entry.isRelease ? 'Release ' : ''}${entry.name}`),
    ...day,
    ...entry.about.map(each => element('p', {}, sentence(each))),
    ...(folds ? [heading('Removals and breaking changes'), folds.cloneNode(true) as HTMLElement] : []),
    ...(own.length === 0
      ? [element('p', {}, 'No changes to the API.')]
      : [
          heading(own.length === 1 ? '1 change' : `${own.length} changes`),
          limitedList(
            own.map(each => eventItem(each, false)),
            'story'
          )
        ])
  ]
}
