import {defined} from '@tenure/core/model/defined'
import {InputError, inputError} from '@tenure/core/model/input-error'
import {toMarkdown} from '@tenure/core/outputs/markdown/markdown'
import {escapeHtml, jsonText} from '@tenure/core/phrases/escape'
import {tidyText} from '@tenure/core/phrases/text-pieces'
import {Context, Liquid, type LiquidError} from 'liquidjs'

/** Output format of a template, taken from its file name before `.liquid`. */
type OutputFormat = 'markdown' | 'html'

const outputFormat = (name: string): OutputFormat => (/\.html?(\.liquid)?$/i.test(name) ? 'html' : 'markdown')

/** Text that is already safe in the output and isn't escaped again. */
class SafeText {
  readonly #text: string
  constructor(text: string) {
    this.#text = text
  }
  toString(): string {
    return this.#text
  }
}

/** Liquid limits for one page: characters of the template, and the memory used by ranges and filters. */
const LIMITS = {parseLimit: 1e6, memoryLimit: 1e7}
/** Maximum number of template nodes rendered for a page, counting loop iterations. */
const MOST_STEPS = 500_000

/** Render limit that counts steps instead of milliseconds, so that a page fails at the same point on any machine. */
function stepLimit(): Context['renderLimit'] {
  let steps = 0
  const check = (): void => {
    steps++
    if (steps > MOST_STEPS) throw new Error(`the page takes more than ${MOST_STEPS} steps`)
  }
  return {check, use: check} as unknown as Context['renderLimit']
}

/**
 * Renders a Liquid template. Values are escaped, unless they are `markdown` texts of the context (`html` in an HTML
 * template), or use the filters `code` or `raw`. The clock, the file system, and random values aren't available, so
 * that the same context always gives the same bytes.
 */
export function fillTemplate(text: string, name: string, context: object): string {
  const kind = outputFormat(name)
  const engine = new Liquid({
    ...LIMITS,
    templates: {},
    ownPropertyOnly: true,
    strictFilters: true,
    outputEscape: value => escapeValue(value, kind)
  })
  engine.registerFilter('code', (value: unknown) => new SafeText(codeOf(value, kind)))
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
      throw new Error(`The filter \`${filter}\` isn't available, because its output depends on the machine or the day.`)
    })
  try {
    const scope = markSafe(context, kind) as object
    const rendering = new Context(scope, engine.options, {sync: true}, {renderLimit: stepLimit()})
    return engine.renderSync(engine.parse(text), rendering)
  } catch (error) {
    throw templateError(error, name)
  }
}

/** A name as code, with all characters escaped as needed. */
function codeOf(value: unknown, kind: OutputFormat): string {
  const name = tidyText(String(value ?? '')).replace(/\s*\n\s*/g, ' ')
  if (name === '') return ''
  if (kind === 'html') return `<code>${escapeHtml(name)}</code>`
  return toMarkdown([{type: 'paragraph', children: [{type: 'inlineCode', value: name}]}]).trimEnd()
}

function escapeValue(value: unknown, kind: OutputFormat): string {
  if (value instanceof SafeText) return value.toString()
  if (value === undefined || value === null) return ''
  const plain = typeof value === 'object' ? jsonText(value) : String(value)
  if (kind === 'html') return escapeHtml(plain)
  const line = tidyText(plain).replace(/\s*\n\s*/g, ' ')
  return line === '' ? '' : toMarkdown([{type: 'paragraph', children: [{type: 'text', value: line}]}]).trimEnd()
}

/** Marks the texts of the context that are already safe in the output format. */
function markSafe(value: unknown, kind: OutputFormat, key?: string): unknown {
  if (typeof value === 'string') return key === kind ? new SafeText(value) : value
  if (Array.isArray(value)) return value.map(each => markSafe(each, kind))
  if (typeof value !== 'object' || value === null) return value
  // Values from an API description are never trusted, even if they have a field of that name.
  const isOurs = key !== 'old' && key !== 'new' && key !== 'value'
  return Object.fromEntries(
    Object.entries(defined(value)).map(([name, each]) => [name, isOurs ? markSafe(each, kind, name) : each])
  )
}

function templateError(error: unknown, source: string): InputError {
  const fault = error as Partial<LiquidError> & Error
  const [line, column] = fault.token?.getPosition() ?? []
  const reason = (fault.originalError?.message ?? fault.message).replace(/, (?:file|line):.*$/s, '')
  const message = reason.startsWith('The filter ') ? reason : `Invalid Liquid template: ${reason}`
  if (line === undefined) return inputError(message, {source})
  return new InputError([{message, place: defined({source, line, column})}], {cause: error})
}
