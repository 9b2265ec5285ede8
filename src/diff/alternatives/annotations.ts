import {type Atom, type Flat, typesOf} from '../flatten/flatten.ts'
import {isEqual} from '../json-equality.ts'
import {announcedIn, livesDiffer} from '../lifecycle-marks.ts'
import {defaultOf, isNeeded} from '../schema/defaults.ts'
import type {Desk} from '../schema-diff-context.ts'
import {spotsOf} from '../schema-diff-context.ts'
import {compareDiscriminator} from './discriminators.ts'

/**
 * Compares annotations, which don't constrain values but can still matter: defaults, discriminators, and lifecycle
 * marks.
 */
export function compareAnnotations(context: Desk): void {
  compareDefault(context)
  compareDiscriminator(context)
  const life = lifeOf(context.older, context)
  for (const {keywords, ...fact} of livesDiffer(life, lifeOf(context.newer, context)))
    context.tell({...fact, ...spotsOf(context, ...keywords), ...announcedIn(life)})
}

const lifeOf = ({members}: Flat, {lifeAt}: Desk) => lifeAt(members)

function compareDefault(context: Desk): void {
  const [was, is] = [defaultOf(context.older), defaultOf(context.newer)]
  if (isEqual(was, is)) return
  if (haveSameText(context, was, is)) {
    context.tell({kind: 'documentation-changed', about: 'default', ...spotsOf(context, 'default'), was, is})
    return
  }
  context.tell({
    // If a parameter was omitted, the service chose a value. Whether that was the default that is now written isn't
    // known.
    kind: was !== undefined || (context.wire && !isNeeded(context.older)) ? 'default-changed' : 'default-added',
    about: 'default',
    ...spotsOf(context, 'default'),
    was,
    is
  })
}

/**
 * Whether two defaults mean the same text. YAML reads `true` as a boolean where text was meant, so a default of a type
 * that the schema doesn't have stands for its text.
 */
function haveSameText(context: Desk, was: unknown, is: unknown): boolean {
  if (![was, is].every(value => ['string', 'number', 'boolean'].includes(typeof value))) return false
  if (String(was) !== String(is)) return false
  return context.wire !== undefined || [context.older, context.newer].every(flat => isOnly(typesOf(flat), 'string'))
}

const isOnly = (types: ReadonlySet<Atom>, atom: Atom): boolean =>
  types.has(atom) && [...types].every(type => type === atom || type === 'null')
