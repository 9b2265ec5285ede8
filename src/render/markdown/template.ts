import {Context, Liquid, type LiquidError} from 'liquidjs'
import {InputError, refuse} from '../../model/input-error.ts'
import {escapeHtml, jsonText} from '../../text/escape.ts'
import {tidy} from '../../text/text-pieces.ts'
import {toMarkdown} from './markdown.ts'

/** What a template makes of what is put into it: the end of its name says so, before `.liquid`. */
type Kind = 'markdown' | 'html'

const kindOf = (name: string): Kind => (/\.html?(\.liquid)?$/i.test(name) ? 'html' : 'markdown')

/** A text that stands for itself in the page, and is not escaped again. */
class Ready {
  readonly #text: string
  constructor(text: string) {
    this.#text = text
  }
  toString(): string {
    return this.#text
  }
}

/** Limits of one page: characters of the template, and what ranges and filters make, in items and characters. */
const LIMITS = {parseLimit: 1e6, memoryLimit: 1e7}
/** The most parts of a template that are rendered for one page, each as often as a loop comes to it. */
const MOST_STEPS = 500_000

/** A limit that counts steps where liquidjs counts milliseconds: the same page ends at the same place on any machine. */
function stepLimit(): Context['renderLimit'] {
  let steps = 0
  const check = (): void => {
    steps++
    if (steps > MOST_STEPS) throw new Error(`the page takes more than ${MOST_STEPS} steps`)
  }
  return {check, use: check} as unknown as Context['renderLimit']
}

/**
 * Fills a template in the language of Liquid with a context. What is put in is escaped, unless it is one of the
 * context's own `markdown` texts (`html` in a template of HTML), made `| code`, or `| raw` says otherwise. The clock, the file system
 * and chance cannot be asked: the same context gives the same bytes.
 */
export function fillTemplate(text: string, name: string, context: object): string {
  const kind = kindOf(name)
  const engine = new Liquid({
    ...LIMITS,
    templates: {},
    ownPropertyOnly: true,
    strictFilters: true,
    outputEscape: value => escaped(value, kind)
  })
  engine.registerFilter('code', (value: unknown) => new Ready(codeOf(value, kind)))
  for (const filter of [
    'date',
    'date_to_xmlschema',
    'date_to_rfc822',
    'date_to_string',
    'date_to_long_string',
    'sample',
    'shuffle'
  ])
    engine.registerFilter(filter, () => {
      throw new Error(`Unexpected filter \`${filter}\`, expected one whose answer is the same on any machine and day`)
    })
  try {
    const scope = ready(context, kind) as object
    const rendering = new Context(scope, engine.options, {sync: true}, {renderLimit: stepLimit()})
    return engine.renderSync(engine.parse(text), rendering)
  } catch (error) {
    throw faultIn(error, name)
  }
}

/** A name as code, whatever is in it. */
function codeOf(value: unknown, kind: Kind): string {
  const name = tidy(String(value ?? '')).replace(/\s*\n\s*/g, ' ')
  if (name === '') return ''
  if (kind === 'html') return `<code>${escapeHtml(name)}</code>`
  return toMarkdown([{type: 'paragraph', children: [{type: 'inlineCode', value: name}]}]).trimEnd()
}

function escaped(value: unknown, kind: Kind): string {
  if (value instanceof Ready) return value.toString()
  if (value === undefined || value === null) return ''
  const plain = typeof value === 'object' ? jsonText(value) : String(value)
  if (kind === 'html') return escapeHtml(plain)
  const line = tidy(plain).replace(/\s*\n\s*/g, ' ')
  return line === '' ? '' : toMarkdown([{type: 'paragraph', children: [{type: 'text', value: line}]}]).trimEnd()
}

/** The texts of the context that are safe already in such a template. */
function ready(value: unknown, kind: Kind, key?: string): unknown {
  if (typeof value === 'string') return key === kind ? new Ready(value) : value
  if (Array.isArray(value)) return value.map(each => ready(each, kind))
  if (typeof value !== 'object' || value === null) return value
  // What stands in a value of the API is the API's, whatever its name.
  const isOurs = key !== 'old' && key !== 'new' && key !== 'value'
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, isOurs ? ready(each, kind, name) : each])
  )
}

function faultIn(error: unknown, source: string): InputError {
  const fault = error as Partial<LiquidError> & Error
  const [line, column] = fault.token?.getPosition() ?? []
  const said = (fault.originalError?.message ?? fault.message).replace(/, (?:file|line):.*$/s, '')
  const message = said.startsWith('Unexpected') ? said : `Unexpected fault in a template, expected Liquid: ${said}`
  if (line === undefined) return refuse(message, {source})
  return new InputError([{message, place: {source, line, ...(column === undefined ? {} : {column})}}], {cause: error})
}
