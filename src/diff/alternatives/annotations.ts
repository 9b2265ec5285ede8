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
export function compareAnnotations(desk: Desk): void {
  compareDefault(desk)
  compareDiscriminator(desk)
  const life = lifeOf(desk.older, desk)
  for (const {keywords, ...fact} of livesDiffer(life, lifeOf(desk.newer, desk)))
    desk.tell({...fact, ...spotsOf(desk, ...keywords), ...announcedIn(life)})
}

const lifeOf = ({members}: Flat, {lifeAt}: Desk) => lifeAt(members)

function compareDefault(desk: Desk): void {
  const [was, is] = [defaultOf(desk.older), defaultOf(desk.newer)]
  if (isEqual(was, is)) return
  if (haveSameText(desk, was, is)) {
    desk.tell({kind: 'documentation-changed', about: 'default', ...spotsOf(desk, 'default'), was, is})
    return
  }
  desk.tell({
    // If a parameter was omitted, the service chose a value. Whether that was the default that is now written isn't
    // known.
    kind: was !== undefined || (desk.wire && !isNeeded(desk.older)) ? 'default-changed' : 'default-added',
    about: 'default',
    ...spotsOf(desk, 'default'),
    was,
    is
  })
}

/**
 * Whether two defaults mean the same text. YAML reads `true` as a boolean where text was meant, so a default of a type
 * that the schema doesn't have stands for its text.
 */
function haveSameText(desk: Desk, was: unknown, is: unknown): boolean {
  if (![was, is].every(value => ['string', 'number', 'boolean'].includes(typeof value))) return false
  if (String(was) !== String(is)) return false
  return desk.wire !== undefined || [desk.older, desk.newer].every(flat => isOnly(typesOf(flat), 'string'))
}

const isOnly = (types: ReadonlySet<Atom>, atom: Atom): boolean =>
  types.has(atom) && [...types].every(type => type === atom || type === 'null')
