import {defined} from '@tenure/core/model/defined'
import type {Verb} from '@tenure/core/model/lifecycle/event'
import {memberTarget} from '@tenure/core/model/subject/field'
import {
  type Direction,
  isEndpoint,
  type Subject,
  type SubjectPart,
  type Target
} from '@tenure/core/model/subject/subject'
import {readDate} from '@tenure/core/model/time/written-date'
import {optionalField, type StatementText} from '@tenure/core/text/statement'
import {
  containerOf,
  isFieldName,
  isReading,
  isResource,
  type NamedParts,
  type PartNoun,
  partNoun,
  partsOf
} from './part-names.ts'
import {compose} from './sentence-grammar.ts'
import type {TokenizedSentence} from './sentence-tokens.ts'

/** Verbs of the labels before a sentence: `Deprecated: …`. */
const LABEL_VERBS: Readonly<Record<string, Verb>> = {
  added: 'added',
  new: 'added',
  deprecated: 'deprecated',
  deprecation: 'deprecated',
  removed: 'removed'
}

/**
 * The side that the verb of a sentence implies. `answer` is the response of a request without a body, and `input` what
 * a request takes, which is no field if it has no body.
 */
type LastSide = Direction | 'answer' | 'input'

const hasNoBody = (target: Target): boolean => isEndpoint(target) && isReading(target.verb ?? '')

function sideOf(target: Target, side: LastSide | undefined): Direction | undefined {
  if (side === 'response' || side === undefined) return side
  if (side === 'answer') return hasNoBody(target) ? 'response' : undefined
  return hasNoBody(target) ? undefined : 'request'
}

const statedSide = (words: string): Direction | undefined =>
  /\bresponses?\b/i.test(words) ? 'response' : /\brequests?\b/i.test(words) ? 'request' : undefined

/** The label before a sentence, and what the heading above it states. */
export interface SentenceHeading {
  readonly label: string | undefined
  readonly group: Verb | undefined
  /** The resource that the items are about. */
  readonly resource: string | undefined
}

/** Makes statements of the matched parts of a sentence. */
export class SentenceReader {
  readonly group: Verb | undefined
  readonly #tokens: TokenizedSentence
  readonly #label: string | undefined
  readonly #resource: string | undefined
  readonly #sunset: string | undefined

  constructor(tokens: TokenizedSentence, {label, group, resource}: SentenceHeading) {
    this.#tokens = tokens
    this.#resource = resource
    this.#label = label
    this.group = LABEL_VERBS[label ?? ''] ?? group
    this.#sunset = sunsetIn(tokens.text)
  }

