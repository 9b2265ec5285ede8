import {isRecord, own} from '../schema/json.ts'
import {KEYWORDS} from '../schema/keywords.ts'
import type {Desk} from './desk.ts'
import {spotsOf} from './desk.ts'
import {isEqual} from './equality.ts'
import {type Flat, said} from './flat.ts'
import {announcedIn, livesDiffer} from './lives.ts'

/** What decides nothing about values, and may matter all the same: defaults, discriminators, the life, the prose. */
export function compareAnnotations(desk: Desk): void {
  compareDefault(desk)
  compareDiscriminator(desk)
  const life = lifeOf(desk.older, desk)
  for (const {keywords, ...fact} of livesDiffer(life, lifeOf(desk.newer, desk)))
    desk.tell({...fact, ...spotsOf(desk, ...keywords), ...announcedIn(life)})
  const [was, is] = [prose(desk.older), prose(desk.newer)]
  const name = [...new Set([...was.keys(), ...is.keys()])].find(key => !isEqual(was.get(key), is.get(key)))
  if (name !== undefined) desk.tell({kind: 'documentation-changed', about: name, ...spotsOf(desk, name)})
}

const lifeOf = ({members}: Flat, {lifeAt}: Desk) => lifeAt(members)

function compareDefault(desk: Desk): void {
  const [was, is] = [said(desk.older, 'default')[0], said(desk.newer, 'default')[0]]
  if (isEqual(was?.value, is?.value)) return
  desk.tell({
    // Who left a parameter out got what the service chose; nobody can tell whether that is the default now written.
    kind: was || desk.wire ? 'default-changed' : 'default-added',
    about: 'default',
    ...spotsOf(desk, 'default'),
    was: was?.value,
    is: is?.value
  })
}

function compareDiscriminator(desk: Desk): void {
  const [was, is] = [said(desk.older, 'discriminator')[0], said(desk.newer, 'discriminator')[0]]
  if (isEqual(was?.value, is?.value)) return
  const nameOf = (value: unknown): unknown => (isRecord(value) ? own(value, 'propertyName') : value)
  desk.tell({
    kind: 'discriminator-changed',
    about: nameOf(was?.value) === nameOf(is?.value) ? 'mapping' : 'discriminator',
    ...spotsOf(desk, 'discriminator'),
    was: nameOf(was?.value),
    is: nameOf(is?.value)
  })
}

/** What others compare, word for word. */
const COMPARED = new Set([
  ...KEYWORDS.keys(),
  'default',
  'discriminator',
  'deprecated',
  'readOnly',
  'writeOnly',
  'contentEncoding',
  'contentMediaType',
  'contentSchema',
  'x-extensible-enum',
  'x-tenure-at',
  '$defs',
  'definitions',
  '$id',
  '$anchor',
  '$dynamicAnchor',
  '$schema',
  '$comment'
])

/** What is written for people, or for other tools. */
function prose({members}: Flat): Map<string, unknown> {
  const all = new Map<string, unknown>()
  for (const {raw} of members) {
    if (!isRecord(raw)) continue
    for (const [name, value] of Object.entries(raw)) if (!COMPARED.has(name) && !all.has(name)) all.set(name, value)
  }
  return all
}
