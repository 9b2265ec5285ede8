import type {Proof} from '@tenure/core/model/api/change'
import {isEqual} from '@tenure/json-schema/json-equality'
import {acceptedTypesOf, type FlatSchema, type ValueType, valuesOf} from '../flatten/flatten.ts'
import {announcedEndOf, diffLifecycleMarks} from '../lifecycle-marks.ts'
import {effectiveDefaultOf} from '../schema/defaults.ts'
import type {SchemaDiffContext} from '../schema-diff-context.ts'
import {locateKeywordOnBoth} from '../schema-diff-context.ts'
import {readingsOf} from '../serialized/prove-serialized-arrays.ts'
import {compareDiscriminator} from './discriminators.ts'

/**
 * Compares annotations, which don't constrain values but can still matter: defaults, discriminators, and lifecycle
 * marks.
 */
export function compareAnnotations(context: SchemaDiffContext): void {
  compareDefault(context)
  compareDiscriminator(context)
  const life = lifeOf(context.older, context)
  for (const {keywords, ...fact} of diffLifecycleMarks(life, lifeOf(context.newer, context)))
    context.report({...fact, ...locateKeywordOnBoth(context, ...keywords), ...announcedEndOf(life)})
}

const lifeOf = ({members}: FlatSchema, {lifeAt}: SchemaDiffContext) => lifeAt(members)

function compareDefault(context: SchemaDiffContext): void {
  const {older, newer} = context
  const [was, is] = [effectiveDefaultOf(older), effectiveDefaultOf(newer)]
  if (isEqual(was, is)) return
  const wasValue = isValue(context, older, was)
  const isNote =
    haveSameText(context, was, is) ||
    isRegenerated(was, is) ||
    (!wasValue && was !== undefined && describesValue(older, was) && !isValue(context, newer, is))
  context.report({
    // Which value counted before a default was first documented isn't known.
    kind: isNote ? 'documentation-changed' : was === undefined ? 'default-added' : 'default-changed',
    about: 'default',
    ...locateKeywordOnBoth(context, 'default'),
    was,
    is,
    ...(isNote || wasValue || was === undefined ? {} : {prove: () => DESCRIBED})
  })
}

const DESCRIBED: Proof = {is: 'undetermined', why: "the former default isn't a value of its schema"}

/** Whether a default can describe a value: a text of several words, or one where a text is a value. */
const describesValue = (flat: FlatSchema, value: unknown): boolean =>
  acceptedTypesOf(flat).has('string') || /\S\s+\S/.test(String(value))

/** Whether a default is a value. A text that its own schema refuses, or a sentence for a parameter, describes one. */
function isValue({proofs, wireFormat}: SchemaDiffContext, flat: FlatSchema, value: unknown): boolean {
  if (typeof value !== 'string' || value === '' || valuesOf(flat)) return value !== undefined
  if (wireFormat?.isParameter && /\p{L} \p{L}+ \p{L}/u.test(value)) return false
  return !readingsOf(value).every(reading => proofs.refuses(flat.node, reading, 'request'))
}

/**
 * Whether two defaults mean the same text. YAML reads `true` as a boolean where text was meant, so a default of a type
 * that the schema doesn't have stands for its text.
 */
function haveSameText(context: SchemaDiffContext, was: unknown, is: unknown): boolean {
  if (![was, is].every(value => ['string', 'number', 'boolean'].includes(typeof value))) return false
  // A number that was meant as text lost its last zero: `1.10`.
  const isSameNumber = typeof was !== typeof is && was !== '' && is !== '' && Number(was) === Number(is)
  if (String(was) !== String(is) && !isSameNumber) return false
  return (
    context.wireFormat !== undefined ||
    [context.older, context.newer].every(flat => isOnly(acceptedTypesOf(flat), 'string'))
  )
}

const DAY = 86_400_000

/** The moment that a default names, in milliseconds; `undefined` for other values. */
function momentOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value > 1e12 && value < 4e12 ? value : undefined
  const isMoment = typeof value === 'string' && /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d/.test(value)
  return isMoment ? Date.parse(value) : undefined
}

/**
 * Whether a default is the moment at which a framework wrote the description, and so no value that clients get: it
 * only moves forward, and to another time of the day, which isn't a full minute.
 */
function isRegenerated(was: unknown, is: unknown): boolean {
  const [before, after] = [momentOf(was), momentOf(is)]
  if (before === undefined || after === undefined || !(before < after)) return false
  return before % 60_000 > 0 && after % 60_000 > 0 && before % DAY !== after % DAY
}

const isOnly = (types: ReadonlySet<ValueType>, atom: ValueType): boolean =>
  types.has(atom) && [...types].every(type => type === atom || type === 'null')