  /**
   * Whether a verb agrees with the label before the sentence. A sentence such as `Deprecated: X has been removed` isn't
   * read.
   */
  isLabeled(verb = ''): boolean {
    return !/^deprecat/i.test(this.#label ?? '') || /^deprecated|now|no longer|omitted/i.test(verb) || this.#saysNow()
  }

  get isDeprecation(): boolean {
    return /^deprecat/i.test(this.#label ?? '')
  }

  #saysNow(): boolean {
    return /\b(?:now|no longer)\b/.test(this.#tokens.text)
  }

  endpoints(verb: Verb, at = '', rest = ''): StatementText[] {
    const replacement = this.#replacement(rest)
    return this.#tokens
      .endpointsIn(at)
      .map(target => this.#statement(verb, {target}, replacement ? {replacement: {target: replacement}} : {}))
  }

  renamedEndpoint(at = '', to = ''): StatementText[] {
    const [old] = this.#tokens.endpointsIn(at)
    const [fresh] = this.#tokens.endpointsIn(to)
    return old && fresh ? [this.#statement('renamed', {target: old}, {to: {target: fresh}})] : []
  }

  /**
   * The first endpoint as removed, or deprecated where the heading or label says so, with the second to use instead.
   */
  replacedEndpoint(at = '', to = ''): StatementText[] {
    const [old] = this.#tokens.endpointsIn(at)
    const [fresh] = this.#tokens.endpointsIn(to)
    return old && fresh ? [this.#statement(this.#endVerb, {target: old}, {replacement: {target: fresh}})] : []
  }

  /** The verb for something that is replaced: deprecated if the heading or the label says so, otherwise removed. */
  get #endVerb(): Verb {
    return this.group === 'deprecated' || this.isDeprecation ? 'deprecated' : 'removed'
  }

  parts(
    verb: Verb,
    at = '',
    text = '',
    {
      within,
      lastSide,
      rest = ''
    }: {within?: string | undefined; lastSide?: LastSide | undefined; rest?: string | undefined} = {}
  ): StatementText[] {
    // `to the request fields of GET /a` says what the names are, too.
    const isField = /\bfields? (?:of|for|from|in|to|on)\b|\b(?:body|bodies|payloads?)\b/i.test(at)
    const noun = partNoun(text) === 'none' && isField ? 'field' : undefined
    const container = containerOf(within, this.#tokens)
    // An addition may end with other words than an object: `in UTC`. They limit anything else.
    const isAside = verb === 'added' && /^ \w+ (?!(?:the|its|an?) )\w+$/i.test(within ?? '')
    const names = this.#namedParts(text, noun)
    if (!names || (container === null && !isAside)) return []
    const stated = statedSide(`${at} ${text}`)
    const replacement = this.#replacement(rest)
    return this.#tokens.endpointsIn(at).flatMap(target => {
      const parts = partsOf({...names, container: container ?? undefined}, target, {
        stated,
        implied: sideOf(target, lastSide)
      })
      // A request without a body takes no fields.
      const possible =
        lastSide === 'input' && hasNoBody(target) ? parts.filter(({field}) => field === undefined) : parts
      return possible.map(part =>
        this.#statement(verb, {target, part}, replacement ? {replacement: {target: replacement}} : {})
      )
    })
  }

  /** Values of a field or parameter of endpoints. */
  partValues(
    verb: Verb,
    at = '',
    values = '',
    {within, lastSide}: {within?: string | undefined; lastSide?: LastSide | undefined} = {}
  ): StatementText[] {
    const words = this.#namedParts(within ?? '')
    const [name, container] = words?.names ?? []
    if (!words || name === undefined) return []
    const holder: NamedParts = defined({names: [name], noun: words.noun === 'none' ? 'field' : words.noun, container})
    return this.#tokens
      .endpointsIn(at)
      .flatMap(target =>
        partsOf(holder, target, {stated: statedSide(at), implied: sideOf(target, lastSide)}).flatMap(part =>
          this.#tokens
            .namesIn(values)
            .map(value => this.#statement(verb, {target, part: {...part, value: value.replace(/^"(.*)"$/, '$1')}}))
        )
      )
  }

  renamedPart(at = '', old = '', to = ''): StatementText[] {
    const names = this.#namedParts(old)
    const [name] = this.#tokens.namesIn(to)
    const target = this.#tokens.endpointsIn(at)[0]
    const part = names && target && partsOf(names, target, {stated: statedSide(at)})[0]
    if (!part || !target || name === undefined || !isFieldName(name)) return []
    const fresh: SubjectPart = part.parameter === undefined ? {...part, field: name} : {...part, parameter: name}
    // What is renamed and deprecated in one sentence keeps its old name for now.
    if (/^deprecat/i.test(this.#label ?? ''))
      return [this.#statement('deprecated', {target, part}, {replacement: {target, part: fresh}})]
    return [this.#statement('renamed', {target, part}, {to: {target, part: fresh}})]
  }

  replacedPart(at = '', old = '', to = ''): StatementText[] {
    return this.renamedPart(at, old, to).map(({to: fresh, replacement = fresh, ...said}) =>
      defined({...said, verb: this.#endVerb, replacement})
    )
  }

  replacedField(old = '', to = '', at = ''): StatementText[] {
    return this.renamedField(old, to, at).map(({to: replacement, ...said}) =>
      defined({...said, verb: this.#endVerb, replacement})
    )
  }

  /**
   * Statements about fields that are named with their resource, such as `Loan.due`. Empty if the sentence is about
   * endpoints, too.
   */
  resourceFields(verb: Verb, at = ''): StatementText[] {
    if (this.#tokens.endpointsIn(this.#tokens.text).length > 0) return []
    return this.#resourceFields(at).map(target => this.#statement(verb, {target}))
  }

  renamedField(old = '', to = '', at = ''): StatementText[] {
    const [resource] = this.#tokens.namesIn(at)
    const prefix = resource === undefined ? '' : `${resource}.`
    const [from] = this.#resourceFields(old, prefix)
    const [fresh] = this.#resourceFields(to, prefix)
    return from && fresh ? [this.#statement('renamed', {target: from}, {to: {target: fresh}})] : []
  }

  values(verb: Verb, at = '', values = ''): StatementText[] {
    return this.#resourceFields(at).flatMap(target =>
      this.#tokens.namesIn(values).map(value => this.#statement(verb, {target, part: {value}}))
    )
  }

  resources(names = ''): StatementText[] {
    const all = this.#tokens.namesIn(names)
    if (!all.every(isResource)) return []
    return all.map(resource => this.#statement('added', {target: memberTarget(resource, '*')}))
  }

  fields(verb: Verb, at = '', text = ''): StatementText[] {
    const resources = this.#tokens.namesIn(at)
    const names = this.#tokens.namesIn(text)
    if (!resources.every(each => this.#isResource(each)) || !names.every(isFieldName)) return []
    const noun = partNoun(text)
    // Without a noun, a capitalized name is rather a method or a type.
    if (noun === 'other' || (noun === 'none' && names.some(name => /^[A-Z]/.test(name)))) return []
    return resources.flatMap(resource =>
      names.map(name => this.#statement(verb, {target: memberTarget(resource, name)}))
    )
  }

  /** Whether a name is a resource: that of the heading, or one that looks like one. */
  #isResource(name: string): boolean {
    return name === this.#resource || isResource(name)
  }

  changed(at = ''): StatementText[] {
    return this.#resourceFields(at).map(target => this.#statement('changed', {target}))
  }

  /** `Account.requirements` as the field of a resource; empty if any name is something else. */
  #resourceFields(at: string, prefix = ''): Target[] {
    const targets = this.#tokens.namesIn(at).map((name): Target | undefined => {
      const [, resource, field] = /^(.+)\.([^.]+)$/.exec(`${prefix}${name}`) ?? []
      return resource !== undefined && field !== undefined && this.#isResource(resource) && isFieldName(field)
        ? memberTarget(resource, field)
        : undefined
    })
    return targets.every(target => target !== undefined) ? targets : []
  }

  #namedParts(text: string, stated?: PartNoun): NamedParts | undefined {
    const names = this.#tokens.namesIn(text)
    const noun = stated ?? partNoun(text)
    if (noun === 'other' || names.length === 0 || !names.every(isFieldName)) return undefined
    return {names, noun}
  }

  #replacement(rest: string): Target | undefined {
    const [, words] =
      new RegExp(compose('\\b(?:in favou?r of|use|replaced by|replaced with) (?<to>(?:the )?{endpoint})'), 'i').exec(
        rest
      ) ?? []
    return words === undefined ? undefined : this.#tokens.endpointsIn(words)[0]
  }

  #statement(verb: Verb, subject: Subject, more: Partial<StatementText> = {}): StatementText {
    const breaking = /^breaking/i.test(this.#label ?? '')
      ? true
      : /^non-breaking/i.test(this.#label ?? '')
        ? false
        : undefined
    return defined({
      verb,
      subject,
      ...(verb === 'changed' && breaking !== undefined ? {breaking} : {}),
      ...(verb === 'deprecated' ? optionalField('sunset', this.#sunset) : {}),
      ...more
    })
  }
}

const WILL_END =
  /\bwill (?:be (?:removed|omitted|unsupported|deleted|dropped|retired|discontinued|turned off|shut down|switched off)|no longer be (?:included|returned|supported|accepted|available))(?: from (?:the |our )?API)? (?<how>in|with|on|after|from|as of|effective|starting|beginning)(?: on| with| from)? (?:the )?(?:API |version |release )*|\b(?:supported|available|works?|functional|served) (?<until>until) (?:the )?|\b(?:sunset(?: date)?|end of life|EOL|removal(?: date)?)(?::| on| is| in| at) (?:the )?/i
const DAY_IN_WORDS = String.raw`(?:\d{1,2}(?:\.|st|nd|rd|th)? )?[a-zäöü]{3,}\.? (?:\d{1,2}(?:st|nd|rd|th)?,? )?\d{4}\b`
const SUNSET = new RegExp(`^(?:${DAY_IN_WORDS}|v?\\d[\\w./-]*\\w)`, 'i')
const PERIOD = /^(?: |-)(?:hours?|days?|weeks?|months?|quarters?|years?|minor|major|patch|releases?|versions?)\b/i

/** Release or day on which a sentence says that support will end. `undefined` if it names none. */
export function sunsetIn(text: string): string | undefined {
  const start = WILL_END.exec(text)
  const rest = start ? text.slice(start.index + start[0].length) : ''
  const [found] = SUNSET.exec(rest) ?? []
  if (found === undefined || PERIOD.test(rest.slice(found.length))) return undefined
  const day = readDate(found)
  // After a release, or until one, isn't in that release.
  const {how, until} = start?.groups ?? {}
  if (!day && (until !== undefined || /^after/i.test(how ?? ''))) return undefined
  // A release is tried last, and only for a text that isn't a date.
  return day ? day.date : /^v?\d/i.test(found) && !/[\s/]/.test(found) ? found : undefined
}
