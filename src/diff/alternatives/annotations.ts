import {type Atom, type Flat, typesOf} from '../flatten/flatten.ts'
import {isEqual} from '../json-equality.ts'
import {announcedIn, livesDiffer} from '../lifecycle-marks.ts'
import {defaultOf, isNeeded} from '../schema/defaults.ts'
import type {Desk} from '../schema-diff-context.ts'
import {spotsOf} from '../schema-diff-context.ts'
import {compareDiscriminator} from './discriminators.ts'

/** What decides nothing about values, and may matter all the same: defaults, discriminators, the life. */
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
  if (areMeantAlike(desk, was, is)) {
    desk.tell({kind: 'documentation-changed', about: 'default', ...spotsOf(desk, 'default'), was, is})
    return
  }
  desk.tell({
    // Who left a parameter out got what the service chose; nobody can tell whether that is the default now written.
    kind: was !== undefined || (desk.wire && !isNeeded(desk.older)) ? 'default-changed' : 'default-added',
    about: 'default',
    ...spotsOf(desk, 'default'),
    was,
    is
  })
}

/** YAML reads `true` where a text was meant. A value of no type that it may have stands for the text that is written. */
function areMeantAlike(desk: Desk, was: unknown, is: unknown): boolean {
  if (![was, is].every(value => ['string', 'number', 'boolean'].includes(typeof value))) return false
  if (String(was) !== String(is)) return false
  return desk.wire !== undefined || [desk.older, desk.newer].every(flat => isOne(typesOf(flat), 'string'))
}

const isOne = (types: ReadonlySet<Atom>, atom: Atom): boolean =>
  types.has(atom) && [...types].every(type => type === atom || type === 'null')
