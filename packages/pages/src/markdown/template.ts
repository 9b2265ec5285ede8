import {defined} from '@tenure/core/model/defined'
import {InputError, inputError} from '@tenure/core/model/input-error'
import {CaptureTag, Context, Liquid, type LiquidError} from 'liquidjs'
import {
  cutText,
  escapeMrkdwn,
  markValue,
  SafeText,
  type TemplateFormat,
  templateFormat,
  textOf,
  withoutMarks
} from './template-formats.ts'

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

/** Filters whose output depends on the machine or the day. */
const UNAVAILABLE = [
  ...['date', 'date_to_xmlschema', 'date_to_rfc822', 'date_to_string', 'date_to_long_string'],
  ...['sample', 'shuffle']
]

/**
 * Renders a Liquid template. Values are escaped for its format, unless they are `markdown` texts of the context (`html`
 * in an HTML template), or use the filters `code` or `raw`. The clock, the file system, and random values aren't
 * available, so that the same context always gives the same bytes.
 */
export function fillTemplate(text: string, name: string, context: object): string {
  const format = templateFormat(text, name)
  const {finish, escape: escapeValue = String} = format
  const values: unknown[] = []
  const captures = {depth: 0}
  const insert = (value: unknown): string => {
    if (value instanceof SafeText) return value.toString()
    if (!finish) return escapeValue(value)
    // What is captured is escaped once, when it's inserted.
    return captures.depth > 0 ? textOf(value) : markValue(values.push(value) - 1)
  }
  const engine = new Liquid({
    ...LIMITS,
    templates: {},
    ownPropertyOnly: true,
    strictFilters: true,
    outputEscape: insert
  })
  registerFilters(engine, format)
  if (finish) engine.registerTag('capture', captureTag(captures))
  try {
    const scope = markSafe(context, format.safe) as object
    const rendering = new Context(scope, engine.options, {sync: true}, {renderLimit: stepLimit()})
    const filled = engine.renderSync(engine.parse(withoutMarks(text)), rendering)
    return finish ? finish(filled, values, name) : filled
  } catch (error) {
    throw error instanceof InputError ? error : templateError(error, name)
  }
}

function registerFilters(engine: Liquid, {code, finish}: TemplateFormat): void {
  engine.registerFilter('code', (value: unknown) => {
    const span = code(String(value ?? ''))
    return finish ? span : new SafeText(span)
  })
  engine.registerFilter('cut', cutText)
  engine.registerFilter('mrkdwn', escapeMrkdwn)
  // JSON inserts whole values by itself.
  if (finish) engine.registerFilter('json', (value: unknown) => value ?? null)
  for (const filter of UNAVAILABLE)
    engine.registerFilter(filter, () => {
      throw new Error(`The filter \`${filter}\` isn't available, because its output depends on the machine or the day.`)
    })
}

/** The tag `capture`, which counts how deep it's nested. */
const captureTag = (captures: {depth: number}) =>
  class extends CaptureTag {
    override *render(context: Context): Generator<unknown, void, string> {
      captures.depth++
      yield* super.render(context)
      captures.depth--
    }
  }

/** Marks the texts of the context that are already safe in the output format. */
function markSafe(value: unknown, kind: TemplateFormat['safe'], key?: string): unknown {
  if (kind === undefined) return value
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
